/** A schema as one object: references followed, `allOf` merged, the 3.0 dialect's words turned into those of 3.1. */

import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { bothOf, intersect } from '../openapi/intersect.ts'
import { referred } from '../openapi/resolve.ts'

/** Everything that applies to one value, before its forms are taken into account. */
interface Merged {
  /** All keywords but references and forms, as one schema. Of annotations, the outermost counts. */
  keywords: JsonObject
  /** Each `oneOf` and `anyOf`. A value has to match every one. */
  forms: { keyword: 'oneOf' | 'anyOf'; schemas: Json[] }[]
  /** The document's schemas that this view merges. */
  sources: ReadonlySet<JsonObject>
  /** No value is allowed. */
  never: boolean
  /** For readers only: a form was `null`. */
  nullable: boolean
}

/**
 * A schema with its references followed and its `allOf` merged.
 * @param forReaders A form that is `null` becomes `nullable`, a single other form is merged, and references that lead
 * nowhere are left out.
 * @throws DocumentError for a reference that leads nowhere
 */
export function mergedOf(document: ContractDocument, schema: Json | undefined, forReaders = false): Merged {
  const sources = new Set<JsonObject>()
  const forms: Merged['forms'] = []
  let keywords: JsonObject = {}
  let never = false
  let nullable = false

  const merge = (node: Json | undefined): void => {
    if (node === false) never = true
    // A part that leads back here adds nothing.
    if (!isObject(node) || sources.has(node)) return
    sources.add(node)
    const { $ref, allOf, oneOf, anyOf, ...own } = node
    keywords = intersect(keywords, modern(own))
    if (typeof $ref === 'string') merge(targetOf($ref))
    if (Array.isArray(allOf)) for (const part of allOf) merge(part)
    choose('oneOf', oneOf)
    choose('anyOf', anyOf)
  }

  const targetOf = (reference: string): Json | undefined => {
    try {
      return referred(document, reference)
    } catch (error) {
      if (forReaders) return undefined
      throw error
    }
  }

  const choose = (keyword: 'oneOf' | 'anyOf', schemas: Json | undefined): void => {
    if (!Array.isArray(schemas)) return
    const shown = forReaders ? schemas.filter((one) => !isObject(one) || !isOnlyNull(one)) : schemas
    if (shown.length < schemas.length) nullable = true
    if (forReaders && shown.length === 1) merge(shown[0])
    else if (shown.length > 0) forms.push({ keyword, schemas: shown })
  }

  merge(schema)
  return { keywords, forms, sources, never, nullable }
}

const numbers = new WeakMap<JsonObject, number>()
let count = 0
function numberOf(node: JsonObject): number {
  const known = numbers.get(node)
  if (known !== undefined) return known
  numbers.set(node, ++count)
  return count
}

/** The same text for schemas that are merged from the same parts, such as each level of a recursive schema. */
export const identityOf = ({ sources }: Merged): string =>
  [...sources]
    // An `allOf` that merging made has no identity of its own.
    .filter((node) => Object.keys(node).length > 1 || !Array.isArray(node.allOf))
    .map(numberOf)
    .sort()
    .join()

const identities = new WeakMap<ContractDocument, WeakMap<JsonObject, string>>()

/** The same for a schema as readers see it; '' for `true`, `false` and none. */
export function identityFor(document: ContractDocument, schema: Json | undefined): string {
  if (!isObject(schema)) return ''
  const known = identities.get(document) ?? new WeakMap<JsonObject, string>()
  identities.set(document, known)
  const identity = known.get(schema) ?? identityOf(mergedOf(document, schema, true))
  known.set(schema, identity)
  return identity
}

const cache = new WeakMap<ContractDocument, WeakMap<JsonObject, JsonObject>>()

