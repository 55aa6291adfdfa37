/**
 * Mutations of one place in the responses of one operation: the mutations by which AGORA (Alonso, Segura, Ruiz-Cortés:
 * "AGORA: Automated Generation of Test Oracles for REST APIs", ISSTA 2023, section 5) seeds faulty outputs.
 */
import type { Random } from '../../../src/toolkit/schema/values/random.ts'
import { type AnywhereFault, fault, responses } from '../../../test/toolkit/conformance/faults/bend.ts'
import { isObject, jsonOf, succeeded, withJson } from '../../../test/toolkit/conformance/faults/fault.ts'
import type { Observer } from '../observe.ts'

/** Marks a property that is removed. */
const REMOVED = Symbol('removed')

type Edit = (value: unknown) => unknown

const removed: Edit = () => REMOVED
const nulled: Edit = () => null

/** Mutations by the kind of value that they change. */
const OPERATORS: Readonly<Record<string, Readonly<Record<string, Edit>>>> = {
  string: {
    removed,
    nulled,
    replaced: (value) => (String(value) === 'mutated' ? 'changed' : 'mutated'),
    'last character cut': (value) => String(value).slice(0, -1),
    'special characters added': (value) => `${value}/\\"á`,
    'type changed': () => 7,
  },
  number: {
    removed,
    nulled,
    'one added': (value) => Number(value) + 1,
    negated: (value) => -Number(value) - 1,
    'type changed': (value) => String(value),
  },
  boolean: { removed, nulled, negated: (value) => value !== true, 'type changed': (value) => String(value) },
  array: {
    removed,
    emptied: () => [],
    'first item removed': (value) => (value as unknown[]).slice(1),
    'first item repeated': (value) => [(value as unknown[])[0], ...(value as unknown[])],
    reversed: (value) => (value as unknown[]).toReversed(),
  },
  object: { removed, nulled, 'property added': (value) => ({ ...(value as object), mutated: 'mutated' }) },
}

interface Spot {
  operationId: string
  /** Property names; `*` is every item of an array. */
  path: readonly string[]
  kind: string
}

/** The list in an order that follows from the seed. */
export const shuffled = <T>(list: readonly T[], random: Random): T[] =>
  list
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** Draws mutations of values that were seen in successful responses, of another operation each time. */
export function drawMutations(observer: Observer, random: Random, count: number): AnywhereFault[] {
  const spots = spotsIn(observer)
  const operations = shuffled([...new Set(spots.map(({ operationId }) => operationId))], random)
  return Array.from({ length: operations.length === 0 ? 0 : count }, (_, index) => {
    const operationId = operations[index % operations.length] ?? ''
    const spot = random.pick(spots.filter((one) => one.operationId === operationId)) as Spot
    const [operator, edit] = random.pick(Object.entries(OPERATORS[spot.kind] ?? {})) as [string, Edit]
    const name = `${operationId} /${spot.path.join('/')} ${operator}`
    return fault(name, 'A client reads a wrong value.', () => planted(observer, spot, edit))
  })
}

const planted = (observer: Observer, { operationId, path }: Spot, edit: Edit) =>
  responses((response, request) => {
    const body = jsonOf(response)
    if (body === undefined || !succeeded(response)) return response
    if (observer.operationOf(request)?.operationId !== operationId) return response
    const before = JSON.stringify(body)
    const after = at(body, path, edit)
    return JSON.stringify(after) === before ? response : withJson(response, after === REMOVED ? null : after)
  })

function at(value: unknown, [first, ...rest]: readonly string[], edit: Edit): unknown {
  if (first === undefined) return edit(value)
  if (first === '*') return Array.isArray(value) ? value.map((one) => at(one, rest, edit)) : value
  if (!isObject(value) || !(first in value)) return value
  const changed = at(value[first], rest, edit)
  const { [first]: _, ...others } = value
  return changed === REMOVED ? others : { ...value, [first]: changed }
}

/** Deeper values are of free-form documents, which no two responses share. */
const MAX_DEPTH = 4

function spotsIn({ exchanges, operationOf }: Observer): Spot[] {
  const spots = new Map<string, Spot>()
  const visit = (operationId: string, value: unknown, path: string[]) => {
    const kind = Array.isArray(value) ? 'array' : isObject(value) ? 'object' : typeof value
    if (path.length > MAX_DEPTH || !(kind in OPERATORS)) return
    if (path.length > 0 && path.at(-1) !== '*')
      spots.set(JSON.stringify([operationId, path]), { operationId, path, kind })
    if (Array.isArray(value)) for (const one of value.slice(0, 5)) visit(operationId, one, [...path, '*'])
    else if (isObject(value))
      for (const [name, one] of Object.entries(value)) visit(operationId, one, [...path, name])
  }
  for (const { request, response } of exchanges) {
    const operation = request.method !== 'HEAD' && succeeded(response) ? operationOf(request) : undefined
    if (operation !== undefined) visit(operation.operationId, jsonOf(response), [])
  }
  return [...spots.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, spot]) => spot)
}
