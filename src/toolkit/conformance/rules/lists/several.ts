/** Several items of one collection, for the rules of lists. */

import type { Resource } from '../../../model/resources.ts'
import type { Json } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { idListed, itemsOf, parentOf } from '../../engine/items.ts'
import type { CheckContext, Item } from '../../engine/rule.ts'

type Looked = Awaited<ReturnType<CheckContext['findInList']>>

/** Looks for what a list has to show, and looks again where the list may be an index that follows. */
export const findListed = (
  context: CheckContext,
  item: Item,
  options?: Parameters<CheckContext['findInList']>[1],
): Promise<Looked> =>
  eventually(
    context,
    () => context.findInList(item, options),
    ({ found, complete }) => found !== undefined || !complete,
  )

/** Looks for what a list has to leave out, and looks again where the list may be an index that follows. */
export const findLeftOut = (context: CheckContext, item: Item): Promise<Looked> =>
  eventually(
    context,
    () => context.findInList(item),
    ({ found }) => found === undefined,
  )

/** A new parent and some items in it, so that no other items are between them. */
export async function several(
  context: CheckContext,
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

/** Ends the check as skipped for a page whose items have no id, because the rules compare ids. */
export function expectIds(context: CheckContext, resource: Resource, page: Recorded): void {
  if (itemsOf(context, resource, page).some((one) => idListed(one, resource) === undefined))
    context.notObserved({ code: 'absent', from: 'an item of the list', what: 'id' })
}
