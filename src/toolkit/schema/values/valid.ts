/** Values that a schema allows: for requests, for responses, and for readers. */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import {
  branchesOf,
  type Direction,
  identityFor,
  impliedTypes,
  isAbsent,
  isNullable,
  membersOf,
  requiredOf,
  typesOf,
  viewOf,
} from '../view.ts'
import type { Random } from './random.ts'
import { fits, keyFor, numberOr, plainText, stringFor } from './strings.ts'

export interface ValueOptions {
  document: ContractDocument
  random: Random
  /** `minimal`: required properties only; `full`: all that a request may have. */
  extent: 'minimal' | 'full'
  /** A value to use instead of a generated one, such as a reference to what exists; undefined to generate one. */
  instead?(name: string, schema: Json): Json | undefined
  /** Whether values of examples are used. */
  examples?: boolean
  /** The value that the description of a schema shows, for schemas without an example; used if it fits. */
  described?(view: JsonObject): Json | undefined
  /** For a response: properties that only the server writes are there, those that only clients write are not. */
  response?: boolean
  /**
   * As an author would write it: defaults and plain values such as `string` and 1, the same each time; to any depth, but
   * without deprecated properties and repetitions.
   */
  readable?: boolean
  /** Two items in an array that may have them, so that a server that stores one of them shows. */
  several?: boolean
}

/** Options, with the place of the value. */
interface Making extends ValueOptions {
  depth: number
  /** Identities of the schemas around a readable value. */
  within: readonly string[]
}

const DEEPEST = 6
/** Required properties may lead into themselves; nothing finite is that deep. */
const MAX_DEPTH = 32
const MAX_READABLE_DEPTH = 12
const MAX_READABLE_ITEMS = 3
/** A readable request with more properties shows the required ones only. */
const MAX_OPTIONAL_PROPERTIES = 6
/** Values of one generated value, all levels together: required properties of required properties double at each level. */
const MAX_VALUES = 10_000
let valuesLeft = 0

const directionOf = ({ response }: ValueOptions): Direction => (response === true ? 'response' : 'request')

/** A value of the schema; undefined when none could be made. */
export function validValue(
  schema: Json | undefined,
  options: ValueOptions,
  name = 'value',
): Json | undefined {
  valuesLeft = MAX_VALUES
  return make(schema, { ...options, depth: 0, within: [] }, name)
}

function make(schema: Json | undefined, making: Making, name: string): Json | undefined {
  valuesLeft -= 1
  if (making.depth > MAX_DEPTH || valuesLeft < 0) return undefined
  const { document } = making
  const view = viewOf(document, schema)
  const stated =
    (schema === undefined ? undefined : making.instead?.(name, schema)) ?? statedValue(view, making)
  if (stated !== undefined) return stated
  const inner = insideOf(schema, making)
  if (inner === undefined) return isNullable(document, view) ? null : undefined
  const type = typesOf(view).find((one) => one !== 'null') ?? typesOf(view)[0]
  if (type !== 'object' && type !== 'array' && branchesOf(view).length > 0) {
    const made = formValue(view, inner, name)
    if (made !== undefined) return made
    if (type === undefined) return making.readable === true && !isNullable(document, view) ? undefined : null
  }
  return valueOfType(type ?? impliedTypes(view, false)[0], view, inner, name)
}

/** The value that the schema states: a constant, an example, a default or a choice. */
function statedValue(view: JsonObject, { examples, described, readable }: Making): Json | undefined {
  if (view.const !== undefined) return view.const
  if (examples === true) {
    const example = view.example ?? (Array.isArray(view.examples) ? view.examples[0] : undefined)
    // An example of null explains nothing to readers.
    if (example !== undefined && (readable !== true || example !== null)) return example
  }
  if (readable === true && (view.default ?? null) !== null) return view.default
  return Array.isArray(view.enum)
    ? (view.enum.find((one) => one !== null) ?? null)
    : described && fittingShown(view, described)
}

/** A text that a description shows may not be of the schema. */
function fittingShown(view: JsonObject, described: NonNullable<Making['described']>): Json | undefined {
  const shown = described(view)
  return typeof shown === 'string' && !fits(view, shown) ? undefined : shown
}

/** One level further in; undefined where a readable value would repeat itself. */
function insideOf(schema: Json | undefined, making: Making): Making | undefined {
  const depth = making.depth + 1
  if (making.readable !== true) return { ...making, depth }
  if (making.within.length > MAX_READABLE_DEPTH) return undefined
  const identity = identityFor(making.document, schema)
  if (identity !== '' && making.within.includes(identity)) return undefined
  return { ...making, depth, within: [...making.within, identity] }
}

