/** Reads a client's request to the user. Source: "Authorization (browser redirect)"; RFC 6749, section 4.1.1. */

import { OAuthError } from '../../oauthErrors.ts'
import { type Form, parseForm, printable } from '../../syntax/form.ts'
import { type FormFault, faultsOfQuery } from '../../syntax/formRules.ts'
import { findWithPlan, redirectUrisOf, scopesOf } from './model/client.ts'

import type { OAuthContext } from './oauthContext.ts'
import { isRedirectUri, withParameters } from './redirectUris.ts'
import { parseScope } from './scopes.ts'

export interface AuthorizationRequest {
  client: { id: string; name: string; organizationName: string }
  redirectUri: string
  scopes: string[]
  state: string | undefined
  /** Base64url of SHA-256; null for a confidential client that does not use PKCE. */
  challenge: string | null
}

type ReadRequest =
  | { kind: 'valid'; request: AuthorizationRequest }
  /** The client cannot be trusted with the error: the user sees it. */
  | { kind: 'refused'; message: string }
  /** The client gets the error, at its own address. */
  | { kind: 'back'; location: string }

type BackError =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied'

/** An error on its way to the client (RFC 6749, section 4.1.2.1; `iss`: RFC 9207). */
export function errorLocation(
  context: OAuthContext,
  to: { redirectUri: string; state: string | undefined },
  error: BackError,
  description: string,
): string {
  const { redirectUri, state } = to
  const iss = context.addresses().apiRoot
  return withParameters(redirectUri, { error, error_description: description, state, iss })
}

/** @param search the query, without its question mark */
export async function readAuthorizationRequest(context: OAuthContext, search: string): Promise<ReadRequest> {
  const rejected = (message: string): ReadRequest => ({ kind: 'refused', message })
  let query: Form
  try {
    query = parseForm(search)
  } catch {
    return rejected('The address of this page is damaged.')
  }
  const faults = faultsOfQuery('getAuthorization', query)
  const one = (name: string) => (query.get(name)?.length === 1 ? query.get(name)?.[0] : undefined)
  const clientId = one('client_id')
  if (clientId === undefined) return rejected('The request does not name one application (client_id).')
  const row = await context.database.read((tx) => findWithPlan(tx, clientId))
  if (!row) return rejected('No such application is registered here (client_id).')
  const redirectUri = one('redirect_uri')
  if (redirectUri === undefined)
    return rejected('The request does not name one place to come back to (redirect_uri).')
  if (!redirectUrisOf(row).some((registered) => isRedirectUri(registered, redirectUri))) {
    return rejected('The application did not register the place that you would be sent to (redirect_uri).')
  }

  // From here on the client gets errors, because the redirect URI is its own.
  const state = one('state')
  const back = (error: BackError, description: string): ReadRequest => ({
    kind: 'back',
    location: errorLocation(context, { redirectUri, state }, error, description),
  })
  const twice = [...query].find(([, values]) => values.length > 1)
  if (twice) return back('invalid_request', `${printable(twice[0])} occurs more than once.`)
  for (const fault of inOrder(faults, ['response_type', 'response_mode'])) {
    if (fault.name === 'response_mode') return back('invalid_request', 'response_mode must be query.')
    return back(fault.kind === 'missing' ? 'invalid_request' : 'unsupported_response_type', fault.message)
  }
  const challenge = one('code_challenge')
  const fault = challengeFault(query, faults, row.type === 'public')
  if (fault !== undefined) return back('invalid_request', fault)
  const scope = one('scope')
  if (scope === undefined) return back('invalid_scope', 'scope is missing.')
  try {
    return {
      kind: 'valid',
      request: {
        client: { id: row.id, name: row.name, organizationName: row.organization_name },
        redirectUri,
        scopes: parseScope(scope, scopesOf(row)),
        state,
        challenge: challenge ?? null,
      },
    }
  } catch (error) {
    if (error instanceof OAuthError) return back('invalid_scope', error.message)
    throw error
  }
}

const inOrder = (faults: readonly FormFault[], names: readonly string[]): FormFault[] =>
  names.flatMap((name) => faults.filter((fault) => fault.name === name))

/** RFC 7636, section 4.3; RFC 9700, section 2.1.1: only S256, and always for public clients. */
function challengeFault(query: Form, faults: readonly FormFault[], isPublic: boolean): string | undefined {
  const hasMethod = query.has('code_challenge_method')
  if (!query.has('code_challenge')) {
    if (hasMethod) return 'code_challenge_method was sent without code_challenge.'
    return isPublic ? 'code_challenge is missing; a public client needs PKCE.' : undefined
  }
  // Without a method RFC 7636 means "plain", which anyone who sees the request can respond.
  if (!hasMethod) return 'code_challenge_method is missing; expected S256.'
  return inOrder(faults, ['code_challenge_method', 'code_challenge'])[0]?.message
}
