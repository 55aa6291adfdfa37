import { OAuthError } from '../../oauthErrors.ts'
import { printable } from '../../syntax/form.ts'
import { effectiveScopes, isScope, type Role, scopesOfRole } from '../organization/queries.ts'

/**
 * The scopes in a `scope` parameter, each once (RFC 6749, section 3.3).
 * @throws OAuthError invalid_scope for a scope that does not exist, or that is not among `allowed`
 */
export function parseScope(text: string, allowed: readonly string[]): string[] {
  const scopes = [...new Set(text.split(' '))]
  for (const scope of scopes) {
    if (!isScope(scope)) {
      throw new OAuthError(
        'invalid_scope',
        `The scope ${printable(JSON.stringify(scope)).replaceAll('?', "'")} is unknown.`,
      )
    }
    if (!allowed.includes(scope)) {
      throw new OAuthError(
        'invalid_scope',
        `The scope ${scope} is more than was allowed: ${allowed.join(' ')}.`,
      )
    }
  }
  return scopes
}

/** The part of `scopes` that a token may carry now: still allowed to the client, and granted by the user's role. */
export const grantable = (
  scopes: readonly string[],
  clientScopes: readonly string[],
  role: Role | undefined,
): string[] =>
  scopes.filter(
    (scope) => clientScopes.includes(scope) && (role === undefined || scopesOfRole[role].has(scope)),
  )

/**
 * Checked before a code or a refresh token is used up: a rejection here costs the client nothing.
 * @throws OAuthError invalid_scope when nothing is left
 */
export function requireAnyScope(scopes: readonly string[]): readonly string[] {
  if (scopes.length > 0) return scopes
  throw new OAuthError('invalid_scope', 'Nothing is left of the scopes: the client or the user lost them.')
}

/** The rights of a caller with a token of these scopes; a client that acts for itself has no role but its own list. */
export function usableScopes(
  scopes: readonly string[],
  clientScopes: readonly string[],
  role: Role | undefined,
): ReadonlySet<string> {
  return effectiveScopes(grantable(scopes, clientScopes, role), role ?? 'owner')
}
