/** Items with equal values of a sort key, where a page ends between them. */
import { bodyProperties } from '../../../model/operationProperties.ts'
import { largestLimit, pagingOf, sizeFor } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import type { Json } from '../../../openapi/document.ts'
import { idsOf, parentOf } from '../../engine/items.ts'
import { pagesOf } from '../../engine/pages.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { alike } from './orderTies.ts'

interface Sorted {
  name: string
  query: Record<string, Json>
  /** The sort key. */
  property: string
  place: string | undefined
}

/** The check of a key whose value clients set, so that several items can have the same one. */
export function* tiesAcrossPages(
  { api }: Pick<Plan, 'api'>,
  resource: Resource,
  sorted: Sorted,
): Generator<Check> {
  const { list, create } = resource
  if (list === undefined || create?.body === undefined || pagingOf(api, list)?.limit === undefined) return
  const isUnique = soundsLike('unique', sorted.property) && !soundsLike('name', sorted.property)
  if (isUnique || !bodyProperties(api, create).has(sorted.property)) return
  yield {
    name: sorted.name,
    constraint: 'pages are complete for equal items',
    operation: list,
    // Items that other checks add would move the pages.
    later: true,
    run: (context) => tryPages(context, resource, sorted),
  }
}

async function tryPages(
  context: CheckContext,
  resource: Resource,
  { query, property, place }: Sorted,
): Promise<void> {
  const { list } = resource
  const paging = list && pagingOf(context.api, list)
  if (list === undefined || paging?.limit === undefined) return
  const made = await alike(context, resource, property)
  const [first] = made
  if (first === undefined || made.some(({ body }) => body[property] !== first.body[property]))
    return context.notObserved({ code: 'too-few', what: `items with the same ${property}` })
  const wanted = made.map(({ params }) => String(params[resource.parameter]))
  const params = parentOf(first)
  const { limit } = paging
  /** Undefined for an error, and for a server with smaller pages than it is asked for, where the order of the size matters. */
  const read = async (size: number, pages: number, isExact = true) => {
    const send = (one: Record<string, Json>) => context.send(list, { params, query: one, headers: {} })
    const all: string[] = []
    let last: Awaited<ReturnType<typeof send>> | undefined
    for await (const page of pagesOf(context.api, resource, { ...query, [limit.name]: size }, send, pages)) {
      last = page.response
      if (last.status >= 300 || (isExact && page.next !== undefined && page.items.length < size))
        return undefined
      all.push(...idsOf(resource, page.items))
    }
    return last && { all, last }
  }
  const most = largestLimit(context.api, limit, 100)
  const least = sizeFor(context.api, limit, 2)
  const placesNow = async () => {
    const seen = await read(most, MAX_PAGES, false)
    return wanted.map((id) => seen?.all.indexOf(id) ?? -1)
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const places = await placesNow()
    const [start, end] = [Math.min(...places), Math.max(...places)]
    const isFitting = (size: number) =>
      Math.floor(start / size) < Math.floor(end / size) && sizeFor(context.api, limit, size) === size
    const sizes = Array.from({ length: most - least + 1 }, (_, index) => most - index)
    const size = places.includes(-1) ? undefined : sizes.find(isFitting)
    if (size === undefined)
      return context.notObserved({ code: 'too-few', what: `items with the same ${property} on two pages` })
    const found = await read(size, Math.floor(end / size) + 2)
    if (found === undefined) return
    const count = (id: string) => found.all.filter((one) => one === id).length
    const wrong = wanted.find((id) => count(id) !== 1)
    if (wrong === undefined) return
    // Other checks may have added items in front of these meanwhile.
    const later = await placesNow()
    if (later.some((place, index) => place !== places[index])) continue
    const proof = { exchange: found.last, with: made.map((item) => item.made), place: place ?? list.pointer }
    if (count(wrong) > 1) context.broken({ ...proof, code: 'repeated-across-pages', received: wrong })
    else context.broken({ ...proof, code: 'missing-from-pages', details: { id: wrong, pages: 2 } })
    return
  }
  context.notObserved({ code: 'too-few', what: 'moments without changes by others' })
}

/** Comparisons of a list that others change. */
const MAX_ATTEMPTS = 5
/** Pages that are read to find the items. */
const MAX_PAGES = 6
