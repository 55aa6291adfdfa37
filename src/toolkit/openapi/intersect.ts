/**
 * Merges two schemas that apply to the same value into one, the meaning of `allOf` in JSON Schema 2020-12. If both
 * constrain the same child value, its schema becomes an `allOf` of both.
 */
import { isObject, type Json, type JsonObject } from './document.ts'

type Merge = (own: Json, other: Json) => Json | undefined

/**
 * Merges two schemas into one that accepts the values that both accept. The first schema's annotations (`title`,
 * `description`, `default`…) take precedence. Constraints that one keyword cannot express, such as two patterns, are in
 * the `allOf` of the result. Callers resolve `$ref`, `oneOf`, `anyOf` and `allOf`; here they are plain keywords.
 * @example intersect({ maximum: 9 }, { maximum: 5, type: 'integer' }) // { maximum: 5, type: 'integer' }
 */
export function intersect(own: JsonObject, other: JsonObject): JsonObject {
  return Object.keys(own).length === 0 ? normalized({ ...other }) : merge(own, other)
}

/** A constant makes a list of values superfluous. */
function normalized(merged: JsonObject): JsonObject {
  if (Array.isArray(merged.enum) && merged.const !== undefined) delete merged.enum
  return merged
}

function merge(own: JsonObject, other: JsonObject): JsonObject {
  const merged: JsonObject = { ...other, ...own }
  const left: JsonObject = {}
  for (const [name, value] of Object.entries(own)) {
    const second = Object.hasOwn(other, name) ? other[name] : undefined
    if (second === undefined || value === undefined || isSame(value, second)) continue
    const both = MERGES.get(name)?.(value, second)
    if (both !== undefined) merged[name] = both
    else if (CONSTRAINTS.has(name)) left[name] = second
  }
  normalized(Object.assign(merged, ofObjects(own, other)))
  const leftovers = [own.allOf, other.allOf, Object.keys(left).length > 0 ? [left] : []].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  if (leftovers.length > 0) merged.allOf = leftovers
  return merged
}

/** Both schemas combined; only one of them if the other adds nothing. */
export function bothOf(own: Json | undefined, other: Json | undefined): Json | undefined {
  if (own === false || other === false) return false
  if (!isObject(own) || Object.keys(own).length === 0)
    return other === undefined || other === true ? own : other
  if (!isObject(other) || Object.keys(other).length === 0 || isSame(own, other)) return own
  return { allOf: [own, other] }
}

const isSame = (a: Json, b: Json): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

const listed = (value: Json): Json[] => (Array.isArray(value) ? value : [value])

const larger: Merge = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.max(a, b) : undefined)
const smaller: Merge = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.min(a, b) : undefined)
const either: Merge = (a, b) => a === true || b === true
const subschema: Merge = (a, b) => bothOf(a, b)
const union: Merge = (a, b) => [...new Set([...listed(a), ...listed(b)])]

/** The least common multiple of integers. */
const commonMultiple: Merge = (a, b) => {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return undefined
  const [first, second] = [Number(a), Number(b)]
  let [divisor, rest] = [first, second]
  while (rest > 0) [divisor, rest] = [rest, divisor % rest]
  const multiple = (first / divisor) * second
  return first > 0 && second > 0 && Number.isSafeInteger(multiple) ? multiple : undefined
}

/** `integer` is within `number`. */
const types: Merge = (a, b) => {
  const [first, second] = [listed(a), listed(b)]
  const within = (type: Json, list: Json[]) =>
    list.includes(type) || (type === 'integer' && list.includes('number'))
  const both = [
    ...first.filter((type) => within(type, second)),
    ...second.filter((type) => !first.includes(type) && within(type, first)),
  ]
  const [only] = both
  return only !== undefined && both.length === 1 ? only : both
}

const eachName =
  (merge: Merge): Merge =>
  (a, b) => {
    if (!isObject(a) || !isObject(b)) return undefined
    const merged = new Map<string, Json>(Object.entries(a))
    for (const [name, value] of Object.entries(b)) {
      const before = merged.get(name)
      const both = before === undefined ? value : merge(before, value)
      if (both !== undefined) merged.set(name, both)
    }
    return Object.fromEntries(merged)
  }

const eachIndex: Merge = (a, b) => {
  if (!Array.isArray(a) || !Array.isArray(b)) return undefined
  const [long, short] = a.length >= b.length ? [a, b] : [b, a]
  return long.map((schema, index): Json => bothOf(schema, short[index]) ?? schema)
}

const MERGES = new Map<string, Merge>([
  ['type', types],
  ['enum', (a, b) => listed(a).filter((value) => listed(b).some((one) => isSame(one, value)))],
  ['required', union],
  ['multipleOf', commonMultiple],
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'].map(
    (name): [string, Merge] => [name, larger],
  ),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'].map(
    (name): [string, Merge] => [name, smaller],
  ),
  ...['uniqueItems', 'readOnly', 'writeOnly', 'deprecated'].map((name): [string, Merge] => [name, either]),
  ...['items', 'propertyNames', 'unevaluatedItems', 'contentSchema'].map((name): [string, Merge] => [
    name,
    subschema,
  ]),
  ['prefixItems', eachIndex],
  ['dependentRequired', eachName(union)],
  ['dependentSchemas', eachName(subschema)],
  ['patternProperties', eachName(subschema)],
])

/** Keywords that reject values, and of which one schema can have one value only. */
const CONSTRAINTS = new Set(
  'type const pattern format multipleOf not if then else contains unevaluatedProperties oneOf anyOf contentEncoding contentMediaType'.split(
    ' ',
  ),
)

/** `additionalProperties` of each schema also applies to the names that only the other one lists. */
function ofObjects(own: JsonObject, other: JsonObject): JsonObject {
  const merged: JsonObject = {}
  const names = [own, other].flatMap(({ properties }) =>
    isObject(properties) ? Object.keys(properties) : [],
  )
  if (names.length > 0) {
    const properties = new Map<string, Json>()
    for (const name of names) {
      const schema = bothOf(schemaOf(own, name), schemaOf(other, name))
      properties.set(name, schema ?? true)
    }
    merged.properties = Object.fromEntries(properties)
  }
  const additional = bothOf(own.additionalProperties, other.additionalProperties)
  if (additional !== undefined) merged.additionalProperties = additional
  return merged
}

/** The schema of a property by name. */
function schemaOf(schema: JsonObject, name: string): Json | undefined {
  const { properties, patternProperties, additionalProperties } = schema
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name]
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : []
  const matching = patterns.filter(([pattern]) => matches(pattern, name)).map(([, value]) => value)
  return matching.length > 0
    ? matching.reduce((before: Json | undefined, value) => bothOf(before, value), true)
    : additionalProperties
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name)
  } catch {
    return false
  }
}
