/** The places of identifiers: in the schema of a body, in the parameters of a query, in a value. */
import {
  type ContractDocument,
  follow,
  isObject,
  type Json,
  objectAt,
} from '../../src/toolkit/openapi/index.ts'

/** The way to a property: its name, or the index in an array. */
export type Way = readonly (string | number)[]

/** A place for the identifier of a resource. */
export interface Place {
  way: Way
  /** The kind, as identifiers name it: `prompt`. */
  prefix: string
}

const TYPED_PATTERN = /([a-z]+)_\[0-7\]/
const IDENTIFIER = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Kinds that are the same for all: the built-in templates belong to the service. */
const SHARED = new Set(['template'])

/** The kind of an identifier of what an organization can own, or undefined for anything else. */
export function prefixOf(value: unknown): string | undefined {
  const prefix = typeof value === 'string' ? IDENTIFIER.exec(value)?.[1] : undefined
  return prefix === undefined || SHARED.has(prefix) ? undefined : prefix
}

/** A well-formed identifier of this kind that nothing has. */
export const noOne = (prefix: string): string => `${prefix}_01${'a'.repeat(24)}`

/** All places below a schema for identifiers; of an array, its first element. */
export function placesIn(document: ContractDocument, schema: Json | undefined, way: Way = []): Place[] {
  if (way.length > 8) return [] // a schema that refers to itself
  const node = follow(document, schema)
  const prefix = typeof node.pattern === 'string' ? TYPED_PATTERN.exec(node.pattern)?.[1] : undefined
  if (prefix !== undefined) return SHARED.has(prefix) ? [] : [{ way, prefix }]
  const branches = ['oneOf', 'anyOf', 'allOf'].flatMap((word) =>
    Array.isArray(node[word]) ? node[word] : [],
  )
  return distinct([
    ...branches.flatMap((branch) => placesIn(document, branch, way)),
    ...Object.entries(objectAt(node, 'properties')).flatMap(([name, member]) =>
      placesIn(document, member, [...way, name]),
    ),
    ...(isObject(node.items) ? placesIn(document, node.items, [...way, 0]) : []),
  ])
}

/** All identifiers in a value. */
export function identifiersIn(value: unknown, way: Way = []): (Place & { id: string })[] {
  const prefix = prefixOf(value)
  if (prefix !== undefined) return [{ way, prefix, id: String(value) }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    identifiersIn(member, [...way, Array.isArray(value) ? Number(name) : name]),
  )
}

/** A copy of `value` with `member` at the place, whatever was or was missing there. */
export function withValueAt(value: unknown, [step, ...rest]: Way, member: unknown): unknown {
  if (step === undefined) return member
  if (typeof step === 'number') {
    const copy: unknown[] = Array.isArray(value) ? [...value] : []
    copy[step] = withValueAt(copy[step], rest, member)
    return copy
  }
  const copy = { ...(value as Record<string, unknown> | undefined) }
  return { ...copy, [step]: withValueAt(copy[step], rest, member) }
}

/** The place as `details.field` names it: `prompts[0].folderId`. */
export const fieldOf = (way: Way): string =>
  way.reduce<string>(
    (field, step) =>
      typeof step === 'number' ? `${field}[${step}]` : field === '' ? step : `${field}.${step}`,
    '',
  )

function distinct(places: Place[]): Place[] {
  return [...new Map(places.map((place) => [fieldOf(place.way), place])).values()]
}
