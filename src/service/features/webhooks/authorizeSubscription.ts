import type { EventType } from '../../../../generated/openapi.v1.ts'
import { ApiError } from '../../errors.ts'
import type { Caller } from '../../server/handler.ts'

type Family<T extends string> = T extends `${infer F}.${string}` ? F : never

/** The scopes that a caller needs before the service sends such data to an address of the caller's choice. */
const SCOPES: Record<Family<EventType>, readonly string[]> = {
  prompt: ['prompts:read'],
  report: ['reports:read'],
  // Results of evaluations show rendered prompts.
  evaluation: ['evaluations:read', 'prompts:read'],
  member: ['organization:read'],
  subscription: ['organization:read'],
}

/**
 * Rejects a subscription to events that the caller could not read (docs/internals/decisions.md, "scopes per operation").
 * @throws ApiError INSUFFICIENT_SCOPE
 */
export function authorizeSubscription(caller: Caller, events: readonly EventType[]): void {
  for (const event of events) {
    const required = SCOPES[event.split('.', 1)[0] as Family<EventType>]
    const missing = required.filter((scope) => !caller.scopes.has(scope))
    if (missing.length === 0) continue
    throw new ApiError(
      'INSUFFICIENT_SCOPE',
      `The credential lacks ${missing.join(' and ')}; a webhook that receives ${event} needs ${required.join(' and ')}.`,
      { details: { required, missing } },
    )
  }
}
