/**
 * Operations that no one has coded yet, in development: every step before the work is accepted, then the response is 501
 * with the example of the document. It is not a response of the contract and no rejection of it, so it is not checked against it.
 */
import type { Call, CallStep } from '../call.ts'
import type { Rendered } from '../exchange.ts'
import type { Operation } from '../operationTable.ts'

/** The documented success of an operation; null where it shows no body. */
export interface DocumentedResponse {
  status: number
  example: unknown
}

/**
 * @param work the step of the handler; undefined where there is none. One that still is as `stub` made it throws for
 * want of `writeMe`, and counts as none.
 */
export function respondUnwritten(
  { id, method, path }: Operation,
  documented: DocumentedResponse | undefined,
  work: CallStep | undefined,
): CallStep {
  const respond = (call: Call): void => {
    const { exchange } = call
    if (!exchange) throw new Error(`The operation ${id} has no handler.`)
    const error = {
      code: 'NOT_IMPLEMENTED',
      message: `The handler of ${id} (${method.toUpperCase()} ${path}) is not written yet; details.example is the example of the document.`,
      details: { operation: id, ...documented },
      requestId: exchange.requestId,
    }
    call.rendered = rendered({ success: false, error })
  }
  return async (call) => {
    try {
      if (work) return await work(call)
    } catch (error) {
      if (!(error instanceof ReferenceError && error.message.startsWith('writeMe '))) throw error
    } finally {
      if (!work) await call.idempotent?.release()
    }
    respond(call)
  }
}

const rendered = (body: object): Rendered => ({
  status: 501,
  headers: { 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
  outsideContract: true,
})
