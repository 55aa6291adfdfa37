import type { ContractDocument } from './document.ts'
import { pointerOf, valueAt } from './pointer.ts'
import { locate } from './resolve.ts'

const COMBINING = ['allOf', 'oneOf', 'anyOf'] as const

/** Schemas within schemas; a deeper one is a cycle. */
const MAX_PARTS = 8

/**
 * The pointer of a part of a schema, references followed. The part may be in a schema that it combines.
 * @param place keywords and names from the schema, such as `['properties', 'title']`
 * @param combining the keywords whose schemas count
 * @returns undefined where the schema does not have the part
 */
export function schemaPart(
  document: ContractDocument,
  schema: string,
  place: readonly string[],
  combining: readonly (typeof COMBINING)[number][] = COMBINING,
  depth = 0,
): string | undefined {
  const { node, pointer } = locate(document, schema)
  if (valueAt(node, pointerOf(...place)) !== undefined) return pointer + pointerOf(...place)
  if (depth >= MAX_PARTS) return undefined
  for (const keyword of combining) {
    const { [keyword]: parts } = node
    for (const index of Array.isArray(parts) ? parts.keys() : []) {
      const part = pointer + pointerOf(keyword, index)
      const found = schemaPart(document, part, place, combining, depth + 1)
      if (found !== undefined) return found
    }
  }
  return undefined
}
