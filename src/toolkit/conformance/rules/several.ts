/** Several items of one collection, for the rules of lists. */

import type { Resource } from '../../model/resources.ts'
import type { Json, JsonObject } from '../../openapi/document.ts'
import type { Recorded } from '../run/events.ts'
import { idListed, itemsOf, parentOf } from '../run/items.ts'
import type { Item, TrialContext } from '../run/rule.ts'

type Looked = Awaited<ReturnType<TrialContext['findInList']>>

/** Lists may follow the things themselves a little later, as those of a search index do: when to look again. */
export const LIST_PAUSES = [100, 400, 1_000]

/**
 * Looks, and looks again a little later until all is right.
 * @param isRight left out: what was looked for is something wrong, and there is none
 * @returns what was seen last
 */
export async function lookUntil<T>(
  context: TrialContext,
  look: () => Promise<T>,
  isRight = (seen: T): boolean => seen === undefined,
): Promise<T> {
  let seen = await look()
  for (const pause of LIST_PAUSES) {
    if (isRight(seen)) break
    await context.wait(pause)
    seen = await look()
  }
  return seen
}

/** Looks for what a list has to show, and looks again where the list may be an index that follows. */
export const findListed = (
  context: TrialContext,
  item: Item,
  options?: Parameters<TrialContext['findInList']>[1],
): Promise<Looked> =>
  lookUntil(
    context,
    () => context.findInList(item, options),
    ({ found, complete }) => found !== undefined || !complete,
  )

/** A parent of its own and some items in it, so that nobody else's come between. */
export async function several(
  context: TrialContext,
  resource: Resource,
  count: number,
): Promise<{ params: Record<string, Json>; items: Item[] }> {
  if (resource.create === undefined) {
    const parent = resource.parent === undefined ? undefined : await context.item(resource.parent)
    return { params: { ...parent?.params }, items: [] }
  }
  const items: Item[] = []
  let within: Item | undefined
  for (let index = 0; index < count; index++) {
    const item: Item = await context.item(resource, { fresh: true, ...(within !== undefined && { within }) })
    items.push(item)
    if (resource.parent !== undefined)
      within ??= { ...item, resource: resource.parent, params: parentOf(item) }
  }
  const [first] = items
  return { params: first === undefined ? {} : parentOf(first), items }
}

/** The ids of a list's items; one that tells none is like no other, nor like itself when it is listed again. */
export const idsOf = (resource: Parameters<typeof idListed>[1], items: readonly JsonObject[]): string[] =>
  items.map((one) => idListed(one, resource) ?? `untold ${++untold}`)
let untold = 0

/** Of a page whose items tell no id, nothing can be said by ids: ends the trial as not observed. */
export function expectIds(context: TrialContext, resource: Resource, page: Recorded): void {
  if (itemsOf(context, resource, page).some((one) => idListed(one, resource) === undefined))
    context.notObserved('the items of the list tell no id')
}
