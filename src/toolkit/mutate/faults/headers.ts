/** Missing headers that the document declares, and a wrong media type. */
import { objectAt } from '../../openapi/document.ts'
import { responseFor } from '../../openapi/operations.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import { fieldOf, type WireResponse, withField } from '../wire.ts'
import { type Fault, type FaultSource, faultId, onResponses, type Wrong } from './fault.ts'

export const headerFaults: FaultSource = (recording) => {
  const faults = new Map<string, Fault>()
  for (const { operationId, response } of recording.exchanges) {
    const { status } = response
    const operation = recording.operations.get(operationId)
    const declared = operation && responseFor(operation, status)
    if (declared === undefined) continue
    const add = (wrong: Wrong, pointer: string, change: (one: WireResponse) => WireResponse) => {
      const id = `${faultId(operationId, wrong)} ${status}`
      const plant = () =>
        onResponses(recording, operationId, (one) => (one.status === status ? change(one) : one))
      faults.set(id, { id, family: 'headers', operationId, pointer, wrong, plant })
    }
    for (const header of Object.keys(objectAt(declared.node, 'headers')))
      if (fieldOf(response, header) !== undefined)
        add({ kind: 'header-missing', header }, declared.pointer + pointerOf('headers', header), (one) =>
          withField(one, header),
        )
    const from = fieldOf(response, 'content-type')
    if (from !== undefined && response.body.length > 0)
      add(
        { kind: 'content-type-changed', from: from.split(';')[0]?.trim() ?? from },
        declared.pointer + pointerOf('content'),
        (one) => withField(one, 'Content-Type', 'text/html'),
      )
  }
  return [...faults.values()]
}
