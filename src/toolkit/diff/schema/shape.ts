/**
 * The values that a schema allows, normalized: references resolved, `allOf` merged, null and constants in one
 * form, defaults left out. Properties and items stay locations, so that recursive schemas terminate.
 */
import type { Json } from '../../openapi/document.ts'
import type { Location } from '../location.ts'

export const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'] as const
export type Type = (typeof TYPES)[number]

/** A schema as a list of locations, all of which apply. Nearly always one. */
export type Schema = readonly Location[]

export type Limit =
  | 'maxLength'
  | 'minLength'
  | 'maxItems'
  | 'minItems'
  | 'maxProperties'
  | 'minProperties'
  | 'maxContains'
  | 'minContains'
export const LIMITS: readonly Limit[] = [
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'minProperties',
  'maxContains',
  'minContains',
]

export interface Bound {
  value: number
  exclusive: boolean
}

export interface Union {
  /**
   * `oneOf` where a value that matches two alternatives is rejected, which requires alternatives that
   * overlap.
   */
  kind: 'anyOf' | 'oneOf'
  alternatives: Shape[]
  discriminator?: Discriminator
}

export interface Discriminator {
  propertyName: string
  /** All other properties, such as `defaultMapping`, as canonical JSON. */
  rest: string
  /** The value on the wire and the name of the schema that it stands for. */
  mapping: Map<string, string>
  location: Location
}

export interface Notes {
  title?: Json
  description?: Json
  default?: Json
  /** The value of the `xml` keyword, which only applies to XML. */
  xml?: Json
  deprecated?: boolean
  readOnly?: boolean
  writeOnly?: boolean
  examples?: Json
  externalDocs?: Json
}

export interface Shape {
  /** The location of the use, which can be a reference. */
  location: Location
  /** The location of each keyword that was read. */
  keywords: Map<string, Location>
  /** The name of a component on the way, if any. */
  name?: string
  /** No value is allowed. */
  never: boolean
  /** Undefined where any type is allowed. `number` includes `integer`. */
  types?: Set<Type>
  /** The only values allowed, by their canonical text. */
  values?: Map<string, Json>
  limits: Map<Limit, number>
  minimum?: Bound
  maximum?: Bound
  multipleOf?: number
  patterns: Set<string>
  formats: Set<string>
  content: Map<'contentEncoding' | 'contentMediaType', string>
  contentSchema?: Schema
  uniqueItems: boolean
  properties: Map<string, Schema>
  required: Map<string, Location>
  patternProperties: Map<string, Schema>
  /** The schema of undeclared properties: undefined for any value, 'closed' where they are not allowed. */
  additional?: 'closed' | Schema
  propertyNames?: Schema
  prefixItems: Schema[]
  items?: 'closed' | Schema
  /** The schema of unevaluated items; it is merged into `items` when all parts are known. */
  unevaluatedItems?: 'closed' | Schema
  /** The properties that each closed part declares itself: it rejects those of other parts. */
  closings: { names: ReadonlySet<string>; patterns: readonly string[] }[]
  contains?: Schema
  unions: Union[]
  /** A discriminator without listed alternatives. */
  discriminator?: Discriminator
  /** Schemas that a value must not match. */
  nots: Schema[]
  /** `met` is what `then` demands, `unmet` what `else` does. */
  conditions: { if: Schema; met?: Schema; unmet?: Schema }[]
  dependentRequired: Map<string, Set<string>>
  dependentSchemas: Map<string, Schema>
  notes: Notes
  /** `x-` extensions, by name. */
  extensions: Map<string, Json>
  /** Keywords that nothing here understands. */
  unknown: Map<string, Json>
}

export const anything = (location: Location): Shape => ({
  location,
  keywords: new Map(),
  never: false,
  limits: new Map(),
  patterns: new Set(),
  formats: new Set(),
  content: new Map(),
  uniqueItems: false,
  properties: new Map(),
  required: new Map(),
  patternProperties: new Map(),
  prefixItems: [],
  closings: [],
  unions: [],
  nots: [],
  conditions: [],
  dependentRequired: new Map(),
  dependentSchemas: new Map(),
  notes: {},
  extensions: new Map(),
  unknown: new Map(),
})

export function typeOf(value: Json): Type {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as Type
}

export const allowsType = (types: ReadonlySet<Type> | undefined, type: Type): boolean =>
  types === undefined || types.has(type) || (type === 'integer' && types.has('number'))

