/**
 * An operation, compiled when the server starts. All decisions of its document, its handler and the services are made
 * here. A call passes through one closure, over HTTP, from the pages and in this process alike.
 */
import type { Call, CallStep } from './call.ts'
import type { Operation } from './operationTable.ts'
import { steps } from './steps.ts'
import type { CallHandler, Surface } from './surface.ts'

/**
 * The way of a call through an operation; without one, through the steps that come before it is known that there is
 * none. Steps that do not concern the operation are left out, and what is synchronous is not awaited.
 */
export function compileOperation(
  operation: Operation | undefined,
  handler: CallHandler | undefined,
  surface: Surface,
): CallStep {
  const compiled = steps.flatMap(({ compile }) => compile(operation, surface, handler) ?? [])
  const from = (call: Call, start: number): undefined | Promise<void> => {
    for (let at = start; at < compiled.length && call.rendered === undefined; at++) {
      const waiting = (compiled[at] as CallStep)(call)
      if (waiting !== undefined) return waiting.then(() => from(call, at + 1))
    }
    return undefined
  }
  return (call) => from(call, 0)
}
