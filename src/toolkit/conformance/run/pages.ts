/** Reads a list page by page. */
import type { Api } from '../../model/api.ts'
import { linkedPage, nextPage, pagingOf } from '../../model/paging.ts'
import type { Resource } from '../../model/resources.ts'
import type { Json, JsonObject } from '../../openapi/document.ts'
import type { Recorded } from './events.ts'
import { idListed, itemsOf } from './items.ts'

type Query = Record<string, Json>

/** What has to be known of a list to read it. */
export type Listed = Pick<Resource, 'list' | 'idMember'> & Partial<Pick<Resource, 'collection'>>

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
