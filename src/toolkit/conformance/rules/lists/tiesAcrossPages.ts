/** Items with equal values of a sort key, where a page ends between them. */
import type { Parameter } from '../../../model/api.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { largestLimit, pagingOf, sizeFor } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import type { Json } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
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

async function tryPages(context: CheckContext, resource: Resource, sorted: Sorted): Promise<void> {
  const { property, place } = sorted
  const made = await alike(context, resource, property)
  const [first] = made
  if (first === undefined || made.some(({ body }) => body[property] !== first.body[property]))
    return context.notObserved({ code: 'too-few', what: `items with the same ${property}` })
  const pages = new SortedPages(context, resource, sorted, parentOf(first))
  const wanted = made.map(({ params }) => String(params[resource.parameter]))
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const places = await pages.placesOf(wanted)
    const size = pages.sizeBetween(places)
    if (size === undefined)
      return context.notObserved({ code: 'too-few', what: `items with the same ${property} on two pages` })
    const found = await pages.read(size, Math.floor(Math.max(...places) / size) + 2)
    if (found === undefined) return
    const count = (id: string) => found.all.filter((one) => one === id).length
    const wrong = wanted.find((id) => count(id) !== 1)
    if (wrong === undefined) return
    // Other checks may have added items in front of these meanwhile.
    const later = await pages.placesOf(wanted)
    if (later.some((one, index) => one !== places[index])) continue
    const [last = first.made, ...before] = [...found.pages].reverse()
    const proof = {
      exchange: last,
      with: [...made.map((item) => item.made), ...before.reverse()],
      place: place ?? resource.list?.pointer ?? '',
    }
    if (count(wrong) > 1) context.broken({ ...proof, code: 'repeated-across-pages', received: wrong })
    else
      context.broken({
        ...proof,
        code: 'equal-item-missing',
        subject: property,
        details: { id: wrong, pages: found.pages.length },
      })
    return
  }
  context.notObserved({ code: 'too-few', what: 'moments without changes by others' })
}

/** A sorted list by pages of different sizes. */
class SortedPages {
  readonly #context: CheckContext
  readonly #resource: Resource
  readonly #sorted: Sorted
  readonly #params: Record<string, Json>

  constructor(context: CheckContext, resource: Resource, sorted: Sorted, params: Record<string, Json>) {
    this.#context = context
    this.#resource = resource
    this.#sorted = sorted
    this.#params = params
  }

  get #limit(): Parameter {
    const { list } = this.#resource
    const limit = list && pagingOf(this.#context.api, list)?.limit
    return limit ?? this.#context.notObserved({ code: 'absent', from: 'the list', what: 'page size' })
  }

  /** The places of items in the list; -1 for one that the first pages do not show. */
  async placesOf(ids: readonly string[]): Promise<number[]> {
    const seen = await this.read(largestLimit(this.#context.api, this.#limit, 100), MAX_PAGES, false)
    return ids.map((id) => seen?.all.indexOf(id) ?? -1)
  }

  /** The largest size with which a page ends between these places. */
  sizeBetween(places: readonly number[]): number | undefined {
    const { api } = this.#context
    const [start, end] = [Math.min(...places), Math.max(...places)]
    const [least, most] = [sizeFor(api, this.#limit, 2), largestLimit(api, this.#limit, 100)]
    const sizes = Array.from({ length: most - least + 1 }, (_, index) => most - index)
    return start < 0
      ? undefined
      : sizes.find(
          (size) =>
            Math.floor(start / size) < Math.floor(end / size) && sizeFor(api, this.#limit, size) === size,
        )
  }

  /** Undefined for an error, and, with `isExact`, for a server whose pages are smaller than requested. */
  async read(
    size: number,
    max: number,
    isExact = true,
  ): Promise<{ all: string[]; pages: Recorded[] } | undefined> {
    const { list } = this.#resource
    if (list === undefined) return undefined
    const query = { ...this.#sorted.query, [this.#limit.name]: size }
    const send = (one: Record<string, Json>) =>
      this.#context.send(list, { params: this.#params, query: one, headers: {} })
    const all: string[] = []
    const pages: Recorded[] = []
    for await (const page of pagesOf(this.#context.api, this.#resource, query, send, max)) {
      pages.push(page.response)
      const isShort = page.next !== undefined && page.items.length < size
      if (page.response.status >= 300 || (isExact && isShort)) return undefined
      all.push(...idsOf(this.#resource, page.items))
    }
    return { all, pages }
  }
}

/** Comparisons of a list that others change. */
const MAX_ATTEMPTS = 5
/** Pages that are read to find the items. */
const MAX_PAGES = 6
