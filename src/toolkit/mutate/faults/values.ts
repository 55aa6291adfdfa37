/** Wrong values in responses. */
import { responseFor } from '../../openapi/operations.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import { placeOfValue } from '../placeOfValue.ts'
import type { Recording } from '../recording.ts'
import { jsonOf, succeeded, withJson } from '../wire.ts'
import {
  editedAt,
  type Fault,
  type FaultSource,
  faultId,
  onResponses,
  REMOVED,
  type ValueKind,
  type Wrong,
} from './fault.ts'
import { MUTATIONS, type Part, partsOf } from './mutations.ts'

/** Of an error, clients read codes and messages. */
const OF_ERRORS: readonly ValueKind[] = ['property-missing', 'value-changed']

interface Spot extends Part {
  operationId: string
  status: number
}

export const valueFaults: FaultSource = (recording) => {
  const faults = new Map<string, Fault>()
  for (const spot of spotsIn(recording))
    for (const [kind, edit] of MUTATIONS[spot.type] ?? []) {
      if (spot.status >= 400 && !OF_ERRORS.includes(kind)) continue
      const fault = faultAt(recording, spot, kind, edit)
      faults.set(fault.id, fault)
    }
  return [...faults.values()]
}

function faultAt(
  recording: Recording,
  spot: Spot,
  kind: ValueKind,
  edit: (value: unknown) => unknown,
): Fault {
  const { operationId, status, path } = spot
  const wrong: Wrong = { kind, property: path.length === 0 ? '' : pointerOf(...path) }
  return {
    id: `${faultId(operationId, wrong)} ${status}`,
    family: 'values',
    operationId,
    pointer: pointerIn(recording, spot),
    wrong,
    plant: () =>
      onResponses(recording, operationId, (response) => {
        const body = response.status === status ? jsonOf(response) : undefined
        if (body === undefined) return response
        const after = editedAt(body, path, edit)
        return JSON.stringify(after) === JSON.stringify(body)
          ? response
          : withJson(response, after === REMOVED ? null : after)
      }),
  }
}

function pointerIn({ document, operations }: Recording, { operationId, status, path }: Spot): string {
  const operation = operations.get(operationId)
  const response = operation && responseFor(operation, status)
  return response === undefined ? (operation?.pointer ?? '') : placeOfValue(document, response, path)
}

function spotsIn({ exchanges }: Recording): Spot[] {
  const spots = new Map<string, Spot>()
  for (const { operationId, request, response } of exchanges) {
    const { status } = response
    if (request.method === 'HEAD' || (!succeeded(response) && status < 400)) continue
    for (const { path, type } of partsOf(jsonOf(response)))
      spots.set(JSON.stringify([operationId, status, path, type]), { operationId, status, path, type })
  }
  return [...spots.values()]
}
