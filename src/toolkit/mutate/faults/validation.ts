/** Requests that a server must reject, and accepts. */
import { responseFor } from '../../openapi/operations.ts'
import { succeeded, type WireResponse } from '../wire.ts'
import { type Fault, type FaultSource, faultId, onResponses, type Wrong } from './fault.ts'

const KINDS: Readonly<Record<number, Extract<Wrong, { status: number }>['kind']>> = {
  400: 'invalid-accepted',
  422: 'invalid-accepted',
  404: 'missing-found',
  409: 'conflict-accepted',
  412: 'conflict-accepted',
}

/** The response is a successful one of the recording: where the tests never saw one, nothing is planted. */
export const validationFaults: FaultSource = (recording) => {
  const successes = new Map<string, WireResponse>()
  for (const { operationId, response } of recording.exchanges)
    if (succeeded(response) && !successes.has(operationId)) successes.set(operationId, response)
  const faults = new Map<string, Fault>()
  for (const { operationId, response } of recording.exchanges) {
    const { status } = response
    const kind = KINDS[status]
    const success = successes.get(operationId)
    const operation = recording.operations.get(operationId)
    if (kind === undefined || success === undefined || operation === undefined) continue
    const wrong: Wrong = { kind, status }
    const id = faultId(operationId, wrong)
    faults.set(id, {
      id,
      family: 'validation',
      operationId,
      pointer: responseFor(operation, status)?.pointer ?? operation.pointer,
      wrong,
      plant: () => onResponses(recording, operationId, (one) => (one.status === status ? success : one)),
    })
  }
  return [...faults.values()]
}
