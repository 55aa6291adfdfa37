/** Reads the pages of a list until an item is found. */

import { isWhole, largestLimit, limitOf, pagingOf } from '../../model/paging.ts'
import type { Json, JsonObject } from '../../openapi/document.ts'
import type { Identity } from '../config/identity.ts'
import type { Recorded } from './events.ts'
import { idListed, isItem, isListShown, parentOf } from './items.ts'
import { pagesOf } from './pages.ts'
import type { Parts } from './requests.ts'
import type { CheckContext, Item } from './rule.ts'

const MAX_PAGES = 40

export async function findInList(
  context: CheckContext,
  item: Pick<Item, 'resource' | 'params'>,
  options: { query?: Parts['query']; identity?: Identity },
): Promise<{ found: JsonObject | undefined; last: Recorded; complete: boolean }> {
  const { resource } = item
  const { list, parameter } = resource
  if (list === undefined)
    return context.notObserved({ code: 'absent', from: resource.collection, what: 'list' })
  const limit = limitOf(context.api, list)
  const query: Record<string, Json> = { ...options.query }
  if (limit !== undefined && query[limit.name] === undefined)
    query[limit.name] = largestLimit(context.api, limit, 100)
  const params = parentOf(item)
  const identity = options.identity === undefined ? {} : { identity: options.identity }
  const send = (one: Parts['query']) => context.send(list, { params, query: one, headers: {} }, identity)
  const isPaged = pagingOf(context.api, list) !== undefined
  let looked: { found: JsonObject | undefined; last: Recorded; complete: boolean } | undefined
  for await (const { response: last, items, next } of pagesOf(
    context.api,
    resource,
    query,
    send,
    MAX_PAGES,
  )) {
    if (last.status < 300 && items.length === 0 && !isListShown(context, resource, last))
      return context.notObserved({ code: 'absent', from: list.operationId, what: 'list' })
    const found = items.find((one) => isItem(one, resource, item.params[parameter]))
    // The page after the last one may be a 404.
    const isFollowing = looked !== undefined
    const ended = next === undefined && (last.status < 300 || (isFollowing && last.status === 404))
    const size = limit === undefined ? undefined : query[limit.name]
    const whole = isPaged || isFollowing || isWhole(last, items.length, size)
    if (
      found === undefined &&
      items.length > 0 &&
      items.every((one) => idListed(one, resource) === undefined)
    )
      return context.notObserved({
        code: 'absent',
        from: `an item of ${list.operationId}`,
        what: resource.idMember,
      })
    looked = { found, last, complete: ended && whole }
    if (found !== undefined) break
  }
  return looked ?? context.notObserved({ code: 'not-read', what: list.operationId })
}
