import { ApiError } from '../../errors.ts'
import type { Caller } from '../../server/handler.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import { authorizeDelegation } from './authorizeDelegation.ts'
import * as memberStore from './model/member.ts'

/**
 * Lets a caller make a key of these scopes: those that it has itself, and only when there is a member whom the key
 * can act as (docs/decisions.md, "API keys").
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
    'An API key acts as a member; the caller is an OAuth client that acts for itself.',
  )
}
