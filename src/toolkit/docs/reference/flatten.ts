/** A schema with its references followed and its `allOf` merged, as readers see it. */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { pointerOfFragment } from '../../openapi/pointer.ts'
import { locate } from '../../openapi/resolve.ts'
import { identityOf, impliedTypes, isOnlyNull, mergedOf, requiredOf } from '../../schema/view.ts'

export interface Flat {
  /** Where the named schema is whose values are exactly those of this one. */
  pointer: string | undefined
  /** The same for schemas that are merged from the same parts, such as each level of a recursive one. */
  key: string
  types: string[]
  nullable: boolean
  /** No value is allowed. */
  never: boolean
  properties: Map<string, Json>
  required: Set<string>
  items: Json | undefined
  /** Each `oneOf` and `anyOf`, without `null`; a value has to match every choice. */
  choices: Choice[]
  /** Has properties or forms worth a page of its own. */
  structured: boolean
  /** Every other keyword. Of annotations the outermost counts. */
  rest: JsonObject
}

export interface Choice {
  alternatives: Json[]
  /** Exactly one of the alternatives, not several. */
  exclusive: boolean
}

const known = new WeakMap<ContractDocument, WeakMap<JsonObject, Flat>>()

/**
 * The description of a schema as readers see it. A schema of a document is flattened once.
 * @param document the document that references are resolved in
 * @param schema a schema of the document, or one that is composed of its schemas
 * @returns an object that callers must not change
 */
export function flatten(document: ContractDocument, schema: Json | undefined): Flat {
  if (!isObject(schema)) return flattened(document, schema)
  let flats = known.get(document)
  if (flats === undefined) {
    flats = new WeakMap()
    known.set(document, flats)
  }
  const before = flats.get(schema)
  if (before !== undefined) return before
  const flat = flattened(document, schema)
  flats.set(schema, flat)
  return flat
}

function flattened(document: ContractDocument, schema: Json | undefined): Flat {
  const merged = mergedOf(document, schema, true)
  const { keywords, forms, never, nullable } = merged
  const { type, properties, required, items, ...rest } = keywords
  const given = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string')
  const flat: Flat = {
    pointer: isObject(schema) ? namedBy(document, schema) : undefined,
    key: identityOf(merged),
    types: given.filter((one) => one !== 'null'),
    nullable: nullable || given.includes('null'),
    never: never || (Array.isArray(type) && given.length === 0),
    properties: new Map(
      Object.entries(isObject(properties) ? properties : {}).flatMap(([name, value]): [string, Json][] =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
    required: requiredOf(keywords),
    items: isObject(items) || items === true ? items : undefined,
    choices: forms.map(({ keyword, schemas }) => ({ alternatives: schemas, exclusive: keyword === 'oneOf' })),
    structured: false,
    rest,
  }
  if (given.length === 0) flat.types = impliedTypes(keywords, forms.length > 0)
  flat.structured =
    flat.properties.size > 0 ||
    flat.choices.some(({ alternatives }) => alternatives.length > 1) ||
    isObject(rest.additionalProperties) ||
    isObject(rest.unevaluatedProperties)
  return flat
}

/** The one schema that a reference leads to, where nothing next to it or in another part changes its values. */
function namedBy(document: ContractDocument, schema: JsonObject, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined
  const { $ref, allOf, oneOf, anyOf, ...own } = schema
  if (Object.keys(own).some((name) => !saysNothingMore(name))) return undefined
  const parts = [
    ...(typeof $ref === 'string' ? [{ $ref }] : []),
    ...listOf(allOf).filter((part) => !isObject(part) || !Object.keys(part).every(saysNothingMore)),
  ]
  for (const list of [oneOf, anyOf]) {
    const forms = listOf(list).filter((one) => !(isObject(one) && isOnlyNull(one)))
    if (forms.length > 1) return undefined
    parts.push(...forms)
  }
  const [only] = parts
  if (!isObject(only) || parts.length > 1) return undefined
  return typeof $ref === 'string' ? pointerAt(document, $ref) : namedBy(document, only, depth + 1)
}

/** A named schema, and the schemas next to it where they only refine properties that it has. */
export function narrowedSchema(
  document: ContractDocument,
  schema: Json | undefined,
): { base: Json; by: Json } | undefined {
  const [base, ...parts] = isObject(schema) ? listOf(schema.allOf) : []
  if (!isObject(base) || typeof base.$ref !== 'string' || parts.length === 0) return undefined
  const flat = flatten(document, base)
  if (flat.pointer === undefined || !flat.structured) return undefined
  const { properties, choices } = flatten(document, { allOf: parts })
  const isNarrower = choices.length === 0 && [...properties.keys()].every((name) => flat.properties.has(name))
  return isNarrower && properties.size > 0 ? { base, by: { allOf: parts } } : undefined
}

const MAX_DEPTH = 32

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** Next to a reference, these keywords describe its use. A type is as a rule that of the target, written again. */
const saysNothingMore = (name: string): boolean => ANNOTATIONS.has(name) || name.startsWith('x-')
const ANNOTATIONS = new Set(
  'type title description default example examples deprecated readOnly writeOnly externalDocs xml $comment $schema $id $anchor $defs definitions discriminator'.split(
    ' ',
  ),
)

function pointerAt(document: ContractDocument, reference: string): string | undefined {
  try {
    return reference.startsWith('#') ? locate(document, pointerOfFragment(reference)).pointer : undefined
  } catch {
    return undefined
  }
}
