import { type ContractDocument, isObject, objectAt } from '../openapi/document.ts'
import { pointerOf } from '../openapi/pointer.ts'
import { type Located, locate } from '../openapi/resolve.ts'

/** Schemas within schemas; a deeper one is a cycle. */
const MAX_PARTS = 8

/**
 * The pointer of the schema of a value in a response's first body, or of the deepest schema above it that the document
 * has.
 * @param path property names; `*` is any item of an array
 */
export function placeOfValue(document: ContractDocument, response: Located, path: readonly string[]): string {
  const [type] = Object.keys(objectAt(response.node, 'content'))
  if (type === undefined) return response.pointer
  let at = response.pointer + pointerOf('content', type, 'schema')
  for (const name of path) {
    const next = partOf(document, at, name === '*' ? ['items'] : ['properties', name])
    if (next === undefined) return at
    at = next
  }
  return at
}

/** The pointer of a part of a schema, which may be in a schema that it combines. */
function partOf(
  document: ContractDocument,
  schema: string,
  place: readonly string[],
  depth = 0,
): string | undefined {
  const { node, pointer } = locate(document, schema)
  let inner: unknown = node
  for (const token of place)
    inner =
      isObject(inner as never) && Object.hasOwn(inner as object, token) ? (inner as never)[token] : undefined
  if (inner !== undefined) return pointer + pointerOf(...place)
  if (depth >= MAX_PARTS) return undefined
  for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
    const { [keyword]: parts } = node
    for (const index of Array.isArray(parts) ? parts.keys() : []) {
      const found = partOf(document, pointer + pointerOf(keyword, index), place, depth + 1)
      if (found !== undefined) return found
    }
  }
  return undefined
}
