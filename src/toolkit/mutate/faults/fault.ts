/** A fault: a change on the wire that a client of the API would suffer from, at a place of the document. */
import type { ContractDocument } from '../../openapi/document.ts'
import type { Recording } from '../recording.ts'
import { type Handle, isObject, type PlantedRun, type WireRequest, type WireResponse } from '../wire.ts'
import type { Family } from './families.ts'

/** A fault as data. `report/titles.ts` has a sentence for each kind. */
export type Wrong =
  | { kind: 'property-missing' | 'property-null' | 'property-undeclared'; property: string }
  | { kind: 'type-changed' | 'value-changed' | 'value-cut'; property: string }
  | { kind: 'list-emptied' | 'item-missing' | 'item-repeated' | 'order-reversed'; property: string }
  | { kind: 'status-changed'; from: number; to: number }
  | { kind: 'header-missing'; header: string }
  | { kind: 'content-type-changed'; from: string }
  | { kind: 'filter-ignored' | 'sort-ignored' | 'limit-ignored' | 'limit-exceeded'; parameter: string }
  | { kind: 'page-repeated'; parameter: string }
  | { kind: 'total-wrong'; place: string }
  | { kind: 'update-not-stored' | 'delete-not-done' | 'created-twice' | 'read-stale' | 'list-stale' }
  | { kind: 'property-not-stored'; property: string }
  | { kind: 'invalid-accepted' | 'conflict-accepted' | 'missing-found'; status: number }
  | { kind: 'credential-not-checked' | 'permission-not-checked' | 'tenant-not-checked'; status: number }
  | { kind: 'event-not-sent' | 'event-sent-twice'; event: string }
  | { kind: 'events-swapped' | 'event-type-changed'; event: string; other: string }
  | { kind: 'event-value-wrong'; event: string; change: ValueKind; property: string }
  | { kind: 'event-content-type-changed'; event: string; from: string }
  | { kind: 'signature-missing' | 'signature-wrong'; header: string }
  | { kind: 'signature-old'; minutes: number }

/** Changes of one value in a body. */
export type ValueKind = Exclude<
  Extract<Wrong, { property: string }>['kind'],
  'property-not-stored' | 'event-value-wrong'
>

export interface Fault {
  /** The same in every run over the same document. */
  id: string
  family: Family
  operationId: string
  /** JSON Pointer of the place in the document whose statement no longer applies. */
  pointer: string
  /** The document of the pointer. Default: the OpenAPI document. */
  document?: ContractDocument
  wrong: Wrong
  /** The fault needs exchanges of other operations to act. */
  isStateful?: true
  /** The fault changes deliveries of events instead of exchanges. */
  isOfDeliveries?: true
  /** The event that the fault concerns, for reports. */
  event?: string
  /** The name under which the document declares the event. */
  declaredEvent?: string
  plant(run: PlantedRun): Handle
}

/** Finds the faults of one family that the recorded exchanges can show. */
export type FaultSource = (recording: Recording) => Fault[]

export const faultId = (operationId: string, { kind, ...rest }: Wrong): string =>
  [operationId, kind, ...Object.values(rest)].join(' ')

/** Changes the responses to one operation. */
export const onResponses =
  (
    { operationOf }: Recording,
    operationId: string,
    change: (response: WireResponse, request: WireRequest) => WireResponse,
  ): Handle =>
  async (request, send) => {
    const response = await send(request)
    return operationOf(request) === operationId ? change(response, request) : response
  }

/** Changes the requests of one operation before the target receives them. */
export const onRequests =
  ({ operationOf }: Recording, operationId: string, change: (request: WireRequest) => WireRequest): Handle =>
  (request, send) =>
    send(operationOf(request) === operationId ? change(request) : request)

/** Marks a value that is removed. */
export const REMOVED = Symbol('removed')

/** The value with the part at `path` edited; `*` is every item of an array. */
export function editedAt(
  value: unknown,
  [first, ...rest]: readonly string[],
  edit: (part: unknown) => unknown,
): unknown {
  if (first === undefined) return edit(value)
  if (first === '*') return Array.isArray(value) ? value.map((one) => editedAt(one, rest, edit)) : value
  if (!isObject(value) || !(first in value)) return value
  const changed = editedAt(value[first], rest, edit)
  const { [first]: _, ...others } = value
  return changed === REMOVED ? others : { ...value, [first]: changed }
}
