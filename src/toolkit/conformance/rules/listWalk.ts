/** Reads a list page by page. */
import { largestLimit, limitOf, linkedPage, type Paging, pagingOf } from '../../model/paging.ts'
import type { Json } from '../../openapi/document.ts'
import type { Recorded } from '../run/events.ts'
import { eventually } from '../run/eventually.ts'
import { itemsOf } from '../run/items.ts'
import { type Listed, pagesOf } from '../run/pages.ts'
import type { TrialContext } from '../run/rule.ts'
import { idsOf } from './several.ts'

const MAX_PAGES = 60

export async function walk(
  context: TrialContext,
  resource: Listed,
  paging: Paging,
  params: Record<string, Json>,
  query: Record<string, Json>,
  between?: (page: number) => Promise<unknown>,
): Promise<{ ids: string[]; pages: Recorded[]; ended: boolean }> {
  const { list } = resource
  const ids: string[] = []
  const pages: Recorded[] = []
  if (list === undefined) return { ids, pages, ended: false }
  const send = (one: Record<string, Json>) => context.send(list, { params, query: one, headers: {} })
  for await (const { response, items, next } of pagesOf(context.api, resource, query, send, MAX_PAGES)) {
    // The page after the last has nothing, and may say so with a status.
    if (response.status === 404 && pages.length > 0 && paging.kind !== 'cursor')
      return { ids, pages, ended: true }
    pages.push(response)
    if (response.status >= 300) return { ids, pages, ended: false }
    ids.push(...idsOf(resource, items))
    await between?.(pages.length)
    if (next === undefined) return { ids, pages, ended: true }
  }
  return { ids, pages, ended: false }
}

/** All pages of a list, each as long as it may be. One that tells nothing of pages is whole, unless it gives a sign of more. */
export async function wholeList(
  context: TrialContext,
  resource: Listed,
  params: Record<string, Json>,
  query: Record<string, Json> = {},
): Promise<{ ids: string[]; pages: Recorded[]; ended: boolean }> {
  const { list } = resource
  if (list === undefined) return context.notObserved('there is no list')
  const paging = pagingOf(context.api, list)
  if (paging === undefined) {
    const page = await context.send(list, { params, query, headers: {} })
    const ended = linkedPage(page) === undefined && limitOf(context.api, list) === undefined
    return { pages: [page], ended, ids: idsOf(resource, itemsOf(context, resource, page)) }
  }
  const { limit } = paging
  const size = limit === undefined ? {} : { [limit.name]: largestLimit(context.api, limit, 100) }
  return walk(context, resource, paging, params, { ...query, ...size })
}

/** Whether a walk a little later finds what the first one lost: the list may be an index that follows. */
export async function comesLater(
  context: TrialContext,
  lost: string,
  again: () => Promise<{ ids: string[] }>,
): Promise<boolean> {
  const { ids } = await eventually(context, again, (seen) => seen.ids.includes(lost))
  return ids.includes(lost)
}
