/** Reads a list page by page. */
import { largestLimit, limitOf, linkedPage, nextPage, type Paging, pagingOf } from '../../model/paging.ts'
import type { Resource } from '../../model/resources.ts'
import type { Json } from '../../openapi/document.ts'
import type { Recorded } from '../run/events.ts'
import { itemsOf } from '../run/items.ts'
import type { TrialContext } from '../run/rule.ts'
import { idsOf, LIST_PAUSES } from './several.ts'

const MAX_PAGES = 60

/** What has to be known of a list to read it. */
type Listed = Pick<Resource, 'list' | 'idMember'> & Partial<Pick<Resource, 'collection'>>

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
  let next: Record<string, Json> | undefined = query
  while (next !== undefined && pages.length < MAX_PAGES && list !== undefined) {
    const answer: Recorded = await context.send(list, { params, query: next, headers: {} })
    pages.push(answer)
    // The page after the last has nothing, and may say so with a status.
    if (answer.status === 404 && pages.length > 1 && paging.kind !== 'cursor') {
      pages.pop()
      return { ids, pages, ended: true }
    }
    if (answer.status >= 300) break
    const items = itemsOf(context, resource, answer)
    ids.push(...idsOf(resource, items))
    await between?.(pages.length)
    next = nextPage(paging, next, answer, items.length)
  }
  return { ids, pages, ended: next === undefined }
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
  await context.wait(LIST_PAUSES.reduce((sum, pause) => sum + pause, 0))
  return (await again()).ids.includes(lost)
}