/** The schema as one object, with everything that `$ref` and `allOf` bring; an empty object for `true` and for none. */
export function viewOf(document: ContractDocument, schema: Json | undefined): JsonObject {
  if (!isObject(schema)) return {}
  let known = cache.get(document)
  if (known === undefined) {
    known = new WeakMap()
    cache.set(document, known)
  }
  const seen = known.get(schema)
  if (seen !== undefined) return seen
  const { keywords, forms } = mergedOf(document, schema)
  const view = forms.reduce(
    (all, { keyword, schemas }) => withForms(document, all, keyword, schemas),
    keywords,
  )
  known.set(schema, view)
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
 * Adds another list of forms to the schema. A value matches exactly one form of each list if and only if it matches
 * exactly one pair of forms, so the two lists become one list of pairs. Pairs with incompatible types are omitted.
 */
function withForms(
  document: ContractDocument,
  view: JsonObject,
  keyword: 'oneOf' | 'anyOf',
  schemas: Json[],
): JsonObject {
  const first = view[keyword]
  if (!Array.isArray(first) || first.length * schemas.length > MAX_PAIRS)
    return intersect(view, { [keyword]: schemas })
  if (JSON.stringify(first) === JSON.stringify(schemas)) return view
  const pairs = first.flatMap((one) => schemas.map((two): Json => bothOf(one, two) ?? true))
  const isPossible = (pair: Json) => {
    const { type } = mergedOf(document, pair).keywords
    return !Array.isArray(type) || type.length > 0
  }
  return { ...view, [keyword]: pairs.filter(isPossible) }
}

/** More pairs of forms than a document means: beyond that, the first list counts. */
const MAX_PAIRS = 256

/** Whether null is the only valid value. */
export const isOnlyNull = ({ type, const: constant, enum: values }: JsonObject): boolean =>
  [type].flat().join() === 'null' ||
  constant === null ||
  (Array.isArray(values) && values.length === 1 && values[0] === null)

/** The types that a value may have; empty if the schema does not restrict them. */
export function typesOf(view: JsonObject): string[] {
  if (typeof view.type === 'string') return [view.type]
  if (Array.isArray(view.type)) return view.type.filter((one): one is string => typeof one === 'string')
  if (isObject(view.properties)) return ['object']
  if (view.items !== undefined) return ['array']
  return []
}

/**
 * The types that keywords other than `type` imply; empty if they imply none.
 * @param hasForms The types are those of the forms, so that only properties and items imply another.
 */
export function impliedTypes(view: JsonObject, hasForms: boolean): string[] {
  const has = (...names: string[]) => names.some((name) => view[name] !== undefined)
  if (isObject(view.properties) && Object.keys(view.properties).length > 0) return ['object']
  if (isObject(view.items) || view.items === true || Array.isArray(view.prefixItems)) return ['array']
  if (hasForms) return []
  const values = view.const !== undefined ? [view.const] : Array.isArray(view.enum) ? view.enum : []
  if (values.length > 0) {
    const kinds = values.map((value) =>
      Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value,
    )
    return [...new Set(kinds)].filter((kind) => kind !== 'null')
  }
  if (isObject(view.patternProperties) && Object.keys(view.patternProperties).length > 0) return ['object']
  if (isObject(view.additionalProperties) || isObject(view.unevaluatedProperties)) return ['object']
  if (has('pattern', 'minLength', 'maxLength', 'format')) return ['string']
  return has('minimum', 'maximum', 'multipleOf') ? ['number'] : []
}

/** The schemas of the properties that an object may have, by name. */
export const membersOf = (view: JsonObject): [name: string, schema: Json][] =>
  isObject(view.properties)
    ? Object.entries(view.properties).filter(
        (entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== false,
      )
    : []

/** The schema of one property of a view. */
export const memberOf = (view: JsonObject, wanted: string): Json | undefined =>
  membersOf(view).find(([name]) => name === wanted)?.[1]

export const requiredOf = (view: JsonObject): Set<string> =>
  new Set(
    Array.isArray(view.required) ? view.required.filter((one): one is string => typeof one === 'string') : [],
  )

/** The branches of `oneOf` or `anyOf`; empty when the schema has none. */
export const branchesOf = (view: JsonObject): Json[] =>
  [view.oneOf, view.anyOf].flatMap((list) => (Array.isArray(list) ? list : []))

/** The view of the other branch if a schema is "this or null"; otherwise the view itself. */
export function withoutNull(document: ContractDocument, view: JsonObject): JsonObject {
  const branches = branchesOf(view).map((branch) => viewOf(document, branch))
  const real = branches.filter((branch) => !isOnlyNull(branch))
  return branches.length > 0 && real.length === 1 && real[0] ? { ...view, ...real[0] } : view
}

/** Whether null is a valid value. */
export function isNullable(document: ContractDocument, view: JsonObject): boolean {
  if (typesOf(view).includes('null') || view.const === null) return true
  if (Array.isArray(view.enum) && typesOf(view).length === 0) return view.enum.includes(null)
  return branchesOf(view).some((branch) => isNullable(document, viewOf(document, branch)))
}

/** The branches of a schema with several kinds. A property with another value in each of them distinguishes the kinds. */
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

/** A request and a response share schemas; see `direction.ts`. */
export type Direction = 'request' | 'response'

/** The keyword of properties that the direction does not carry. */
export const ABSENT = { request: 'readOnly', response: 'writeOnly' } as const

/** Whether a property is one that the direction does not carry. */
export const isAbsent = (
  document: ContractDocument,
  schema: Json | undefined,
  direction: Direction,
): boolean => viewOf(document, schema)[ABSENT[direction]] === true
