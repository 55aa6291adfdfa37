/**
 * Wrong values: the mutations with which AGORA seeds faulty outputs (Alonso, Segura, Ruiz-Cortés: "AGORA: Automated
 * Generation of Test Oracles for REST APIs", ISSTA 2023, section 5).
 */
import { isObject } from '../wire.ts'
import { REMOVED, type ValueKind } from './fault.ts'

type Edit = (value: unknown) => unknown

const removed: Edit = () => REMOVED
const nulled: Edit = () => null

/** Mutations by the type of value that they change. */
export const MUTATIONS: Readonly<Record<string, readonly (readonly [ValueKind, Edit])[]>> = {
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

/** Deeper values are usually of free-form objects. */
const MAX_DEPTH = 5
/** Items of one list are alike. */
const MAX_ITEMS = 5

export interface Part {
  /** Property names; `*` is every item of an array. */
  path: readonly string[]
  type: string
}

/** The value and its parts. Items of a list are left out: the list and the properties of items are mutated. */
export function partsOf(value: unknown, path: readonly string[] = []): Part[] {
  const type = typeOf(value)
  if (value === null || path.length > MAX_DEPTH || !(type in MUTATIONS)) return []
  const isPart = path.at(-1) !== '*' && (path.length > 0 || type === 'array')
  return [...(isPart ? [{ path, type }] : []), ...innerParts(value, path)]
}

function innerParts(value: unknown, path: readonly string[]): Part[] {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).flatMap((one) => partsOf(one, [...path, '*']))
  return isObject(value) ? Object.entries(value).flatMap(([name, one]) => partsOf(one, [...path, name])) : []
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)
