/** Values that a schema allows. */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { type Direction, isAbsent } from '../direction.ts'
import { branchesOf, membersOf, requiredOf, typesOf, viewOf } from '../view.ts'
import type { Random } from './random.ts'
import { numberOr, stringFor } from './strings.ts'

export interface ValueOptions {
  document: ContractDocument
  random: Random
  /** `minimal`: required members alone; `full`: all that a request may have. */
  extent: 'minimal' | 'full'
  /** What to take in place of a generated value: references to what exists, say; undefined: go on. */
  instead?(name: string, schema: Json): Json | undefined
  /** Whether values found in examples and defaults are taken. */
  examples?: boolean
  /** For an answer: members that only the server writes are there, those that only clients write are not. */
  answer?: boolean
}

const DEEPEST = 6
/** Required properties may lead into themselves; nothing finite is that deep. */
const MAX_DEPTH = 32
/** Values of one generated value, all levels together: required properties of required properties double at each level. */
const MAX_VALUES = 20_000
let valuesLeft = 0

const directionOf = ({ answer }: ValueOptions): Direction => (answer === true ? 'answer' : 'request')

/** A value of the schema; undefined when none could be made. */
export function validValue(
  schema: Json | undefined,
  options: ValueOptions,
  name = 'value',
  depth = 0,
): Json | undefined {
  if (depth === 0) valuesLeft = MAX_VALUES
  valuesLeft -= 1
  if (depth > MAX_DEPTH || valuesLeft < 0) return undefined
  const { document, random } = options
  const view = viewOf(document, schema)
  const instead = schema === undefined ? undefined : options.instead?.(name, schema)
  if (instead !== undefined) return instead
  if (view.const !== undefined) return view.const
  if (Array.isArray(view.enum)) return view.enum.find((one) => one !== null) ?? null
  if (options.examples === true) {
    const example = view.example ?? (Array.isArray(view.examples) ? view.examples[0] : undefined)
    if (example !== undefined) return example
  }
  const branches = branchesOf(view)
  if (branches.length > 0 && typesOf(view).length === 0) {
    for (const branch of branches) {
      const branchView = viewOf(document, branch)
      if (typesOf(branchView)[0] === 'null') continue
      const made = validValue(branch, options, name, depth + 1)
      if (made !== undefined) return made
    }
    return null
  }
  const type = typesOf(view).find((one) => one !== 'null') ?? typesOf(view)[0]
  switch (type) {
    case 'string':
      return stringFor(view, random, name, name.slice(0, 12))
    case 'integer':
    case 'number':
      return numberFor(view, type)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return arrayFor(view, options, name, depth)
    case 'object':
      return branchObjectFor(view, options, depth) ?? objectFor(view, options, depth)
    default:
      return branches.length > 0 ? validValue(branches[0], options, name, depth + 1) : `any ${random.word(4)}`
  }
}

/** The lowest and the highest number allowed; undefined where there is no bound. */
export function boundsOf(
  view: JsonObject,
  type: string,
): { least: number | undefined; most: number | undefined } {
  const step = type === 'integer' ? 1 : typeof view.multipleOf === 'number' ? view.multipleOf : 0.001
  const above = typeof view.exclusiveMinimum === 'number' ? view.exclusiveMinimum + step : undefined
  const under = typeof view.exclusiveMaximum === 'number' ? view.exclusiveMaximum - step : undefined
  const least = Math.max(numberOr(view.minimum, Number.NEGATIVE_INFINITY), above ?? Number.NEGATIVE_INFINITY)
  const most = Math.min(numberOr(view.maximum, Number.POSITIVE_INFINITY), under ?? Number.POSITIVE_INFINITY)
  return {
    least: Number.isFinite(least) ? least : undefined,
    most: Number.isFinite(most) ? most : undefined,
  }
}

function numberFor(view: JsonObject, type: string): number {
  const { least, most } = boundsOf(view, type)
  const step = typeof view.multipleOf === 'number' && view.multipleOf > 0 ? view.multipleOf : undefined
  const low = least ?? Math.min(1, most ?? 1)
  const high = most ?? Math.max(low, 10)
  const middle = low + (Math.min(high, low + 10) - low) / 2
  if (step !== undefined) return multipleFor(step, low, high)
  if (type === 'integer') return Math.ceil(middle)
  const some = Math.round(middle * 100) / 100
  // With a fraction, which who keeps integers loses.
  return Number.isInteger(some) && some + 0.5 < high ? some + 0.5 : some
}

