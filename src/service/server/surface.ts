/** The common parts of the operations of one document: their callers, their form of responses, and the tools of their steps. */
import type { Call, CallStep } from './call.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Services } from './handler.ts'
import type { Operation } from './operationTable.ts'
import type { Idempotency } from './steps/idempotency/idempotency.ts'
import type { RateLimiter } from './steps/rateLimit/limiter.ts'
import type { DocumentedResponse } from './steps/unwritten.ts'
import type { Validator } from './steps/validate/validator.ts'

/** Responds with what its dialect renders. */
export type CallHandler = (call: Call) => unknown

/** The identification and authorization of callers: the `security` of a document. */
export interface Scheme {
  /** @returns the step that settles who calls; undefined where no one need be known */
  identify(operation: Operation | undefined, surface: Surface): CallStep | undefined
  /** @returns the step that rejects with 403; undefined where everyone may */
  authorize(operation: Operation): CallStep | undefined
}

export interface Surface {
  services: Services
  scheme: Scheme
  dialect: Dialect
  limiter: RateLimiter
  /** Undefined where no operation of the document accepts a key. */
  idempotency?: Idempotency
  /** The response of operations without a handler in development; undefined: they are rejected at the start. */
  documentedResponse?: (operationId: string) => DocumentedResponse | undefined
  /** Undefined where the handlers validate their forms themselves. */
  validator?: Validator
}
