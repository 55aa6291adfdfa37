/** Items with equal values of a sort key are in the order that the document states for ties. */

import type { Api } from '../../../model/api.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { largestLimit, limitOf } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import { isOfRole } from '../../../model/roles.ts'
import { mayPrecede, orderedValue, sortingOf } from '../../../model/sorting.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import type { Json, JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { parentOf } from '../../engine/items.ts'
import { pagesOf } from '../../engine/pages.ts'
import type { Check, CheckContext, Item } from '../../engine/rule.ts'

interface Ties {
  name: string
  query: Record<string, Json>
  /** The sort key. */
  property: string
  place: string | undefined
}

/** The check of a key whose value clients set, so that several items can have the same one. */
export function* tiesOrdered(api: Api, resource: Resource, ties: Ties): Generator<Check> {
  const { list, create } = resource
  if (list === undefined || create?.body === undefined) return
  const spoken = sortingOf(api, list).ties
  const isUnique = soundsLike('unique', ties.property) && !soundsLike('name', ties.property)
  const isSettable = bodyProperties(api, create).has(ties.property) && !isUnique
  const by = spoken && tieMember(api, resource, spoken.by)
  if (spoken === undefined || by === undefined || by === ties.property || !isSettable) return
  yield {
    name: ties.name,
    constraint: 'order of equal items',
    operation: list,
    run: (context) => tryEqual(context, resource, ties, { by, descending: spoken.descending }),
  }
}

/** The property that decides on ties: the stated one, or the time of the creation. */
function tieMember(api: Api, resource: Resource, by: 'creation' | { property: string }): string | undefined {
  if (by !== 'creation') return by.property
  const { list } = resource
  return list && sortingOf(api, list).properties.find((name) => isOfRole(api, resource, 'createdAt', name))
}

const MAX_PAGES = 5

async function tryEqual(
  context: CheckContext,
  resource: Resource,
  { query, property, place }: Ties,
  { by, descending }: { by: string; descending: boolean },
): Promise<void> {
  const { list, create } = resource
  if (list === undefined || create?.body === undefined) return
  const made: Item[] = []
  let within: Item | undefined
  for (let count = 0; count < 3; count++) {
    const [first] = made
    const body = (sent: JsonObject) => {
      const alike: JsonObject = { ...sent, [property]: first?.body[property] ?? sent[property] ?? null }
      if (context.isValidBody(create, alike)) Object.assign(sent, alike)
    }
    const item: Item = await context.item(resource, { fresh: true, body, ...(within && { within }) })
    made.push(item)
    if (resource.parent !== undefined)
      within ??= { ...item, resource: resource.parent, params: parentOf(item) }
    await context.wait(3)
  }
  const limit = limitOf(context.api, list)
  const size: Record<string, Json> =
    limit === undefined ? {} : { [limit.name]: largestLimit(context.api, limit, 100) }
  const params = made[0] === undefined ? {} : parentOf(made[0])
  const send = (one: Record<string, Json>) => context.send(list, { params, query: one, headers: {} })
  const sorting = sortingOf(context.api, list)
  const key = (item: JsonObject) => orderedValue(item[property], property, sorting) ?? null
  let last: Recorded | undefined
  let pairs = 0
  for await (const page of pagesOf(context.api, resource, { ...query, ...size }, send, MAX_PAGES)) {
    last = page.response
    // An item that another check creates in the meantime moves those of the next page.
    let before: JsonObject | undefined
    for (const next of page.items) {
      const previous = before
      before = next
      if (previous === undefined || key(previous) === null || key(previous) !== key(next)) continue
      pairs++
      if (mayPrecede(previous[by], next[by], descending)) continue
      return context.broken({
        code: 'wrong-second-order',
        subject: by,
        received: [previous[by], next[by]],
        expected: descending ? 'descending' : 'ascending',
        details: { first: property },
        exchange: page.response,
        with: made.map((item) => item.made),
        place: place ?? list.pointer,
      })
    }
  }
  if (pairs === 0 || last === undefined)
    return context.notObserved({ code: 'too-few', what: `items with the same ${property}` })
}
