import { createHash, timingSafeEqual } from 'node:crypto'
import { OAuthError } from '../../oauthErrors.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import type { Parameters } from '../../syntax/form.ts'
import { requireParameter, requireValid } from '../../syntax/formRules.ts'
import type { AuthenticatedClient } from './clientAuthenticator.ts'
import { REFRESH_TOKEN_MS } from './lifetimes.ts'
import { digestOf, newSecret, scopesOf } from './model/client.ts'
import * as codeStore from './model/code.ts'
import type { GrantResult } from './model/grant.ts'
import * as grantStore from './model/grant.ts'
import * as refreshTokenStore from './model/refreshToken.ts'
import type { OAuthContext } from './oauthContext.ts'
import { grantable, requireAnyScope } from './scopes.ts'

const invalidGrant = (message: string) => new OAuthError('invalid_grant', message)

/**
 * Authorization code (RFC 6749, section 4.1.3; RFC 7636, section 4.6). A code that is presented wrongly stays as
 * it is. One that is presented twice revokes its grant.
 */
export async function exchangeCode(
  context: OAuthContext,
  { row: client }: AuthenticatedClient,
  form: Parameters,
): Promise<GrantResult> {
  const code = requireParameter(form, 'code')
  const redirectUri = requireParameter(form, 'redirect_uri')
  requireValid('exchangeToken', form, 'code_verifier')
  const verifier = form.get('code_verifier')
  const digest = digestOf(code)
  const refreshToken = newSecret(context.random)

  // Rejections are results: a throw would undo the revocation that comes with one of them.
  const outcome = await context.database.write(async (tx): Promise<GrantResult | OAuthError> => {
    const now = context.clock.now()
    const row = await codeStore.find(tx, digest)
    if (!row || row.client_id !== client.id) {
      return invalidGrant('The authorization code is unknown, or was given to another client.')
    }
    if (row.used_at !== null) return replayed(tx, context, row)
    if (row.expires_at <= now) return invalidGrant('The authorization code has expired.')
    if (row.redirect_uri !== redirectUri) {
      return invalidGrant('redirect_uri differs from that of the authorization request.')
    }
    const mismatch = challengeMismatch(row.challenge, verifier)
    if (mismatch !== undefined) return invalidGrant(mismatch)
    const grant = await grantStore.find(tx, row.grant_id)
    if (!grant || !grantStore.isActive(grant)) return invalidGrant('The grant was revoked.')
    const clientScopes = scopesOf({ scopes: grant.client_scopes })
    const scopes = requireAnyScope(grantable(scopesOf(grant), clientScopes, grantStore.roleOf(grant)))
    if (!(await codeStore.use(tx, digest, now))) return replayed(tx, context, row)
    await refreshTokenStore.insert(tx, {
      digest: digestOf(refreshToken),
      grant_id: grant.id,
      created_at: now,
      expires_at: now + REFRESH_TOKEN_MS,
      used_at: null,
    })
    return { grant, scopes, refreshToken }
  })
  if (outcome instanceof OAuthError) throw outcome
  return outcome
}

/** RFC 6749, section 4.1.2: tokens that came of a code used twice should be revoked. */
async function replayed(
  tx: WriteTransaction,
  context: OAuthContext,
  row: codeStore.CodeRow,
): Promise<OAuthError> {
  const grant = await grantStore.find(tx, row.grant_id)
  if (grant) await grantStore.end(tx, context, grant, { operation: 'exchangeToken', triggeredBy: 'api' })
  return invalidGrant('The authorization code was used before; what it gave is revoked.')
}

function challengeMismatch(challenge: string | null, verifier: string | undefined): string | undefined {
  if (challenge === null) {
    // RFC 9700, section 4.8.2: otherwise anyone who strips the challenge gets by with any verifier.
    return verifier === undefined
      ? undefined
      : 'code_verifier was sent, but the request had no code_challenge.'
  }
  if (verifier === undefined)
    return 'code_verifier is missing; the authorization request had a code_challenge.'
  const found = createHash('sha256').update(verifier).digest()
  const wanted = Buffer.from(challenge, 'base64url')
  const fits = found.length === wanted.length && timingSafeEqual(found, wanted)
  return fits ? undefined : 'code_verifier does not fit the code_challenge of the authorization request.'
}
