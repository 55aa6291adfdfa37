/** Follows references inside a loaded document. */
import { type ContractDocument, DocumentError, isObject, type Json, type JsonObject } from './document.ts'
import { fragmentOf, pointerOfFragment, valueAt } from './pointer.ts'

/** A node and its JSON Pointer, which a validator needs to compile it by reference. */
export interface Located {
  node: JsonObject
  pointer: string
}

/** A chain of references longer than this is a circle. */
const MAX_CHAIN = 64

/**
 * The object at `pointer`, with all `$ref`s followed. Properties next to a `$ref` (`summary`, extensions…) override those
 * of the target, as in OpenAPI 3.1 path items.
 *
 * @throws DocumentError if there is nothing at `pointer`, or no object
 */
export function locate(document: ContractDocument, pointer: string): Located {
  let at = pointer
  let siblings: JsonObject = {}
  for (let hops = 0; hops < MAX_CHAIN; hops++) {
    const node = valueAt(document.root, at)
    if (!isObject(node)) {
      throw new DocumentError(
        node === undefined ? 'UNRESOLVED_REFERENCE' : 'MALFORMED',
        `${document.source}: ${fragmentOf(at)} is ${node === undefined ? 'missing' : JSON.stringify(node)}, expected an object.`,
      )
    }
    const { $ref, ...rest } = node
    siblings = { ...rest, ...siblings }
    if (typeof $ref !== 'string') return { node: { ...node, ...siblings }, pointer: at }
    at = localPointer(document, $ref)
  }
  throw new DocumentError(
    'UNRESOLVED_REFERENCE',
    `${document.source}: the references from ${fragmentOf(pointer)} form a circle.`,
  )
}

/** The object itself, or the one that its `$ref` leads to. Anything else is an empty object. */
export function follow(document: ContractDocument, node: Json | undefined): JsonObject {
  if (!isObject(node)) return {}
  if (typeof node.$ref !== 'string') return node
  const { $ref, ...beside } = node
  return { ...locate(document, localPointer(document, $ref)).node, ...beside }
}

/**
 * The target of a reference within the document.
 * @throws DocumentError if the reference cannot be resolved
 */
export function referred(document: ContractDocument, reference: string): Json {
  const pointer = localPointer(document, reference)
  const written = valueAt(document.root, pointer)
  return isObject(written) || typeof written === 'boolean' ? written : locate(document, pointer).node
}

function localPointer(document: ContractDocument, reference: string): string {
  if (reference.startsWith('#')) return pointerOfFragment(reference)
  throw new DocumentError(
    'UNRESOLVED_REFERENCE',
    `${document.source}: $ref "${reference}" leaves the document; load it from its file, which reads the others too.`,
  )
}
