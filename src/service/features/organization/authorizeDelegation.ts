import { ApiError } from '../../errors.ts'
import type { Caller } from '../../server/handler.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import * as memberStore from './model/member.ts'

/**
 * No one gives a right that the credential itself lacks. This rule applies to every operation that gives power, whether to
 * a member, a key, a client, an address that receives codes, or a holder of a secret (docs/internals/decisions.md, "power").
 *
 * @param scopes the scopes that follow from the gift, now or by the next step of its receiver
 * @param receiver for the message: `a member of the organization`, `an API key`
 * @param field the property of the body that gives it
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
