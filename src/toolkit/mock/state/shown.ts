/** Makes stored items valid for a response schema. */

import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { tokensOf } from '../../openapi/pointer.ts'
import { membersOf, viewOf } from '../../schema/view.ts'
import type { Target } from './targets.ts'

/** Replaces or removes invalid properties of the item; undefined if it stays invalid. */
function fix(target: Target, item: JsonObject): JsonObject | undefined {
  let fixed = item
  for (const _ of Object.keys(item).concat('')) {
    const faults = target.faults(fixed)
    if (faults.length === 0) return fixed
    const name = tokensOf(faults[0]?.pointer ?? '')[target.depth]
    if (name === undefined) return undefined
    const { [name]: wrong, ...without } = fixed as Record<string, Json>
    // Retain sent values: add only the missing required properties of an inner object or a list.
    const inner = typeof wrong === 'object' && wrong !== null ? target.fixed(fixed)?.[name] : undefined
    const value = target.madeUp(name)
    const tries: JsonObject[] = [
      ...(inner === undefined ? [] : [{ ...fixed, [name]: inner }]),
      without,
      ...(value === undefined ? [] : [{ ...without, [name]: value }]),
    ]
    const better = tries.find((one) => target.faults(one).length < faults.length)
    if (better === undefined) return undefined
    fixed = better
  }
  return undefined
}

/**
 * The item as the target's schema shows it: its declared properties. If these are invalid together, an example or a
 * generated item with as many of them as possible.
 */
export function shownIn(target: Target, item: JsonObject, first: string): JsonObject | undefined {
  const fits = (one: JsonObject) => target.faults(one).length === 0
  const fixed = fix(target, item) ?? target.fixed(item)
  if (fixed !== undefined) return fixed
  for (const base of target.bases) {
    const made = base()
    if (made === undefined) continue
    const all = { ...made, ...item }
    if (fits(all)) return all
    if (!fits(made)) continue
    let shown = made
    const names = Object.keys(item).sort((a, b) => Number(b === first) - Number(a === first))
    for (const name of names) {
      const more: JsonObject = { ...shown, [name]: item[name] as Json }
      if (fits(more)) shown = more
    }
    return shown
  }
  return undefined
}

/** The stored properties that the target's schema declares. Callers add missing required properties. */
export function membersShown(document: ContractDocument, view: JsonObject, item: JsonObject): JsonObject {
  const members = new Map(membersOf(view))
  if (members.size === 0) return item
  // A schema that does not mention other properties only allows future ones; sent properties are not shown.
  const others = view.additionalProperties === true || isObject(view.additionalProperties)
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => {
      const schema = members.get(name)
      return schema === undefined ? others : viewOf(document, schema).writeOnly !== true
    }),
  )
}
