/** The values of objects by operand of an invariant: properties, sums and counts of lists. */

import { pathText } from '../../../model/invariantSyntax.ts'
import { instantOf } from '../../../model/invariants.ts'
import { isIdName, isKeyName, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'

/** Values of one operand, in the order of the objects. Undefined where an object has none. */
export interface Column {
  /** The operand as an invariant writes it. */
  text: string
  /** The property of the object that it is in. */
  root: string
  kind: 'number' | 'time' | 'text' | 'count' | 'sum'
  values: readonly (number | string | undefined)[]
  /** How many different values there are. */
  variety: number
  /** Whether it is an amount of money, by its name. */
  isMoney: boolean
  /** Whether it counts something, by its name. */
  isCount: boolean
  /** Whether it identifies something, so that its order has no meaning. */
  isKey: boolean
}

/** More columns of a kind than this are not compared with each other. */
const MAX_COLUMNS = 16

/** The columns of objects of one schema: properties, those of objects inside, and lists. */
export function columnsOf(objects: readonly JsonObject[]): Column[] {
  const paths = new Map<string, string[]>()
  for (const object of objects)
    for (const [name, value] of Object.entries(object)) {
      add(paths, [name])
      for (const inside of [value].flat())
        if (isObject(inside)) for (const inner of Object.keys(inside)) add(paths, [name, inner])
    }
  const columns = [...paths.values()].flatMap((path) => columnsAt(objects, path))
  const counts = new Map<Column['kind'], number>()
  return columns.filter(({ kind }) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return (counts.get(kind) ?? 0) <= MAX_COLUMNS
  })
}

const add = (paths: Map<string, string[]>, path: string[]): void => {
  if (path.every(isWritable)) paths.set(path.join('\n'), path)
}

/** Whether an invariant can name a property. */
export const isWritable = (name: string): boolean => /^[^`]+$/.test(name)

function columnsAt(objects: readonly JsonObject[], path: string[]): Column[] {
  const [root = '', inner] = path
  const found = objects.map((object) => object[root])
  const lists = found.filter((value) => Array.isArray(value))
  if (lists.length > 0) return listColumns(found, path)
  const values =
    inner === undefined ? found : found.map((value) => (isObject(value) ? value[inner] : undefined))
  const kind = kindOf(values)
  return kind === undefined ? [] : [columnFor(path, kind, pathText(path), values.map(scalarOf))]
}

const scalarOf = (value: Json | undefined): number | string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? value : undefined

/** The kind of all values; null is of each kind. */
function kindOf(values: readonly (Json | undefined)[]): 'number' | 'time' | 'text' | undefined {
  const present = values.filter((value) => value !== undefined && value !== null)
  if (present.length === 0) return undefined
  if (present.every((value) => typeof value === 'number')) return 'number'
  if (!present.every((value) => typeof value === 'string')) return undefined
  return present.every((value) => instantOf(value) !== undefined) ? 'time' : 'text'
}

/** Of a list itself its count and, of numbers, its sum; of a property of its entries the sum. */
function listColumns(found: readonly (Json | undefined)[], path: string[]): Column[] {
  const [, inner] = path
  const sums = found.map((list) => (Array.isArray(list) ? sumOf(list, inner) : undefined))
  const hasSum = found.some(
    (list, index) => Array.isArray(list) && list.length > 0 && sums[index] !== undefined,
  )
  const sum = hasSum ? [columnFor(path, 'sum', `sum(${pathText(path)})`, sums)] : []
  if (inner !== undefined) return sum
  const counts = found.map((list) => (Array.isArray(list) ? list.length : undefined))
  return [columnFor(path, 'count', `count(${pathText(path)})`, counts), ...sum]
}

function sumOf(list: readonly Json[], inner: string | undefined): number | undefined {
  let sum = 0
  for (const entry of list) {
    const value = inner === undefined ? entry : isObject(entry) ? entry[inner] : undefined
    if (typeof value !== 'number') return undefined
    sum += value
  }
  return sum
}

function columnFor(
  path: readonly string[],
  kind: Column['kind'],
  text: string,
  values: Column['values'],
): Column {
  const name = path.at(-1) ?? ''
  return {
    text,
    root: path[0] ?? '',
    kind,
    values,
    variety: new Set(values.filter((value) => value !== undefined)).size,
    isMoney: soundsLike('money', name) || soundsLike('total', name),
    isCount: soundsLike('count', name) || soundsLike('demand', name),
    isKey: isIdName(name) || isKeyName(name),
  }
}
