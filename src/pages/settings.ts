/** GET and POST /settings: keys, applications, members, plan and grants, through the operations of the service. */
import { ApiError } from '../errors.ts'
import { listGivenGrants, type Session, sameText } from '../features/oauth/queries.ts'
import {
  activeMembershipsOf,
  allScopes,
  membershipOf,
  scopesOfRole,
} from '../features/organization/queries.ts'
import type { Caller } from '../http/handler.ts'
import { parseForm } from '../http/oauth/form.ts'
import { messagePage, staleForm } from './messagePage.ts'
import { fieldOf, type PageAnswer, type PageHandler, type PageRequest } from './page.ts'
import { sessionProof } from './sessionProof.ts'
import { type Made, settingsActions } from './settingsActions.ts'
import { settingsView } from './settingsView.ts'

export const getSettings: PageHandler = async (page) => {
  const place = await settle(page)
  return 'kind' in place ? place : show(page, place)
}

export const sendSettings: PageHandler = async (page) => {
  const place = await settle(page)
  if ('kind' in place) return place
  if (!sameText(fieldOf(page.form, 'csrf'), sessionProof(page.context, place.session))) return staleForm()
  const name = fieldOf(page.form, 'action')
  const action = Object.hasOwn(settingsActions, name) ? settingsActions[name] : undefined
  if (!action) return staleForm()
  try {
    const made = await action(page, place.caller)
    if (made) return await show(page, place, { made })
    return { kind: 'redirect', location: `/settings?organization=${place.caller.organizationId}` }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return show(page, place, { problem: error.message })
  }
}

interface Place {
  session: Session
  caller: Omit<Caller, 'credentialId'>
  organizations: Awaited<ReturnType<typeof activeMembershipsOf>>
}

/** Who is there and in which organization: the first one, unless the address names another. */
async function settle({ context, session, search }: PageRequest): Promise<Place | PageAnswer> {
  if (!session) return { kind: 'redirect', location: '/oauth/sign-in' }
  const { userId } = session
  const wanted = fieldOf(parseForm(search), 'organization')
  return context.database.read(async (tx): Promise<Place | PageAnswer> => {
    const organizations = await activeMembershipsOf(tx, userId)
    const chosen = organizations.find(({ organizationId }) => organizationId === wanted) ?? organizations[0]
    const membership = chosen && (await membershipOf(tx, chosen.organizationId, userId))
    if (!chosen || !membership) {
      const message = `${session.email} is not a member of any organization.`
      return messagePage(403, 'No organization', message, 'Ask an administrator to invite you.')
    }
    const caller = {
      ...{ userId, organizationId: chosen.organizationId, workspaceId: membership.workspaceId },
      ...{ scopes: scopesOfRole[membership.role], triggeredBy: 'dashboard' as const },
    }
    return { session, caller, organizations }
  })
}

async function show(
  { call, context }: PageRequest,
  { session, caller, organizations }: Place,
  more: { made?: Made; problem?: string } = {},
): Promise<PageAnswer> {
  const organization = organizations.find((one) => one.organizationId === caller.organizationId)
  const mayRead = caller.scopes.has('organization:read')
  const page = { query: { limit: 100 } }
  const content = settingsView({
    ...{ session, organizations },
    organization: organization ?? { organizationId: '', organizationName: '', role: 'viewer' },
    scopes: allScopes.filter((scope) => caller.scopes.has(scope)),
    proof: sessionProof(context, session),
    subscription: mayRead ? (await call('getSubscription', caller)).body : undefined,
    keys: mayRead
      ? (await call('listApiKeys', caller, page)).body.apiKeys.filter(({ status }) => status === 'active')
      : undefined,
    clients: mayRead ? (await call('listOAuthClients', caller, page)).body.oauthClients : undefined,
    members: mayRead
      ? (await call('listMembers', caller, page)).body.members.filter(({ status }) => status !== 'removed')
      : undefined,
    grants: await listGivenGrants(context, caller.organizationId, caller.userId),
    ...(more.made && { made: more.made }),
    ...(more.problem !== undefined && { problem: more.problem }),
  })
  const status = more.problem === undefined ? 200 : 400
  return { kind: 'page', status, title: 'Settings', content, wide: true }
}
