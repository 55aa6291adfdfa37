/** The caller behind a page of the settings, and the organization that it shows. */
import type { Session } from '../features/oauth/queries.ts'
import {
  activeMembershipsOf,
  countOwners,
  membershipOf,
  scopesOfRole,
} from '../features/organization/queries.ts'
import { parseForm } from '../syntax/form.ts'
import { messagePage } from './messagePage.ts'
import { fieldOf, type PageRequest, type PageResponse } from './page.ts'
import type { DashboardCaller } from './settingsLists.ts'

export interface SettingsContext {
  session: Session
  caller: DashboardCaller
  organization: SettingsContext['organizations'][number]
  organizations: Awaited<ReturnType<typeof activeMembershipsOf>>
  ownerCount: number
}

/**
 * The session's user as a caller of the operations in an organization: the first one, unless the address names
 * another of theirs. Without a session or an organization, the page to show instead.
 */
export async function readContext({
  context,
  session,
  search,
}: PageRequest): Promise<SettingsContext | PageResponse> {
  if (!session) return { kind: 'redirect', location: '/oauth/sign-in' }
  const { userId } = session
  const wanted = fieldOf(parseForm(search), 'organization')
  return context.database.read(async (tx): Promise<SettingsContext | PageResponse> => {
    const organizations = await activeMembershipsOf(tx, userId)
    const chosen = organizations.find(({ organizationId }) => organizationId === wanted) ?? organizations[0]
    const membership = chosen && (await membershipOf(tx, chosen.organizationId, userId))
    if (!chosen || !membership) {
      const message = `${session.email} is not a member of any organization.`
      return messagePage(403, 'No organization', message, 'An administrator can invite you.')
    }
    const caller = {
      userId,
      organizationId: chosen.organizationId,
      workspaceId: membership.workspaceId,
      scopes: scopesOfRole[membership.role],
      triggeredBy: 'dashboard' as const,
    }
    const ownerCount = await countOwners(tx, chosen.organizationId)
    return { session, caller, organization: chosen, organizations, ownerCount }
  })
}
