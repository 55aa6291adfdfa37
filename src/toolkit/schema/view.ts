/** A schema as one object: references followed, `allOf` merged, the 3.0 dialect's words turned into those of 3.1. */

import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { bothOf, intersect } from '../openapi/intersect.ts'
import { follow } from '../openapi/resolve.ts'

/** More nested compositions are a circle. */
const DEEPEST = 24

const cache = new WeakMap<ContractDocument, WeakMap<JsonObject, JsonObject>>()

/** The schema with everything that `$ref` and `allOf` bring; an empty object for `true` and for none. */
export function viewOf(document: ContractDocument, schema: Json | undefined, depth = 0): JsonObject {
  if (!isObject(schema) || depth > DEEPEST) return {}
  let known = cache.get(document)
  if (known === undefined) {
    known = new WeakMap()
    cache.set(document, known)
  }
  const seen = known.get(schema)
  if (seen !== undefined) return seen
  // A part that leads back here adds nothing; without this each level of it would be merged anew.
  known.set(schema, {})
  const view = merge(document, follow(document, schema), depth)
  known.set(schema, view)
  return view
}

function merge(document: ContractDocument, node: JsonObject, depth: number): JsonObject {
  const { allOf, ...own } = node
  let view: JsonObject = modern(own)
  for (const part of Array.isArray(allOf) ? allOf : []) {
    view = join(document, view, viewOf(document, part, depth + 1), depth)
  }
  return view
}

/** OpenAPI 3.0: `nullable`, and boolean bounds that make `minimum` and `maximum` exclusive. */
function modern(node: JsonObject): JsonObject {
  const view = { ...node }
  if (view.nullable === true && typeof view.type === 'string') view.type = [view.type, 'null']
  if (view.exclusiveMinimum === true) {
    view.exclusiveMinimum = view.minimum ?? null
    delete view.minimum
  } else if (view.exclusiveMinimum === false) delete view.exclusiveMinimum
  if (view.exclusiveMaximum === true) {
    view.exclusiveMaximum = view.maximum ?? null
    delete view.maximum
  } else if (view.exclusiveMaximum === false) delete view.exclusiveMaximum
  return view
}

/**
 * Both schemas as one. A value matches exactly one form of each of two lists if and only if it matches exactly one pair
 * of forms, so that two lists of forms are one list of pairs. Pairs whose types exclude each other are left out.
 */
function join(document: ContractDocument, own: JsonObject, part: JsonObject, depth: number): JsonObject {
  const view = { ...own }
  const other = { ...part }
  for (const keyword of ['oneOf', 'anyOf']) {
    const [first, second] = [view[keyword], other[keyword]]
    if (!Array.isArray(first) || !Array.isArray(second)) continue
    if (first.length * second.length > MAX_PAIRS || JSON.stringify(first) === JSON.stringify(second)) continue
    const pairs = first.flatMap((one) => second.map((two): Json => bothOf(one, two) ?? true))
    view[keyword] = pairs.filter((pair) => !isImpossible(viewOf(document, pair, depth + 1)))
    delete other[keyword]
  }
  return intersect(view, other)
}

/** More pairs of forms than a document means: beyond that, the first list counts. */
const MAX_PAIRS = 256

const isImpossible = ({ type }: JsonObject): boolean => Array.isArray(type) && type.length === 0

/** The types that a value may have; empty when the schema does not say. */
export function typesOf(view: JsonObject): string[] {
  if (typeof view.type === 'string') return [view.type]
  if (Array.isArray(view.type)) return view.type.filter((one): one is string => typeof one === 'string')
  if (isObject(view.properties)) return ['object']
  if (view.items !== undefined) return ['array']
  return []
}

/** The schemas of the properties that an object may have, by name. */
export const membersOf = (view: JsonObject): [name: string, schema: Json][] =>
  isObject(view.properties)
    ? Object.entries(view.properties).filter(
        (entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== false,
      )
    : []

export const requiredOf = (view: JsonObject): Set<string> =>
  new Set(
    Array.isArray(view.required) ? view.required.filter((one): one is string => typeof one === 'string') : [],
  )

/** The branches of `oneOf` or `anyOf`; empty when the schema has none. */
export const branchesOf = (view: JsonObject): Json[] =>
  [view.oneOf, view.anyOf].flatMap((list) => (Array.isArray(list) ? list : []))

/** The view of the branch that is not only `null`, where a schema says "this or null"; otherwise the view itself. */
export function withoutNull(document: ContractDocument, view: JsonObject): JsonObject {
  const branches = branchesOf(view).map((branch) => viewOf(document, branch))
  const real = branches.filter((branch) => !(typesOf(branch).length === 1 && typesOf(branch)[0] === 'null'))
  return branches.length > 0 && real.length === 1 && real[0] ? { ...view, ...real[0] } : view
}

/** Whether null is a valid value. */
export function isNullable(document: ContractDocument, view: JsonObject): boolean {
  if (typesOf(view).includes('null') || view.const === null) return true
  if (Array.isArray(view.enum) && typesOf(view).length === 0) return view.enum.includes(null)
  return branchesOf(view).some((branch) => isNullable(document, viewOf(document, branch)))
}

/** The branches of a thing of several kinds, told apart by a member that each of them has with a value of its own. */
export function kindsOf(document: ContractDocument, view: JsonObject): JsonObject[] {
  const kinds = branchesOf(view).map((branch) => viewOf(document, branch))
  const valueAt = (kind: JsonObject, name: string) => {
    const member = isObject(kind.properties) ? viewOf(document, kind.properties[name]) : {}
    const choices = Array.isArray(member.enum) ? member.enum : []
    return member.const ?? (choices.length === 1 ? choices[0] : undefined)
  }
  const apart = (name: string) => {
    const values = kinds.map((kind) => valueAt(kind, name))
    return values.every((value) => value !== undefined) && new Set(values).size === kinds.length
  }
  return kinds.length > 1 && membersOf(kinds[0] ?? {}).some(([name]) => apart(name)) ? kinds : []
}
