/** The expected result of a request: the words and statuses that the rules of single requests share. */
import { type ApiOperation, declares, needsCredential } from '../../model/api.ts'
import { rejectsInBody } from '../../model/bodyErrors.ts'
import type { Json } from '../../openapi/document.ts'
import type { Recorded } from '../engine/events.ts'
import { hasCredential } from '../engine/identities.ts'
import type { Broken, CheckContext } from '../engine/rule.ts'

/** The declared statuses among those that fit a rejection; where none is declared, all 4xx fit. */
function rejectionStatuses(operation: ApiOperation, fitting: readonly number[]): readonly number[] {
  return fitting.filter((status) => operation.responses.has(String(status)))
}

interface Rejection {
  /** The sent value in words: `a name of 256 characters`. */
  what: string
  /** The kind of mistake, without where it is. */
  sort?: string
  /** The value that was sent. */
  value?: unknown
  /** Statuses that fit, the best first. */
  fitting: readonly number[]
  /** Those of them that an RFC makes right whether the document declares them or not. */
  always?: readonly number[]
  /** Any 4xx rejects what is invalid. Whether the document declares it, `status-declared` checks. */
  any4xx?: true
  place?: string | undefined
  with?: Recorded[]
  provenance?: Broken['provenance']
}

/** Reports a wrong response to a request that must be rejected; true when it was rejected as declared. */
export function expectRejection(
  context: CheckContext,
  operation: ApiOperation,
  exchange: Recorded,
  rejection: Rejection,
): boolean {
  const { status } = exchange
  const declared = rejectionStatuses(operation, rejection.fitting)
  const right =
    rejection.always?.includes(status) === true ||
    (declared.length > 0 && rejection.any4xx !== true
      ? declared.includes(status) || (rejection.fitting.includes(status) && declares(operation, status))
      : status >= 400 && status < 500)
  // An API whose document knows no status for it may reject in the body.
  if (right || (declared.length === 0 && status < 300 && rejectsInBody(exchange.json as Json))) return true
  requireCredential(context, operation, exchange)
  const reported = rejection.fitting.filter(
    (one) => declared.length > 0 && (declares(operation, one) || rejection.always?.includes(one)),
  )
  context.broken({
    code: 'wrong-status',
    subject: rejection.what,
    received: status,
    expected: reported.length > 0 ? reported : '4xx',
    ...('value' in rejection && { details: { value: rejection.value } }),
    exchange,
    place: rejection.place ?? operation.pointer,
    ...(rejection.sort !== undefined && { sort: rejection.sort }),
    ...(rejection.with !== undefined && { with: rejection.with }),
    ...(rejection.provenance !== undefined && { provenance: rejection.provenance }),
  })
  return false
}

/** Without a credential, a 401 is right for an operation that requires one: ends the check. */
function requireCredential(context: CheckContext, operation: ApiOperation, { status }: Recorded): void {
  const { main } = context.roles
  if (status === 401 && !hasCredential(main) && needsCredential(operation))
    context.notObserved({ code: 'needs-credential', operationId: operation.operationId })
}

/** Reports a response other than a declared success; true for a declared success. */
export function expectSuccess(
  context: CheckContext,
  operation: ApiOperation,
  exchange: Recorded,
  what: string,
  place?: string,
): boolean {
  const { status } = exchange
  const declared = operation.successes
  const right =
    status >= 200 &&
    status < 300 &&
    (declared.length === 0 ||
      declared.includes(status) ||
      operation.responses.has('2XX') ||
      operation.responses.has('default'))
  if (right) return true
  requireCredential(context, operation, exchange)
  context.broken({
    code: 'valid-request-rejected',
    subject: what,
    received: status,
    expected: declared.length > 0 ? declared : 'a success',
    ...(status >= 400 && { details: { body: exchange.body.toString().slice(0, 160) } }),
    exchange,
    place: place ?? operation.pointer,
  })
  return false
}

/** The fact of a value that the schema allows and the server rejects. A server error is one cause for all values. */
export const rejectedValue = (
  { status }: Recorded,
  property: string,
  { what, value }: { what: string; value: unknown },
) => ({
  code: 'valid-value-rejected' as const,
  subject: status >= 500 ? property : `${what} as ${property}`,
  received: status,
  details: { property, what, value },
})
