/** Prevents that a walk visits one location of a document twice. */
import type { Json, JsonObject } from './document.ts'

/** @returns whether the value at `key` of `holder`, and at this pointer, is visited for the first time as this kind */
export function createVisits(): (
  holder: JsonObject | Json[],
  key: string | number,
  kind: string,
  pointer: string,
) => boolean {
  const pointers = new Set<string>()
  const holders = new WeakMap<object, Set<string>>()
  return (holder, key, kind, pointer) => {
    // A spliced object occurs at several locations; a replaced value is a new object at the same location.
    const within = holders.get(holder) ?? new Set()
    const isKnown = pointers.has(`${kind} ${pointer}`) || within.has(`${kind} ${key}`)
    pointers.add(`${kind} ${pointer}`)
    holders.set(holder, within.add(`${kind} ${key}`))
    return !isKnown
  }
}
