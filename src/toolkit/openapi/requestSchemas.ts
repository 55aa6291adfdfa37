/** Schemas that requests have. */
import { type ContractDocument, isObject, objectAt } from './document.ts'
import type { Operation } from './operations.ts'
import { memberPointer, pointerOf, valueAt } from './pointer.ts'
import { locate } from './resolve.ts'

/** Pointers of all schemas that bodies of requests have, references followed. */
export function requestSchemas(document: ContractDocument, operations: readonly Operation[]): Set<string> {
  const found = new Set<string>()
  const visit = (pointer: string): void => {
    if (found.has(pointer)) return
    const node = valueAt(document.root, pointer)
    if (typeof node !== 'object' || node === null) return
    found.add(pointer)
    if (isObject(node) && typeof node.$ref === 'string') visit(locate(document, pointer).pointer)
    for (const [name, inner] of Object.entries(node))
      if (typeof inner === 'object' && inner !== null) visit(memberPointer(pointer, name))
  }
  for (const { operation, pointer } of operations) {
    if (operation.requestBody === undefined) continue
    const body = locate(document, `${pointer}/requestBody`)
    for (const type of Object.keys(objectAt(body.node, 'content')))
      visit(body.pointer + pointerOf('content', type, 'schema'))
  }
  return found
}
