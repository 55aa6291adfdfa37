/** Reads a list page by page. */
import type { Api } from '../../model/api.ts'
import { largestLimit, limitOf, linkedPage, nextPage, pagingOf } from '../../model/paging.ts'
import type { Resource } from '../../model/resources.ts'
import type { Json, JsonObject } from '../../openapi/document.ts'
import type { Recorded } from './events.ts'
import { eventually } from './eventually.ts'
import { idListed, idsOf, itemsOf } from './items.ts'
import type { CheckContext } from './rule.ts'

type Query = Record<string, Json>

/** The facts that are needed to read a list. */
type Listed = Pick<Resource, 'list' | 'idMember'> & Partial<Pick<Resource, 'collection'>>

interface Page {
  response: Recorded
  items: JsonObject[]
  /** The query of the page that follows; undefined on the last one. */
  next: Query | undefined
}

/**
 * The pages of a list, until the last one, an error response, or `max` pages.
 * @param query of the first page
 * @param send sends the list's request with this query; undefined where no response comes, which ends the pages
 */
export async function* pagesOf(
  api: Api,
  resource: Listed,
  query: Query,
  send: (query: Query) => Promise<Recorded | undefined>,
  max: number,
): AsyncGenerator<Page> {
  const { list } = resource
  if (list === undefined) return
  const paging = pagingOf(api, list)
  let next: Query | undefined = query
  for (let count = 0; next !== undefined && count < max; count++) {
    const present: Query = next
    const response = await send(present)
    if (response === undefined) return
    const items = itemsOf({ api }, resource, response)
    const last = items.at(-1)
    next =
      paging === undefined
        ? linkedPage(response)
        : nextPage(paging, present, response, items.length, last && idListed(last, resource))
    yield { response, items, next }
    if (response.status >= 300) return
  }
}

const MAX_PAGES = 60

export async function walk(
  context: CheckContext,
  resource: Listed,
  params: Record<string, Json>,
  query: Record<string, Json>,
  between?: (page: number) => Promise<unknown>,
): Promise<{ ids: string[]; pages: Recorded[]; ended: boolean }> {
  const { list } = resource
  const ids: string[] = []
  const pages: Recorded[] = []
  if (list === undefined) return { ids, pages, ended: false }
  const isCursor = pagingOf(context.api, list)?.kind === 'cursor'
  const send = (one: Record<string, Json>) => context.send(list, { params, query: one, headers: {} })
  for await (const { response, items, next } of pagesOf(context.api, resource, query, send, MAX_PAGES)) {
    // The page after the last one is empty, or has an error status.
    if (response.status === 404 && pages.length > 0 && !isCursor) return { ids, pages, ended: true }
    pages.push(response)
    if (response.status >= 300) return { ids, pages, ended: false }
    ids.push(...idsOf(resource, items))
    await between?.(pages.length)
    if (next === undefined) return { ids, pages, ended: true }
  }
  return { ids, pages, ended: false }
}

/** Reads all pages of a list with the largest page size. A list without pagination is complete unless it shows signs of more. */
export async function wholeList(
  context: CheckContext,
  resource: Listed,
  params: Record<string, Json>,
  query: Record<string, Json> = {},
): Promise<{ ids: string[]; pages: Recorded[]; ended: boolean }> {
  const { list } = resource
  if (list === undefined) return context.notObserved({ code: 'absent', from: 'the resource', what: 'list' })
  const paging = pagingOf(context.api, list)
  if (paging === undefined) {
    const page = await context.send(list, { params, query, headers: {} })
    const ended = linkedPage(page) === undefined && limitOf(context.api, list) === undefined
    return { pages: [page], ended, ids: idsOf(resource, itemsOf(context, resource, page)) }
  }
  const { limit } = paging
  const size = limit === undefined ? {} : { [limit.name]: largestLimit(context.api, limit, 100) }
  return walk(context, resource, params, { ...query, ...size })
}

/** Whether a walk a little later finds what the first one lost: the list may be an index that follows. */
export async function comesLater(
  context: CheckContext,
  lost: string,
  again: () => Promise<{ ids: string[] }>,
): Promise<boolean> {
  const { ids } = await eventually(context, again, (seen) => seen.ids.includes(lost))
  return ids.includes(lost)
}
