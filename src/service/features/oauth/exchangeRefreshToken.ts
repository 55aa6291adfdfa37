import { OAuthError } from '../../oauthErrors.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import type { Parameters } from '../../syntax/form.ts'
import { requireParameter } from '../../syntax/formRules.ts'
import type { AuthenticatedClient } from './clientAuthenticator.ts'
import { REFRESH_TOKEN_MS, REPEAT_MS } from './lifetimes.ts'
import { digestOf, scopesOf } from './model/client.ts'
import type { GrantResult } from './model/grant.ts'
import * as grantStore from './model/grant.ts'
import * as refreshTokenStore from './model/refreshToken.ts'
import type { OAuthContext } from './oauthContext.ts'
import { grantable, parseScope, requireAnyScope } from './scopes.ts'

/**
 * Refresh (RFC 6749, section 6; RFC 9700, section 4.14). A confidential client retains its token. A public one gets
 * a successor. A later user of the old token is either the client, whose response was lost a moment ago, or a
 * thief: then the grant ends for both.
 */
export async function exchangeRefreshToken(
  context: OAuthContext,
  { row: client }: AuthenticatedClient,
  form: Parameters,
): Promise<GrantResult> {
  const presented = requireParameter(form, 'refresh_token')
  const wanted = form.get('scope')
  const outcome = await context.database.write(async (tx): Promise<GrantResult | OAuthError> => {
    const now = context.clock.now()
    const row = await refreshTokenStore.find(tx, digestOf(presented))
    const grant = row && (await grantStore.find(tx, row.grant_id))
    if (!row || !grant || grant.client_id !== client.id) {
      return rejected('The refresh token is unknown, or was given to another client.')
    }
    if (!grantStore.isActive(grant))
      return rejected('The grant was revoked, or its user is no longer a member.')
    if (row.expires_at <= now) return rejected('The refresh token has expired.')
    const successor = context.successorOf(presented)
    if (client.type === 'public' && row.used_at !== null && !(await isRepeat(tx, successor, now))) {
      await grantStore.end(tx, context, grant, { operation: 'exchangeToken', triggeredBy: 'api' })
      return rejected('The refresh token was used before; the grant is revoked.')
    }
    const granted = scopesOf(grant)
    // Checked before anything is used up; a narrower scope is for this only one access token.
    const scopes = wanted === undefined ? granted : parseScope(wanted, granted)
    const exchanged = {
      grant,
      scopes: requireAnyScope(
        grantable(scopes, scopesOf({ scopes: grant.client_scopes }), grantStore.roleOf(grant)),
      ),
    }
    if (client.type === 'confidential') {
      await refreshTokenStore.prolong(tx, row.digest, now + REFRESH_TOKEN_MS)
      return { ...exchanged, refreshToken: presented }
    }
    if (row.used_at === null) await rotate(tx, row, successor, now)
    return { ...exchanged, refreshToken: successor }
  })
  if (outcome instanceof OAuthError) throw outcome
  return outcome
}

const rejected = (message: string) => new OAuthError('invalid_grant', message)

/** Whether the successor of a used token was given a moment ago and never used: its response may have been lost. */
async function isRepeat(tx: WriteTransaction, successor: string, now: number): Promise<boolean> {
  const next = await refreshTokenStore.find(tx, digestOf(successor))
  return next?.used_at === null && now - next.created_at <= REPEAT_MS
}

/** Puts the successor instead of a token that no one has used. */
async function rotate(
  tx: WriteTransaction,
  row: refreshTokenStore.RefreshTokenRow,
  successor: string,
  now: number,
): Promise<void> {
  // Reading and marking are one transaction of the one writer; a token that is marked twice is a defect.
  if (!(await refreshTokenStore.use(tx, row.digest, now))) throw new Error('The token was used meanwhile.')
  const fresh = {
    digest: digestOf(successor),
    grant_id: row.grant_id,
    created_at: now,
    expires_at: now + REFRESH_TOKEN_MS,
  }
  await refreshTokenStore.insert(tx, { ...fresh, used_at: null })
}
