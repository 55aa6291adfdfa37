/** Prevents that a walk visits one location of a document twice. */
import type { Json, JsonObject } from './document.ts'

/** Places of one kind. */
interface Visited {
  pointers: Set<string>
  /** The keys of each holder. */
  holders: WeakMap<object, Set<string>>
}

/** @returns whether the value at `key` of `holder`, and at this pointer, is visited for the first time as this kind */
export function createVisits(): (
  holder: JsonObject | Json[],
  key: string | number,
  kind: string,
  pointer: string,
) => boolean {
  const kinds = new Map<string, Visited>()
  return (holder, key, kind, pointer) => {
    const { pointers, holders } = kinds.get(kind) ?? { pointers: new Set(), holders: new WeakMap() }
    if (!kinds.has(kind)) kinds.set(kind, { pointers, holders })
    // A spliced object occurs at several locations; a replaced value is a new object at the same location.
    const within = holders.get(holder) ?? new Set<string>()
    const isKnown = pointers.has(pointer) || within.has(String(key))
    pointers.add(pointer)
    holders.set(holder, within.add(String(key)))
    return !isKnown
  }
}
