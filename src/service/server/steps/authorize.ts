import { ApiError } from '../../errors.ts'
import type { Caller } from '../handler.ts'
import type { Operation } from '../operationTable.ts'

/** The scopes of the operation's `security` that a caller lacks; the document is the only list. */
export const missingScopes = (operation: Operation, caller: Pick<Caller, 'scopes'>): string[] =>
  operation.scopes.filter((scope) => !caller.scopes.has(scope))

/** @throws Error for an operation that forgot its scopes: the server does not start with it */
export function requireScopes({ id, scopes }: Operation): void {
  if (scopes.length === 0) throw new Error(`${id} declares no scope: no caller can use it.`)
}

/**
 * Rejects a caller that lacks a scope of the operation's `security`.
 * @throws ApiError INSUFFICIENT_SCOPE (RFC 6750, section 3.1) naming the scopes needed and missing
 */
export function authorize(operation: Operation, caller: Caller): void {
  const missing = missingScopes(operation, caller)
  if (missing.length === 0) return
  const message = `The credential lacks ${missing.join(' and ')}; ${operation.id} needs ${operation.scopes.join(' and ')}.`
  throw new ApiError('INSUFFICIENT_SCOPE', message, {
    details: { required: operation.scopes, missing },
  })
}
