/** A schema with its references followed and its `allOf` merged, as readers see it. */
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  locate,
  objectAt,
  pointerOfFragment,
} from '../../contract/index.ts'

export interface Flat {
  /** Where the schema stands that a reference led to. */
  pointer: string | undefined
  types: string[]
  nullable: boolean
  /** No value is allowed. */
  never: boolean
  properties: Map<string, Json>
  required: Set<string>
  items: Json | undefined
  /** Of `oneOf` and `anyOf`, without `null`. */
  alternatives: Json[]
  /** Exactly one of the alternatives, not several. */
  exclusive: boolean
  /** Has members or forms worth a page of its own. */
  structured: boolean
  /** Every other keyword; of several values of one keyword the outermost. */
  rest: JsonObject
}

export function flatten(document: ContractDocument, schema: Json | undefined): Flat {
  const flat: Flat = {
    pointer: undefined,
    types: [],
    nullable: false,
    never: schema === false,
    properties: new Map(),
    required: new Set(),
    items: undefined,
    alternatives: [],
    exclusive: true,
    structured: false,
    rest: {},
  }
  const seen = new Set<Json>()
  take(schema, true)
  if (flat.types.includes('null')) flat.nullable = true
  flat.types = flat.types.filter((type) => type !== 'null')
  if (flat.types.length === 0) flat.types = inferred(flat)
  flat.structured =
    flat.properties.size > 0 || flat.alternatives.length > 1 || isObject(flat.rest.additionalProperties)
  return flat

  function take(node: Json | undefined, outermost: boolean): void {
    if (!isObject(node) || seen.has(node)) return
    seen.add(node)
    const { $ref, allOf, oneOf, anyOf, properties, required, items, type, ...rest } = node
    for (const [name, value] of Object.entries(rest)) if (!(name in flat.rest)) flat.rest[name] = value
    const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string')
    flat.types = flat.types.length === 0 ? types : narrowed(flat.types, types)
    if (isObject(properties))
      for (const [name, value] of Object.entries(properties)) {
        const before = flat.properties.get(name)
        flat.properties.set(name, before === undefined ? value : { allOf: [before, value] })
      }
    for (const name of Array.isArray(required) ? required : [])
      if (typeof name === 'string') flat.required.add(name)
    flat.items ??= isObject(items) || items === true ? items : undefined
    if (typeof $ref === 'string' && $ref.startsWith('#')) {
      const target = targetOf($ref)
      if (target !== undefined) {
        if (outermost) flat.pointer = target.pointer
        take(target.node, outermost && Object.keys(rest).every((name) => !SHAPING.has(name)))
      }
    }
    const parts = Array.isArray(allOf) ? allOf : []
    // One reference with words beside it is how an author describes a use of it.
    for (const part of parts) take(part, outermost && parts.length === 1 && properties === undefined)
    for (const [list, exclusive] of [
      [oneOf, true],
      [anyOf, false],
    ] as const) {
      if (!Array.isArray(list)) continue
      const others = list.filter((one) => !isNull(one))
      if (others.length < list.length) flat.nullable = true
      if (others.length === 1 && others.length < list.length) take(others[0], outermost)
      else if (flat.alternatives.length === 0) {
        flat.alternatives = others
        flat.exclusive = exclusive
      } else if (others.length > 0) flat.rest[exclusive ? 'oneOf' : 'anyOf'] ??= others
    }
  }

  function targetOf(reference: string) {
    try {
      return locate(document, pointerOfFragment(reference))
    } catch {
      return undefined
    }
  }
}

/** Keywords beside a reference that make another schema of it. */
const SHAPING = new Set(['properties', 'allOf', 'oneOf', 'anyOf', 'items', 'additionalProperties'])

const isNull = (schema: Json): boolean =>
  isObject(schema) &&
  (schema.type === 'null' ||
    schema.const === null ||
    (Array.isArray(schema.enum) && schema.enum.length === 1 && schema.enum[0] === null))

function narrowed(types: string[], others: string[]): string[] {
  if (others.length === 0) return types
  const both = types.filter((type) => others.includes(type))
  return both.length > 0 ? both : types
}

function inferred({ properties, items, rest, alternatives }: Flat): string[] {
  if (properties.size > 0) return ['object']
  if (items !== undefined || Array.isArray(rest.prefixItems)) return ['array']
  if (alternatives.length > 0) return []
  const values = rest.const !== undefined ? [rest.const] : Array.isArray(rest.enum) ? rest.enum : []
  const kinds = values.map((value) =>
    value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value,
  )
  if (kinds.length > 0) return [...new Set(kinds)].filter((kind) => kind !== 'null')
  if (Object.keys(objectAt(rest, 'patternProperties')).length > 0 || isObject(rest.additionalProperties))
    return ['object']
  if (['pattern', 'minLength', 'maxLength', 'format'].some((name) => name in rest)) return ['string']
  if (['minimum', 'maximum', 'multipleOf'].some((name) => name in rest)) return ['number']
  return []
}
