import { type ContractDocument, objectAt } from '../openapi/document.ts'
import { pointerOf } from '../openapi/pointer.ts'
import type { Located } from '../openapi/resolve.ts'
import { schemaPart } from '../openapi/schemaPart.ts'

/**
 * The pointer of the schema of a value in a response's first body, or of the deepest schema above it that the document
 * has.
 * @param path property names; `*` is any item of an array
 */
export function placeOfValue(document: ContractDocument, response: Located, path: readonly string[]): string {
  const [type] = Object.keys(objectAt(response.node, 'content'))
  if (type === undefined) return response.pointer
  return placeInSchema(document, response.pointer + pointerOf('content', type, 'schema'), path)
}

/** The same within a schema. */
export function placeInSchema(document: ContractDocument, schema: string, path: readonly string[]): string {
  let at = schema
  for (const name of path) {
    const next = schemaPart(document, at, name === '*' ? ['items'] : ['properties', name])
    if (next === undefined) return at
    at = next
  }
  return at
}
