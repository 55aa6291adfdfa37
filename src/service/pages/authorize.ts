/** GET and POST /oauth/authorize: the consent page. Source: "Authorization (browser redirect)"; RFC 6749, 4.1.1. */
import {
  type AuthorizationRequest,
  consentIdOf,
  consentProof,
  errorLocation,
  issueCode,
  readAuthorizationRequest,
  type Session,
} from '../features/oauth/queries.ts'
import { activeMembershipsOf, scopesOfRole } from '../features/organization/queries.ts'
import { type ConsentFacts, consentView } from './consentView.ts'
import { messagePage, staleForm } from './messagePage.ts'
import {
  fieldOf,
  isAllowed,
  type PageHandler,
  type PageRequest,
  type PageResponse,
  sessionProof,
} from './page.ts'

export const getAuthorization: PageHandler = async (page) => {
  const asked = await settle(page)
  if ('kind' in asked) return asked
  return showConsent(page, asked)
}

export const sendAuthorization: PageHandler = async (page) => {
  const asked = await settle(page)
  if ('kind' in asked) return asked
  const { request, session } = asked
  const { context, search, form } = page
  const shown = { sessionDigest: session.digest, search }
  const consentId = consentIdOf(context, shown, fieldOf(form, 'consent'))
  if (consentId === undefined) return staleForm()
  const decision = fieldOf(form, 'decision')
  if (decision === 'deny') {
    return back(errorLocation(context, request, 'access_denied', 'The user denied the request.'))
  }
  if (!isAllowed('sendAuthorization', form, 'decision')) return staleForm()

  const organizationId = fieldOf(form, 'organization')
  const membership = (await membershipsOf(page, session)).find((one) => one.organizationId === organizationId)
  if (!membership) return staleForm()
  const ticked = form.get('scope') ?? []
  // Only requested scopes can be ticked, whatever the form contains. Scopes that the role lacks cannot be granted.
  const scopes = request.scopes.filter(
    (scope) => ticked.includes(scope) && scopesOfRole[membership.role].has(scope),
  )
  if (scopes.length === 0) {
    const problem = 'Choose at least one scope that your role has there, or deny.'
    return showConsent(page, asked, { organizationId, ticked, problem })
  }
  const allowed = { consentId, userId: session.userId, organizationId, scopes }
  const location = await issueCode(context, request, allowed)
  return location === undefined ? staleForm() : back(location)
}

const back = (location: string): PageResponse => ({ kind: 'redirect', location })

interface Asked {
  request: AuthorizationRequest
  session: Session
}

/** The request and its user, or the page that comes first. */
async function settle({ context, search, session }: PageRequest): Promise<Asked | PageResponse> {
  const read = await readAuthorizationRequest(context, search)
  if (read.kind === 'refused') {
    const advice = 'Nothing was shared. Go back to the application, and report this page to its developers.'
    return messagePage(400, 'This request is not valid', read.message, advice)
  }
  if (read.kind === 'back') return back(read.location)
  if (!session) return back(`/oauth/sign-in?${search}`)
  return { request: read.request, session }
}

async function showConsent(
  page: PageRequest,
  { request, session }: Asked,
  rejected?: ConsentFacts['rejected'],
): Promise<PageResponse> {
  const { context, search } = page
  const organizations = await membershipsOf(page, session)
  if (organizations.length === 0) {
    const message = `${session.email} is not a member of any organization, so there is nothing to allow.`
    return messagePage(400, 'No organization', message, 'An administrator can invite you.')
  }
  const content = consentView({
    request,
    session,
    organizations,
    search,
    proof: consentProof(context, { sessionDigest: session.digest, search }),
    signOutProof: sessionProof(context, session),
    ...(rejected && { rejected }),
  })
  const status = rejected === undefined ? 200 : 400
  const title = `Allow ${request.client.name}`
  return { kind: 'page', status, title, content, redirectUri: request.redirectUri }
}

const membershipsOf = ({ context }: PageRequest, { userId }: Session) =>
  context.database.read((tx) => activeMembershipsOf(tx, userId))