function valueOfType(
  type: string | undefined,
  view: JsonObject,
  inner: Making,
  name: string,
): Json | undefined {
  switch (type) {
    case 'string':
      return textFor(view, inner, name)
    case 'integer':
    case 'number':
      return inner.readable === true ? plainNumber(view, type) : numberFor(view, type)
    case 'boolean':
      // Flags that are off by default, such as `archived`, often rule out other requests.
      return typeof view.default === 'boolean' ? view.default : true
    case 'null':
      return null
    case 'array':
      return arrayFor(view, inner, name)
    case 'object':
      return branchObjectFor(view, inner) ?? objectFor(view, inner)
    default:
      return inner.readable === true ? undefined : `any ${inner.random.word(4)}`
  }
}

/** A value of the first form that is valid together with the keywords next to `oneOf` or `anyOf`. */
function formValue(view: JsonObject, inner: Making, name: string): Json | undefined {
  const { oneOf: _, anyOf: __, ...own } = view
  const forms = branchesOf(view).filter((form) => typesOf(viewOf(inner.document, form))[0] !== 'null')
  for (const branch of tried(forms, inner)) {
    const whole = typesOf(view).length === 0 ? branch : { allOf: [own as JsonObject, branch] }
    const made = make(whole, inner, name)
    if (made !== undefined) return isObject(made) ? { ...made, ...tagOf(view, branch) } : made
  }
  return undefined
}

function textFor(view: JsonObject, { random, readable }: Making, name: string): string | undefined {
  return readable === true ? plainText(view, random) : stringFor(view, random, name, name.slice(0, 12))
}

/** The lowest number that is allowed, or 1. */
function plainNumber(view: JsonObject, type: string): number {
  const { minimum, exclusiveMinimum: above, multipleOf: step } = view
  const { least, most } = boundsOf(view, type)
  const next = typeof above === 'number' && least !== minimum ? above + 1 : undefined
  const low = (next !== undefined && next <= (most ?? next) ? next : least) ?? Math.min(1, most ?? 1)
  return typeof step === 'number' && step > 0 ? multipleFor(step, low, most ?? Number.POSITIVE_INFINITY) : low
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
  // Of a range with both signs a positive number: servers more often reject the others.
  const usual = Math.min(1, most ?? 1)
  const low = least === undefined || (least < 0 && usual > 0) ? usual : least
  const high = most ?? Math.max(low, 10)
  const middle = low + (Math.min(high, low + 10) - low) / 2
  if (step !== undefined) return multipleFor(step, low, high)
  if (type === 'integer') return Math.ceil(middle)
  const some = Math.round(middle * 100) / 100
  // Use a fraction so that integer truncation shows.
  return Number.isInteger(some) && some + 0.5 < high ? some + 0.5 : some
}

/** The lowest multiple. For multiples below 1, one with a fraction. */
function multipleFor(step: number, low: number, high: number): number {
  const count = Math.ceil(low / step)
  const own = [0, 1, 2, 3]
    .map((more) => Number(((count + more) * step).toFixed(10)))
    .filter((one) => one <= high)
  return own.find((one) => !Number.isInteger(one)) ?? count * step
}

function arrayFor(view: JsonObject, making: Making, name: string): Json[] | undefined {
  const { extent, depth, readable, several } = making
  const usual = several === true ? 2 : 1
  const least = numberOr(view.minItems, 0)
  const most = numberOr(view.maxItems, Number.POSITIVE_INFINITY)
  const prefix = Array.isArray(view.prefixItems) ? view.prefixItems : []
  const isLong = extent === 'full' && (readable === true || depth <= DEEPEST)
  const wanted = Math.min(
    most,
    Math.max(least, isLong ? Math.max(prefix.length > 0 ? 1 : usual, prefix.length) : 0),
  )
  const items: Json[] = []
  for (let index = 0; items.length < wanted && index < wanted * 4; index++) {
    if (readable === true && items.length >= Math.max(MAX_READABLE_ITEMS, prefix.length)) break
    const made = make(prefix[items.length] ?? view.items, making, singular(name))
    if (made === undefined) return readable === true ? items : undefined
    const item = view.uniqueItems === true ? unlike(items, made, making, view.items) : made
    if (item !== undefined) items.push(item)
  }
  return items.length < least && readable !== true ? undefined : items
}

/** The item, or one like it that is not among the others; undefined where chance may bring one. */
function unlike(
  items: readonly Json[],
  made: Json,
  { document, random }: Making,
  schema: Json | undefined,
): Json | undefined {
  const known = new Set(items.map((item) => JSON.stringify(item)))
  const isNew = (item: Json) => !known.has(JSON.stringify(item))
  if (isNew(made)) return made
  const view = viewOf(document, schema)
  if (Array.isArray(view.enum)) return view.enum.find(isNew)
  if (typeof made === 'boolean') return [true, false].find(isNew)
  if (typeof made === 'string') return stringFor(view, random)
  if (typeof made !== 'number') return undefined
  const step = numberOr(view.multipleOf, 1)
  return Array.from({ length: items.length }, (_, nth) => made + (nth + 1) * step).find(isNew)
}

