/** Keeps whoever goes through a document from looking at one place twice. */
import type { Json, JsonObject } from './document.ts'

/** @returns whether what stands at `key` of `holder`, and at this pointer, is met for the first time as this kind */
export function createVisits(): (
  holder: JsonObject | Json[],
  key: string | number,
  kind: string,
  pointer: string,
) => boolean {
  const pointers = new Set<string>()
  const holders = new WeakMap<object, Set<string>>()
  return (holder, key, kind, pointer) => {
    // What is spliced in stands in several places, and is one object; what was replaced is another at the same place.
    const within = holders.get(holder) ?? new Set()
    const isKnown = pointers.has(`${kind} ${pointer}`) || within.has(`${kind} ${key}`)
    pointers.add(`${kind} ${pointer}`)
    holders.set(holder, within.add(`${kind} ${key}`))
    return !isKnown
  }
}
