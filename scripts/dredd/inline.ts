import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  locate,
  pointerOfFragment,
} from '../../src/toolkit/openapi/index.ts'

/** References are followed this deep; a schema that contains itself is cut there. */
const MAX_DEPTH = 24

/**
 * The schema at a pointer with every `$ref` replaced by its target, as JSON Schema draft-07, the newest that
 * Dredd's validator knows. Nothing that the service's responses use is lost on the way.
 */
export function inlineSchema(document: ContractDocument, pointer: string): JsonObject {
  const inline = (node: Json, depth: number): Json => {
    if (Array.isArray(node)) return node.map((item) => inline(item, depth))
    if (!isObject(node)) return node
    const { $ref, ...rest } = node
    const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value, depth)]))
    if (typeof $ref !== 'string') return own
    const target = depth > MAX_DEPTH ? {} : inline(locate(document, pointerOfFragment($ref)).node, depth + 1)
    return Object.keys(own).length === 0 ? target : { allOf: [target, own] }
  }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...(inline(locate(document, pointer).node, 0) as JsonObject),
  }
}
