/**
 * Wrong values in responses: the mutations with which AGORA seeds faulty outputs (Alonso, Segura, Ruiz-Cortés: "AGORA:
 * Automated Generation of Test Oracles for REST APIs", ISSTA 2023, section 5).
 */
import { responseFor } from '../../openapi/operations.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import { placeOfValue } from '../placeOfValue.ts'
import type { Recording } from '../recording.ts'
import { isObject, jsonOf, succeeded, withJson } from '../wire.ts'
import { editedAt, type Fault, type FaultSource, faultId, onResponses, REMOVED, type Wrong } from './fault.ts'

type ValueKind = Extract<Wrong, { property: string }>['kind']
type Edit = (value: unknown) => unknown

const removed: Edit = () => REMOVED
const nulled: Edit = () => null

/** Mutations by the type of value that they change. */
const MUTATIONS: Readonly<Record<string, readonly (readonly [ValueKind, Edit])[]>> = {
  string: [
    ['property-missing', removed],
    ['property-null', nulled],
    ['value-changed', (value) => (value === 'mutated' ? 'changed' : 'mutated')],
    ['value-cut', (value) => String(value).slice(0, -1)],
    ['type-changed', () => 7],
  ],
  number: [
    ['property-missing', removed],
    ['property-null', nulled],
    ['value-changed', (value) => Number(value) + 1],
    ['type-changed', String],
  ],
  boolean: [
    ['property-missing', removed],
    ['property-null', nulled],
    ['value-changed', (value) => value !== true],
    ['type-changed', String],
  ],
  array: [
    ['property-missing', removed],
    ['list-emptied', () => []],
    ['item-missing', (value) => (value as unknown[]).slice(1)],
    ['item-repeated', (value) => [...(value as unknown[]).slice(0, 1), ...(value as unknown[])]],
    ['order-reversed', (value) => (value as unknown[]).toReversed()],
  ],
  object: [
    ['property-missing', removed],
    ['property-null', nulled],
    ['property-undeclared', (value) => ({ ...(value as object), mutated: 'mutated' })],
  ],
}

/** Of an error, clients read codes and messages. */
const OF_ERRORS: readonly ValueKind[] = ['property-missing', 'value-changed']

/** Deeper values are usually of free-form objects. */
const MAX_DEPTH = 5
/** Items of one list are alike. */
const MAX_ITEMS = 5

interface Spot {
  operationId: string
  status: number
  /** Property names; `*` is every item of an array. */
  path: readonly string[]
  type: string
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

function faultAt(recording: Recording, spot: Spot, kind: ValueKind, edit: Edit): Fault {
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
    for (const { path, type } of partsOf(jsonOf(response), []))
      spots.set(JSON.stringify([operationId, status, path, type]), { operationId, status, path, type })
  }
  return [...spots.values()]
}

/** The value and its parts. Items of a list are left out: the list and the properties of items are mutated. */
function partsOf(value: unknown, path: readonly string[]): Pick<Spot, 'path' | 'type'>[] {
  const type = typeOf(value)
  if (value === null || path.length > MAX_DEPTH || !(type in MUTATIONS)) return []
  const isPart = path.at(-1) !== '*' && (path.length > 0 || type === 'array')
  return [...(isPart ? [{ path, type }] : []), ...innerParts(value, path)]
}

function innerParts(value: unknown, path: readonly string[]): Pick<Spot, 'path' | 'type'>[] {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).flatMap((one) => partsOf(one, [...path, '*']))
  return isObject(value) ? Object.entries(value).flatMap(([name, one]) => partsOf(one, [...path, name])) : []
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)