/** An object whose alternatives are next to its own properties: with all that the first possible one requires. */
function branchObjectFor(view: JsonObject, making: Making): JsonObject | undefined {
  const { oneOf, anyOf, ...own } = view
  const listOf = (forms: Json | undefined): Json[] =>
    Array.isArray(forms) && forms.length > 0
      ? tried(
          forms.filter((form) => isObjectForm(form, making)),
          making,
        )
      : [true]
  if (oneOf === undefined && anyOf === undefined) return undefined
  for (const one of listOf(oneOf))
    for (const any of listOf(anyOf)) {
      const inner = making.readable === true ? insideOf({ allOf: [one, any] }, making) : making
      const whole = viewOf(making.document, { allOf: [own as JsonObject, one, any] })
      const made = inner && objectFor(whole, inner)
      if (made !== undefined) return { ...made, ...tagOf(view, one), ...tagOf(view, any) }
    }
  return undefined
}

/** The discriminator property that identifies the form of a value. */
function tagOf({ discriminator }: JsonObject, form: Json): JsonObject {
  if (!isObject(discriminator) || !isObject(form) || typeof form.$ref !== 'string') return {}
  const { propertyName, mapping } = discriminator
  if (typeof propertyName !== 'string') return {}
  const named = Object.entries(isObject(mapping) ? mapping : {}).find(([, target]) => target === form.$ref)
  const last = decodeURIComponent(form.$ref.split('/').at(-1) ?? '')
  return { [propertyName]: named?.[0] ?? last.replace(/\.(ya?ml|json)$/i, '') }
}

/** Readers are shown the first form only, also where it would repeat itself. */
const tried = (forms: Json[], { readable }: Making): Json[] => (readable === true ? forms.slice(0, 1) : forms)

const isObjectForm = (form: Json, { document }: Making): boolean =>
  typesOf(viewOf(document, form)).every((type) => type === 'object')

function objectFor(view: JsonObject, making: Making): JsonObject | undefined {
  const { document, random, extent, readable } = making
  const required = requiredOf(view)
  const members = membersOf(view)
  const made: JsonObject = {}
  for (const [member, schema] of members) {
    if (isAbsent(document, schema, directionOf(making))) continue
    if (!required.has(member) && !isWanted(schema, members.length, making)) continue
    const value = make(schema, making, member)
    if (value !== undefined) made[member] = value
    else if (required.has(member) && readable !== true) return undefined
  }
  const others = view.additionalProperties
  const declared = new Set(members.map(([member]) => member))
  for (const member of required) {
    if (declared.has(member)) continue
    const value = make(isObject(others) ? others : undefined, making, member)
    made[member] = value ?? 'string'
  }
  const least = numberOr(view.minProperties, 0)
  for (const [member, schema] of members) {
    if (Object.keys(made).length >= least) break
    if (isAbsent(document, schema, directionOf(making))) continue
    const value = Object.hasOwn(made, member) ? undefined : make(schema, making, member)
    if (value !== undefined) made[member] = value
  }
  if (isObject(others) && members.length === 0 && extent === 'full' && Object.keys(made).length === 0) {
    const names = viewOf(document, view.propertyNames)
    const key = readable === true && fits(names, 'key') ? 'key' : keyFor(names, random)
    const value = make(others, making, 'value')
    if (key !== undefined && value !== undefined) made[key.replace(/[^A-Za-z0-9_-]/g, '_')] = value
  }
  return made
}

/** Whether a property that is not required is there. */
function isWanted(
  schema: Json,
  count: number,
  { document, extent, depth, readable, response }: Making,
): boolean {
  if (extent === 'minimal' || viewOf(document, schema).deprecated === true) return false
  return readable === true ? response === true || count <= MAX_OPTIONAL_PROPERTIES : depth <= 3
}

/** The value without `readOnly` properties, such as the id in an example that requests and responses share. */
export function sendable(document: ContractDocument, schema: Json | undefined, value: Json): Json {
  const view = viewOf(document, schema)
  if (Array.isArray(value)) return value.map((one) => sendable(document, view.items, one))
  if (!isObject(value)) return value
  const members = new Map([view, ...branchesOf(view).map((one) => viewOf(document, one))].flatMap(membersOf))
  const allowed: JsonObject = {}
  for (const [name, inner] of Object.entries(value)) {
    const schemaOfMember = members.get(name)
    if (inner === undefined || isAbsent(document, schemaOfMember, 'request')) continue
    allowed[name] = schemaOfMember === undefined ? inner : sendable(document, schemaOfMember, inner)
  }
  return allowed
}

const singular = (name: string): string => (name.endsWith('s') ? name.slice(0, -1) : name)
