/** The step that does the work: calls the handler, and renders its result unless its transaction did. */
import { ApiError } from '../../errors.ts'
import { SerializedJson } from '../../resources/serializedJson.ts'
import type { Call, CallStep } from '../call.ts'
import type { Operation } from '../operationTable.ts'
import type { CallHandler, Surface } from '../surface.ts'
import type { AnyResult } from './respond.ts'
import { respondUnwritten } from './unwritten.ts'

export function run(
  operation: Operation | undefined,
  surface: Surface,
  handler: CallHandler | undefined,
): CallStep | undefined {
  if (!operation) return undefined
  const { documentedResponse } = surface
  const work = handler && runHandler(operation, surface, handler)
  if (documentedResponse) return respondUnwritten(operation, documentedResponse(operation.id), work)
  if (work) return work
  throw new Error(`The operation ${operation.id} has no handler.`)
}

function runHandler(operation: Operation, surface: Surface, handler: CallHandler): CallStep {
  const { services, dialect, validator } = surface

  const finish = async (call: Call): Promise<void> => {
    const result = await handler(call)
    call.result = result
    if (!call.exchange || call.rendered) return
    const response = call.render(call, result as AnyResult)
    if (validator?.response && hasSerializedBody(result)) await validateSerialized(result)
    const { idempotent } = call
    if (idempotent) await services.database.write((tx) => idempotent.record(tx, response))
    call.rendered = response
  }

  /** Where it was serialised it is validated too. @throws Error that states what breaks the contract */
  async function validateSerialized({ status, body: { bytes } }: { status: number; body: SerializedJson }) {
    const { path, method } = operation
    const module = new URL('./validate/responseIssues.ts', import.meta.url)
    const issues = await services.workerThreads.run<string[]>(module, { path, method, status, bytes })
    if (issues.length > 0) throw new Error(`The response breaks the contract: ${issues.join('; ')}.`)
  }

  if (!operation.idempotencyKey) return finish
  return async (call) => {
    const { idempotent } = call
    try {
      await finish(call)
    } catch (error) {
      const requestId = call.exchange?.requestId ?? ''
      if (idempotent && error instanceof ApiError) {
        await idempotent.recordFailure(dialect.reject(error, requestId))
      }
      throw error
    } finally {
      const releasing = idempotent?.release()
      if (releasing) await releasing
    }
  }
}

const hasSerializedBody = (result: unknown): result is { status: number; body: SerializedJson } =>
  typeof result === 'object' && result !== null && 'body' in result && result.body instanceof SerializedJson