/** The lowest multiple, of those below 1 one with a fraction. */
function multipleFor(step: number, low: number, high: number): number {
  const count = Math.ceil(low / step)
  const own = [0, 1, 2, 3]
    .map((more) => Number(((count + more) * step).toFixed(10)))
    .filter((one) => one <= high)
  return own.find((one) => !Number.isInteger(one)) ?? count * step
}

function arrayFor(view: JsonObject, options: ValueOptions, name: string, depth: number): Json[] | undefined {
  const least = numberOr(view.minItems, 0)
  const most = numberOr(view.maxItems, Number.POSITIVE_INFINITY)
  const prefix = Array.isArray(view.prefixItems) ? view.prefixItems : []
  const some = options.extent === 'full' && depth < DEEPEST ? Math.max(1, prefix.length) : 0
  const wanted = Math.min(most, Math.max(least, some))
  const items: Json[] = []
  for (let index = 0; items.length < wanted && index < wanted * 4; index++) {
    const made = validValue(prefix[items.length] ?? view.items, options, singular(name), depth + 1)
    if (made === undefined) return undefined
    const item = view.uniqueItems === true ? unlike(items, made, viewOf(options.document, view.items)) : made
    if (item !== undefined) items.push(item)
  }
  return items.length < least ? undefined : items
}

/** The item, or one like it that is not among the others; undefined where chance may bring one. */
function unlike(items: readonly Json[], made: Json, view: JsonObject): Json | undefined {
  const known = new Set(items.map((item) => JSON.stringify(item)))
  const isNew = (item: Json) => !known.has(JSON.stringify(item))
  if (isNew(made)) return made
  if (Array.isArray(view.enum)) return view.enum.find(isNew)
  if (typeof made === 'boolean') return [true, false].find(isNew)
  if (typeof made !== 'number') return undefined
  const step = numberOr(view.multipleOf, 1)
  return Array.from({ length: items.length }, (_, nth) => made + (nth + 1) * step).find(isNew)
}

/** An object whose alternatives stand beside its own members: with all that the first possible one asks for. */
function branchObjectFor(view: JsonObject, options: ValueOptions, depth: number): JsonObject | undefined {
  const { oneOf: _, anyOf: __, ...own } = view
  for (const branch of branchesOf(view)) {
    const joined = viewOf(options.document, { allOf: [own as JsonObject, branch] })
    if (!typesOf(viewOf(options.document, branch)).every((type) => type === 'object')) continue
    const made = objectFor(joined, options, depth)
    if (made !== undefined) return made
  }
  return undefined
}

function objectFor(view: JsonObject, options: ValueOptions, depth: number): JsonObject | undefined {
  const required = requiredOf(view)
  const made: JsonObject = {}
  for (const [member, schema] of membersOf(view)) {
    const memberView = viewOf(options.document, schema)
    if (isAbsent(options.document, schema, directionOf(options))) continue
    const wanted =
      required.has(member) || (options.extent === 'full' && depth < 3 && memberView.deprecated !== true)
    if (!wanted) continue
    const value = validValue(schema, options, member, depth + 1)
    if (value !== undefined) made[member] = value
    else if (required.has(member)) return undefined
  }
  const least = numberOr(view.minProperties, 0)
  for (const [member, schema] of membersOf(view)) {
    if (Object.keys(made).length >= least) break
    if (isAbsent(options.document, schema, directionOf(options))) continue
    const value = Object.hasOwn(made, member) ? undefined : validValue(schema, options, member, depth + 1)
    if (value !== undefined) made[member] = value
  }
  if (isObject(view.additionalProperties) && membersOf(view).length === 0 && options.extent === 'full') {
    const key = stringFor(viewOf(options.document, view.propertyNames), options.random, 'key')
    const value = validValue(view.additionalProperties, options, 'value', depth + 1)
    if (key !== undefined && value !== undefined) made[key.replace(/[^A-Za-z0-9_-]/g, '_')] = value
  }
  return made
}

/** The value without the members that answers alone carry, such as the id in an example that both share. */
export function sendable(document: ContractDocument, schema: Json | undefined, value: Json): Json {
  const view = viewOf(document, schema)
  if (Array.isArray(value)) return value.map((one) => sendable(document, view.items, one))
  if (!isObject(value)) return value
  const members = new Map([view, ...branchesOf(view).map((one) => viewOf(document, one))].flatMap(membersOf))
  const kept: JsonObject = {}
  for (const [name, inner] of Object.entries(value)) {
    const schemaOfMember = members.get(name)
    if (inner === undefined || isAbsent(document, schemaOfMember, 'request')) continue
    kept[name] = schemaOfMember === undefined ? inner : sendable(document, schemaOfMember, inner)
  }
  return kept
}

const singular = (name: string): string => (name.endsWith('s') ? name.slice(0, -1) : name)
