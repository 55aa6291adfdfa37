/** Wrong statuses. */
import { responseFor } from '../../openapi/operations.ts'
import { type Fault, type FaultSource, faultId, onResponses, type Wrong } from './fault.ts'

/** A status with another meaning for clients. */
const INSTEAD: Readonly<Record<number, number>> = {
  200: 202,
  201: 200,
  202: 200,
  204: 200,
  400: 500,
  401: 403,
  403: 401,
  404: 400,
  409: 400,
  412: 409,
  422: 500,
  429: 503,
}

export const statusFaults: FaultSource = (recording) => {
  const faults = new Map<string, Fault>()
  for (const { operationId, response } of recording.exchanges) {
    const { status: from } = response
    const to = INSTEAD[from]
    const operation = recording.operations.get(operationId)
    if (to === undefined || operation === undefined) continue
    const wrong: Wrong = { kind: 'status-changed', from, to }
    const id = faultId(operationId, wrong)
    if (faults.has(id)) continue
    faults.set(id, {
      id,
      family: 'statuses',
      operationId,
      pointer: responseFor(operation, from)?.pointer ?? operation.pointer,
      wrong,
      plant: () =>
        onResponses(recording, operationId, (one) => (one.status === from ? { ...one, status: to } : one)),
    })
  }
  return [...faults.values()]
}
