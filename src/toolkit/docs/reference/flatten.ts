/** A schema with its references followed and its `allOf` merged, as readers see it. */
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../../openapi/document.ts'
import { intersect } from '../../openapi/intersect.ts'
import { pointerOfFragment, valueAt } from '../../openapi/pointer.ts'
import { locate } from '../../openapi/resolve.ts'

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

export function flatten(document: ContractDocument, schema: Json | undefined): Flat {
  const sources = new Set<JsonObject>()
  const choices: Choice[] = []
  let merged: JsonObject = {}
  let nullable = false
  let never = schema === false
  const pointer = isObject(schema) ? namedBy(document, schema) : undefined
  take(schema)
  const { type, properties, required, items, ...rest } = merged
  const given = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string')
  if (Array.isArray(type) && given.length === 0) never = true
  const flat: Flat = {
    pointer,
    key: [...sources].map(numberOf).sort().join(),
    types: given.filter((one) => one !== 'null'),
    nullable: nullable || given.includes('null'),
    never,
    properties: new Map(
      Object.entries(isObject(properties) ? properties : {}).flatMap(([name, value]): [string, Json][] =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
    required: new Set((Array.isArray(required) ? required : []).filter((one) => typeof one === 'string')),
    items: isObject(items) || items === true ? items : undefined,
    choices,
    structured: false,
    rest,
  }
  if (flat.types.length === 0 && given.length === 0) flat.types = inferred(flat)
  flat.structured =
    flat.properties.size > 0 ||
    choices.some(({ alternatives }) => alternatives.length > 1) ||
    isObject(rest.additionalProperties) ||
    isObject(rest.unevaluatedProperties)
  return flat

  function take(node: Json | undefined): void {
    if (node === false) never = true
    if (!isObject(node) || sources.has(node)) return
    const { $ref, allOf, oneOf, anyOf, ...own } = node
    // An `allOf` that merging made has no identity of its own.
    if (Object.keys(node).length > 1 || !Array.isArray(allOf)) sources.add(node)
    merged = intersect(merged, own)
    if (typeof $ref === 'string') take(targetOf(document, $ref)?.node)
    for (const part of listOf(allOf)) take(part)
    choose(oneOf, true)
    choose(anyOf, false)
  }

  function choose(list: Json | undefined, exclusive: boolean): void {
    if (!Array.isArray(list)) return
    const alternatives = list.filter((one) => !isNull(one))
    if (alternatives.length < list.length) nullable = true
    if (alternatives.length === 1) take(alternatives[0])
    else if (alternatives.length > 1) choices.push({ alternatives, exclusive })
  }
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
    const forms = listOf(list).filter((one) => !isNull(one))
    if (forms.length > 1) return undefined
    parts.push(...forms)
  }
  const [only] = parts
  if (!isObject(only) || parts.length > 1) return undefined
  return typeof $ref === 'string' ? targetOf(document, $ref)?.pointer : namedBy(document, only, depth + 1)
}

const MAX_DEPTH = 32

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

const numbers = new WeakMap<JsonObject, number>()
let count = 0
function numberOf(node: JsonObject): number {
  const known = numbers.get(node)
  if (known !== undefined) return known
  numbers.set(node, ++count)
  return count
}

/** Next to a reference, these keywords describe its use. A type is as a rule that of the target, written again. */
const saysNothingMore = (name: string): boolean => ANNOTATIONS.has(name) || name.startsWith('x-')
const ANNOTATIONS = new Set(
  'type title description default example examples deprecated readOnly writeOnly externalDocs xml $comment $schema $id $anchor $defs definitions discriminator'.split(
    ' ',
  ),
)

function targetOf(document: ContractDocument, reference: string) {
  if (!reference.startsWith('#')) return undefined
  try {
    const pointer = pointerOfFragment(reference)
    const located = locate(document, pointer)
    // The node as the document has it, for only that is the same each time.
    const written = valueAt(document.root, pointer)
    return { pointer: located.pointer, node: isObject(written) ? written : located.node }
  } catch {
    return undefined
  }
}

const isNull = (schema: Json): boolean =>
  isObject(schema) &&
  (schema.type === 'null' ||
    schema.const === null ||
    (Array.isArray(schema.enum) && schema.enum.length === 1 && schema.enum[0] === null))

function inferred({ properties, items, rest, choices }: Flat): string[] {
  if (properties.size > 0) return ['object']
  if (items !== undefined || Array.isArray(rest.prefixItems)) return ['array']
  if (choices.length > 0) return []
  const values = rest.const !== undefined ? [rest.const] : Array.isArray(rest.enum) ? rest.enum : []
  const kinds = values.map((value) =>
    value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value,
  )
  if (kinds.length > 0) return [...new Set(kinds)].filter((kind) => kind !== 'null')
  if (
    Object.keys(objectAt(rest, 'patternProperties')).length > 0 ||
    isObject(rest.additionalProperties) ||
    isObject(rest.unevaluatedProperties)
  )
    return ['object']
  if (['pattern', 'minLength', 'maxLength', 'format'].some((name) => name in rest)) return ['string']
  if (['minimum', 'maximum', 'multipleOf'].some((name) => name in rest)) return ['number']
  return []
}
