/** The step that checks a call against its operation's document, and fills in what the document states by default. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Call, CallStep } from '../../call.ts'
import type { Operation } from '../../operationTable.ts'
import type { Surface } from '../../surface.ts'
import { LARGE_BODY } from '../body/receiveBody.ts'
import { createCompiledValidator } from './compiled.ts'
import type { ValidParts } from './validator.ts'

export function validate(operation: Operation | undefined, { validator }: Surface): CallStep | undefined {
  if (!operation || !validator) return undefined
  const inProcess = createCompiledValidator()
  return (call) => {
    const { exchange } = call
    const parts = {
      target: call.target,
      params: call.params,
      query: call.rawQuery,
      headers: exchange?.request.headers ?? IN_PROCESS,
      body: call.body,
    }
    call.parts = parts
    const valid = (exchange ? validator : inProcess).request(operation, parts, exchange)
    if (call.bytes.length >= LARGE_BODY) return applyLater(call, valid)
    return valid instanceof Promise ? valid.then((one) => apply(call, one)) : apply(call, valid)
  }
}

const IN_PROCESS = { 'content-type': 'application/json' }

/** The handler's work on a large body is another turn of the event loop. */
async function applyLater(call: Call, valid: ValidParts | Promise<ValidParts>): Promise<void> {
  apply(call, await valid)
  await nextTurn()
}

function apply(call: Call, { params, query, body }: ValidParts): void {
  call.params = params as Record<string, string>
  call.query = query
  call.body = body
}