/** A value must match both; `a` is the outer one, whose descriptions count where both have some. */
export function intersect(a: Shape, b: Shape): Shape {
  const shape: Shape = {
    ...a,
    keywords: new Map([...b.keywords, ...a.keywords]),
    never: a.never || b.never,
    limits: new Map(a.limits),
    patterns: new Set([...a.patterns, ...b.patterns]),
    formats: new Set([...a.formats, ...b.formats]),
    content: new Map([...b.content, ...a.content]),
    uniqueItems: a.uniqueItems || b.uniqueItems,
    properties: joined(a.properties, b.properties),
    required: new Map([...b.required, ...a.required]),
    patternProperties: joined(a.patternProperties, b.patternProperties),
    closings: [...a.closings, ...b.closings],
    unions: [...a.unions, ...b.unions],
    nots: [...a.nots, ...b.nots],
    conditions: [...a.conditions, ...b.conditions],
    dependentRequired: new Map(a.dependentRequired),
    dependentSchemas: joined(a.dependentSchemas, b.dependentSchemas),
    notes: { ...b.notes, ...a.notes },
    extensions: new Map([...b.extensions, ...a.extensions]),
    unknown: new Map([...b.unknown, ...a.unknown]),
  }
  const name = a.name ?? b.name
  if (name !== undefined) shape.name = name
  const types = commonTypes(a.types, b.types)
  if (types) shape.types = types
  if (b.values) shape.values = commonValues(a.values, b.values)
  const discriminator = a.discriminator ?? b.discriminator
  if (discriminator) shape.discriminator = discriminator
  for (const [limit, value] of b.limits) {
    const known = shape.limits.get(limit)
    const tighter = limit.startsWith('max') ? Math.min : Math.max
    shape.limits.set(limit, known === undefined ? value : tighter(known, value))
  }
  const minimum = tighter(a.minimum, b.minimum, 1)
  if (minimum) shape.minimum = minimum
  const maximum = tighter(a.maximum, b.maximum, -1)
  if (maximum) shape.maximum = maximum
  if (b.multipleOf !== undefined) shape.multipleOf = leastMultiple(a.multipleOf, b.multipleOf)
  for (const [member, needs] of b.dependentRequired) {
    shape.dependentRequired.set(member, new Set([...(a.dependentRequired.get(member) ?? []), ...needs]))
  }
  const additional = closing(a, b)
  if (additional) shape.additional = additional
  const items = bothOf(a.items, b.items)
  if (items) shape.items = items
  const unevaluatedItems = bothOf(a.unevaluatedItems, b.unevaluatedItems)
  if (unevaluatedItems) shape.unevaluatedItems = unevaluatedItems
  const propertyNames = [...(a.propertyNames ?? []), ...(b.propertyNames ?? [])]
  if (propertyNames.length > 0) shape.propertyNames = propertyNames
  const contains = [...(a.contains ?? []), ...(b.contains ?? [])]
  if (contains.length > 0) shape.contains = contains
  const contentSchema = [...(a.contentSchema ?? []), ...(b.contentSchema ?? [])]
  if (contentSchema.length > 0) shape.contentSchema = contentSchema
  const positions = Math.max(a.prefixItems.length, b.prefixItems.length)
  shape.prefixItems = Array.from({ length: positions }, (_, index) => [
    ...(a.prefixItems[index] ?? []),
    ...(b.prefixItems[index] ?? []),
  ])
  return shape
}

/** Listed by both, where both list some. */
export const commonValues = (a: Shape['values'], b: Map<string, Json>): Map<string, Json> =>
  a ? new Map([...a].filter(([key]) => b.has(key))) : b

const joined = (a: ReadonlyMap<string, Schema>, b: ReadonlyMap<string, Schema>): Map<string, Schema> => {
  const all = new Map(a)
  for (const [name, schema] of b) all.set(name, [...(a.get(name) ?? []), ...schema])
  return all
}

export const bothOf = (
  a: 'closed' | Schema | undefined,
  b: 'closed' | Schema | undefined,
): 'closed' | Schema | undefined =>
  a === 'closed' || b === 'closed' ? 'closed' : a && b ? [...a, ...b] : (a ?? b)

const closing = (a: Shape, b: Shape) => bothOf(a.additional, b.additional)

function commonTypes(a: Set<Type> | undefined, b: Set<Type> | undefined): Set<Type> | undefined {
  if (!a || !b) return a ?? b
  const all = new Set<Type>()
  for (const type of a) if (allowsType(b, type)) all.add(type)
  for (const type of b) if (allowsType(a, type)) all.add(type)
  return all
}

/** The bound that leaves fewer values; `sign` is 1 for a minimum and -1 for a maximum. */
function tighter(a: Bound | undefined, b: Bound | undefined, sign: 1 | -1): Bound | undefined {
  if (!a || !b) return a ?? b
  return compareBounds(a, b, sign) >= 0 ? a : b
}

/** Above zero where `a` leaves fewer values than `b`. */
export const compareBounds = (a: Bound, b: Bound, sign: 1 | -1): number =>
  a.value === b.value ? Number(a.exclusive) - Number(b.exclusive) : (a.value - b.value) * sign

function leastMultiple(a: number | undefined, b: number): number {
  if (a === undefined || isMultiple(b, a)) return b
  if (isMultiple(a, b)) return a
  return a * b
}

export const isMultiple = (value: number, step: number): boolean => {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-9
}
