/** Values that only one item of a collection may have, as far as the document describes the conflict (409). */
import { type ApiOperation, declares } from '../../model/api.ts'
import { isErrorOf, normal, soundsLike } from '../../model/vocabulary.ts'
import type { JsonObject } from '../../openapi/document.ts'
import { responseFor } from '../../openapi/operations.ts'
import { HttpError } from '../../requests/exchange.ts'

/**
 * @param before the item that is changed; undefined for a new one
 * @throws HttpError 409 if another item has a value that must be unique according to the document
 */
export function requireFree(
  operation: ApiOperation,
  sent: JsonObject,
  items: readonly JsonObject[],
  before?: JsonObject,
): void {
  const words = conflictIn(operation)
  if (words === undefined) return
  const scope = Object.keys(sent).filter((name) => soundsLike('parent', name))
  const isSibling = (one: JsonObject) => scope.every((name) => String(one[name]) === String(sent[name]))
  for (const [name, value] of Object.entries(sent)) {
    if (!soundsLike('unique', name) || typeof value !== 'string' || !isNamed(words, name)) continue
    if (items.some((one) => one !== before && one[name] === value && isSibling(one)))
      throw new HttpError(409, `${name} ${JSON.stringify(value)} is in use. Send another ${name}.`, {
        kind: 'duplicate',
        facts: { field: name },
      })
  }
}

const isNamed = (words: string, name: string): boolean =>
  new RegExp(`(?<![a-z])${normal(name)}(?![a-z])`, 'i').test(words)

/** The document's description of 409, if it is about a value that is in use. */
function conflictIn(operation: ApiOperation): string | undefined {
  if (!declares(operation, 409)) return undefined
  const { node } = responseFor(operation, 409) ?? {}
  if (node === undefined) return undefined
  const words = JSON.stringify(node)
  return isErrorOf('duplicate', words) ? words : undefined
}
