import { OAuthError } from '../../oauthErrors.ts'
import type { Parameters } from '../../syntax/form.ts'
import type { AuthenticatedClient } from './clientAuthenticator.ts'
import { scopesOf } from './model/client.ts'
import type { GrantResult } from './model/grant.ts'
import type { OAuthContext } from './oauthContext.ts'
import { parseScope, requireAnyScope } from './scopes.ts'

/**
 * Client credentials (RFC 6749, section 4.4): a token of the client's own service user. Nothing is written, because
 * the client has one permanent grant. There is no refresh token, because the secret gets the next token as well.
 */
export async function exchangeClientCredentials(
  _context: OAuthContext,
  { row, proved }: AuthenticatedClient,
  form: Parameters,
): Promise<GrantResult> {
  if (!proved) throw new OAuthError('unauthorized_client', 'A public client cannot use client_credentials.')
  const allowed = scopesOf(row)
  const wanted = form.get('scope')
  return {
    grant: {
      id: row.own_grant_id,
      client_id: row.id,
      user_id: row.service_user_id,
      organization_id: row.organization_id,
    },
    scopes: requireAnyScope(wanted === undefined ? allowed : parseScope(wanted, allowed)),
  }
}
