/** The schema of observed values: what all of them have in common, and nothing more. */
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { formats } from '../openapi/formats.ts'

/** How a schema is written. */
export interface SchemaStyle {
  /** OpenAPI 3.0 has no type lists and no type null. */
  is30: boolean
  /** A reference to a declared schema that fits all the values; undefined where there is none. */
  reference?: (values: readonly Json[]) => Json | undefined
}

/** A property counts as required when it is in each of so many objects. */
export const ENOUGH_FOR_REQUIRED = 3
/** An object with more names than this, of which each value has few, is a map. */
const MAX_NAMES = 24

type ObservedType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

export function observedTypeOf(value: Json): ObservedType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as 'boolean' | 'string' | 'object'
}

/**
 * The schema that all the values match: a union of their types, nullable where one is null. A property is required when
 * every object has it and there are at least three.
 * @param values observed at one place
 * @returns an empty schema where only null was observed
 * @example observedSchema([{ id: 1 }, { id: 2, note: null }], { is30: false })
 * // { type: 'object', properties: { id: { type: 'integer' }, note: {} } }
 */
export function observedSchema(values: readonly Json[], style: SchemaStyle): JsonObject {
  const present = values.filter((value) => value !== null)
  const isNullable = present.length < values.length
  if (present.length === 0) return {}
  const reference = present.every(isObject) ? style.reference?.(present) : undefined
  if (reference !== undefined) return isNullable ? nullOr(reference, style) : (reference as JsonObject)
  const types = [...new Set(present.map(observedTypeOf))]
  const wide = types.includes('number') ? types.filter((type) => type !== 'integer') : types
  const schemas = wide.map((type) => schemaOfType(type, present, style))
  const [first] = schemas
  if (first !== undefined && schemas.length === 1) return isNullable ? withNull(first, style) : first
  const choice: JsonObject = { anyOf: schemas }
  if (!isNullable) return choice
  return style.is30 ? { ...choice, nullable: true } : { anyOf: [...schemas, { type: 'null' }] }
}

/** The schema with null allowed; it names one type. */
const withNull = (schema: JsonObject, { is30 }: SchemaStyle): JsonObject =>
  is30 ? { ...schema, nullable: true } : { ...schema, type: [schema.type ?? 'object', 'null'] }

/** A reference, or null. */
export const nullOr = (reference: Json, { is30 }: SchemaStyle): JsonObject =>
  is30 ? { allOf: [reference], nullable: true } : { anyOf: [reference, { type: 'null' }] }

function schemaOfType(type: ObservedType, values: readonly Json[], style: SchemaStyle): JsonObject {
  if (type === 'object') return schemaOfObjects(values.filter(isObject), style)
  if (type === 'array') {
    const items = values.filter((value) => Array.isArray(value)).flat()
    return { type, items: observedSchema(items, style) }
  }
  if (type !== 'string') return { type }
  const format = formatOf(values.filter((value) => typeof value === 'string'))
  return { type, ...(format !== undefined && { format }) }
}

function schemaOfObjects(objects: readonly JsonObject[], style: SchemaStyle): JsonObject {
  const byName = new Map<string, Json[]>()
  for (const object of objects)
    for (const [name, value] of Object.entries(object)) {
      const known = byName.get(name)
      if (known === undefined) byName.set(name, [value])
      else known.push(value)
    }
  if (isMap(byName, objects))
    return { type: 'object', additionalProperties: observedSchema([...byName.values()].flat(), style) }
  const required = [...byName].flatMap(([name, values]) =>
    objects.length >= ENOUGH_FOR_REQUIRED && values.length === objects.length ? [name] : [],
  )
  const properties = [...byName].map(([name, values]) => [name, observedSchema(values, style)] as const)
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  }
}

const isMap = (byName: ReadonlyMap<string, Json[]>, objects: readonly JsonObject[]): boolean =>
  byName.size > MAX_NAMES &&
  objects.length > 1 &&
  objects.every((object) => Object.keys(object).length * 2 < byName.size)

/** Formats that no other text has by chance. */
const CERTAIN = ['date-time', 'date', 'uuid'] as const

/** The format that all the texts have. */
export const formatOf = (texts: readonly string[]): string | undefined =>
  texts.length === 0 ? undefined : CERTAIN.find((name) => texts.every((text) => hasFormat(name, text)))

/** Whether a text has a format; true for formats that validators do not know. */
export function hasFormat(name: string, text: string): boolean {
  const format: unknown = (formats as Readonly<Record<string, unknown>>)[name]
  if (typeof format === 'function') return (format as (text: string) => unknown)(text) === true
  if (format instanceof RegExp) return format.test(text)
  const inside: unknown = isObject(format as Json) ? (format as { validate?: unknown }).validate : undefined
  if (inside instanceof RegExp) return inside.test(text)
  return typeof inside === 'function' ? (inside as (text: string) => unknown)(text) === true : true
}
