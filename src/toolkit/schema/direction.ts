/**
 * Requests and responses share schemas. Required properties that are `readOnly` are required only in responses; required
 * properties that are `writeOnly` are required only in requests (OpenAPI 3.1, "Schema Object").
 */
import { type ContractDocument, isObject, type Json, type JsonObject, setOwn } from '../openapi/document.ts'
import { isData, isNameMap } from '../openapi/walk.ts'
import { ABSENT, type Direction, membersOf, viewOf } from './view.ts'

/** The document to validate one direction with: the same document if no property is `readOnly` or `writeOnly`. */
export function rootFor(document: ContractDocument, root: JsonObject, direction: Direction): JsonObject {
  const word = ABSENT[direction]
  if (!mentions(root, word)) return root
  const nothing: ReadonlyMap<string, Json> = new Map()
  const relaxed = (node: Json, around: ReadonlyMap<string, Json>, names = false): Json => {
    if (Array.isArray(node)) return node.map((one) => relaxed(one, nothing))
    if (!isObject(node)) return node
    let known: ReadonlyMap<string, Json> | undefined
    // Most nodes require nothing and have no parts.
    const members = () => {
      known ??= names ? nothing : new Map([...around, ...membersOf(viewOf(document, node))])
      return known
    }
    const isOther = (name: Json) =>
      typeof name === 'string' && viewOf(document, members().get(name))[word] === true
    const copy: JsonObject = {}
    for (const [key, inner] of Object.entries(node)) {
      if (inner === undefined) continue
      if (names) setOwn(copy, key, relaxed(inner, nothing))
      else if (isData(key, inner)) copy[key] = inner
      else if (key === 'required' && Array.isArray(inner)) copy[key] = inner.filter((name) => !isOther(name))
      // A part or a branch may require properties that the surrounding schema declares.
      else if (SIBLINGS.has(key) && Array.isArray(inner))
        copy[key] = inner.map((part) => relaxed(part, members()))
      else copy[key] = relaxed(inner, SIBLINGS.has(key) ? members() : nothing, isNameMap(key, inner))
    }
    return copy
  }
  return relaxed(root, nothing) as JsonObject
}

/** Schemas of the same value. */
const SIBLINGS = new Set(['allOf', 'anyOf', 'oneOf', 'then', 'else'])

function mentions(node: Json | undefined, word: string): boolean {
  if (Array.isArray(node)) return node.some((one) => mentions(one, word))
  if (!isObject(node)) return false
  return node[word] === true || Object.values(node).some((one) => mentions(one, word))
}
