/** How much of a kept item an answer can show. */

import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { tokensOf } from '../../openapi/pointer.ts'
import { membersOf, viewOf } from '../../schema/view.ts'
import type { Target } from './targets.ts'

/** The item with new values for members that are wrong, or without these; undefined when that does not help. */
function fix(target: Target, item: JsonObject): JsonObject | undefined {
  let fixed = item
  for (const _ of Object.keys(item).concat('')) {
    const faults = target.faults(fixed)
    if (faults.length === 0) return fixed
    const name = tokensOf(faults[0]?.pointer ?? '')[target.depth]
    if (name === undefined) return undefined
    const { [name]: wrong, ...without } = fixed as Record<string, Json>
    // What was sent is kept: an inner object or a list gets what the answer requires in it.
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
 * The item as the target shows it: the members that its schema has, or, where these alone break the schema, an example
 * or a made up item with as many of them as the document allows.
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

/** The members that a target's schema has and may show; those that it requires beside them are left to whoever knows them. */
export function membersShown(document: ContractDocument, view: JsonObject, item: JsonObject): JsonObject {
  const members = new Map(membersOf(view))
  if (members.size === 0) return item
  // Silence about other members leaves room for those to come; it does not say that what was sent is shown.
  const others = view.additionalProperties === true || isObject(view.additionalProperties)
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => {
      const schema = members.get(name)
      return schema === undefined ? others : viewOf(document, schema).writeOnly !== true
    }),
  )
}
