/** Reads the pages of a list until an item is found. */

import { isWhole, largestLimit, limitOf, linkedPage, nextPage, pagingOf } from '../../model/paging.ts'
import type { Json, JsonObject } from '../../openapi/document.ts'
import type { Recorded } from './events.ts'
import type { Identity } from './identities.ts'
import { idListed, isItem, itemsOf, parentOf } from './items.ts'
import type { Parts } from './requests.ts'
import type { Item, TrialContext } from './rule.ts'

const MOST_PAGES = 40

export async function findInList(
  context: TrialContext,
  item: Item,
  options: { query?: Parts['query']; identity?: Identity },
): Promise<{ found: JsonObject | undefined; last: Recorded; complete: boolean }> {
  const { list, parameter } = item.resource
  if (list === undefined) return context.notObserved(`${item.resource.collection} has no list`)
  const paging = pagingOf(context.api, list)
  const limit = paging?.limit ?? limitOf(context.api, list)
  let query: Record<string, Json> = { ...options.query }
  if (limit !== undefined && query[limit.name] === undefined)
    query[limit.name] = largestLimit(context.api, limit, 100)
  const params = parentOf(item)
  for (let page = 0; ; page++) {
    const last = await context.send(
      list,
      { params, query, headers: {} },
      options.identity === undefined ? {} : { identity: options.identity },
    )
    const items = itemsOf(context, item.resource, last)
    const found = items.find((one) => isItem(one, item.resource, item.params[parameter]))
    const next = paging === undefined ? linkedPage(last) : nextPage(paging, query, last, items.length)
    // The page after the last may be answered with 404.
    const ended = next === undefined && (last.status < 300 || (page > 0 && last.status === 404))
    const size = limit === undefined ? undefined : query[limit.name]
    const whole = paging !== undefined || page > 0 || isWhole(last, items.length, size)
    if (
      found === undefined &&
      items.length > 0 &&
      items.every((one) => idListed(one, item.resource) === undefined)
    )
      return context.notObserved(`the items of ${list.operationId} tell no ${item.resource.idMember}`)
    if (found !== undefined || next === undefined || page >= MOST_PAGES)
      return { found, last, complete: ended && whole }
    query = next
  }
}
