/** One schema without references, for generators that cannot end a recursion. */

import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { isLargePattern } from '../openapi/patterns.ts'
import { branchesOf, isNullable, membersOf, requiredOf, typesOf, viewOf } from '../schema/view.ts'

/** Objects and lists inside one another. */
const MAX_DEPTH = 6
/** Schemas in the copy; a response with more properties shows those that come first. */
const MAX_SCHEMAS = 2_000
const MAX_BRANCHES = 3

/** Constraints that contain no schemas. */
const PLAIN_KEYWORDS = [
  'type',
  'enum',
  'const',
  'default',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'required',
  'readOnly',
  'writeOnly',
  'example',
  'examples',
  'x-faker',
]

/**
 * A copy of the schema with references followed and `allOf` merged. A schema inside itself is left out where it is
 * optional, and shortened to its type elsewhere, so that the copy is a small tree for every document.
 */
export function boundedSchema(document: ContractDocument, schema: Json | undefined): JsonObject {
  let left = MAX_SCHEMAS
  const copyOf = (node: Json | undefined, above: readonly JsonObject[]): JsonObject | undefined => {
    const view = viewOf(document, node)
    left -= 1
    if (left < 0 || above.length >= MAX_DEPTH || above.includes(view)) return undefined
    const inside = [...above, view]
    const copy: JsonObject = {}
    for (const keyword of PLAIN_KEYWORDS) {
      const value = view[keyword]
      if (value !== undefined && !(keyword === 'pattern' && isLargePattern(String(value))))
        copy[keyword] = value
    }
    copyObject(view, copy, inside)
    copyList(view, copy, inside)
    for (const keyword of ['oneOf', 'anyOf']) {
      const branches = branchesOf({ [keyword]: view[keyword] ?? null }).slice(0, MAX_BRANCHES)
      const copies = branches.flatMap((branch) => copyOf(branch, inside) ?? [])
      if (copies.length > 0) copy[keyword] = copies
    }
    return copy
  }
  const copyObject = (view: JsonObject, copy: JsonObject, inside: readonly JsonObject[]): void => {
    const required = requiredOf(view)
    const properties: [string, Json][] = []
    for (const [name, inner] of membersOf(view)) {
      const shortened = copyOf(inner, inside) ?? (required.has(name) ? stubOf(document, inner) : undefined)
      if (shortened !== undefined) properties.push([name, shortened])
    }
    if (isObject(view.properties)) copy.properties = Object.fromEntries(properties)
    if (isObject(view.additionalProperties))
      copy.additionalProperties = copyOf(view.additionalProperties, inside) ?? false
    else if (view.additionalProperties !== undefined) copy.additionalProperties = view.additionalProperties
  }
  const copyList = (view: JsonObject, copy: JsonObject, inside: readonly JsonObject[]): void => {
    if (Array.isArray(view.prefixItems))
      copy.items = view.prefixItems.map((one) => copyOf(one, inside) ?? stubOf(document, one))
    if (view.items === undefined) return
    const items = copyOf(view.items, inside)
    if (items !== undefined) copy.items = items
    else if (Number(view.minItems) > 0) copy.items = stubOf(document, view.items)
    else copy.maxItems = 0
  }
  return copyOf(schema, []) ?? {}
}

function stubOf(document: ContractDocument, schema: Json | undefined): JsonObject {
  const view = viewOf(document, schema)
  const [type] = typesOf(view)
  if (isNullable(document, view)) return { type: 'null' }
  return type === undefined ? {} : { type }
}
