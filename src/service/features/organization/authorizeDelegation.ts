import { ApiError } from '../../errors.ts'
import type { Caller } from '../../server/handler.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import * as memberStore from './model/member.ts'

/**
 * No one gives what the credential itself lacks: the one rule behind every operation that gives power, whether to a
 * member, a key, a client, an address that codes are sent to, or anyone who contains a secret (docs/internals/decisions.md, "power").
 *
 * @param scopes what follows from the gift, now or by the next step of whoever receives it
 * @param receiver for the message: `a member`, `an API key`
 * @param field the member of the body that gives it
 * @throws ApiError INSUFFICIENT_SCOPE
 */
export function authorizeDelegation(
  caller: Pick<Caller, 'scopes'>,
  scopes: Iterable<string>,
  receiver: string,
  field?: string,
): void {
  const required = [...scopes]
  const missing = required.filter((scope) => !caller.scopes.has(scope))
  if (missing.length === 0) return
  throw new ApiError(
    'INSUFFICIENT_SCOPE',
    `The credential lacks ${missing.join(' and ')}; ${receiver} gets only what its giver has.`,
    { details: { ...(field !== undefined && { field }), required, missing } },
  )
}

/**
 * Lets a caller make a key of these scopes: those that it has itself, and only when there is a member whom the key
 * can act as (docs/internals/decisions.md, "API keys").
 * @throws ApiError INSUFFICIENT_SCOPE, FORBIDDEN
 */
export async function authorizeKeyScopes(
  tx: ReadTransaction,
  caller: Caller,
  scopes: readonly string[],
): Promise<void> {
  authorizeDelegation(caller, scopes, 'an API key', 'scopes')
  if ((await memberStore.findByUser(tx, caller.organizationId, caller.userId))?.status === 'active') return
  throw new ApiError(
    'FORBIDDEN',
    'An API key acts as a member of the organization; the caller is an OAuth client that acts for itself.',
  )
}
