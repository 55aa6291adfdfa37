/** Items with equal values of a sort key are in the order that the document states for ties. */

import type { Api } from '../../../model/api.ts'
import type { SpokenOrder } from '../../../model/description.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { largestLimit, limitOf } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import { isOfRole } from '../../../model/roles.ts'
import { mayPrecede, sortingOf } from '../../../model/sorting.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { parentOf } from '../../engine/items.ts'
import { pagesOf } from '../../engine/pages.ts'
import type { Check, CheckContext, Item } from '../../engine/rule.ts'
import { isSame } from '../compare.ts'

interface Ties extends Pick<Check, 'assumes' | 'probes'> {
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
    assumes: ties.assumes,
    probes: ties.probes,
    operation: list,
    run: (context) => tryEqual(context, resource, ties, { by, descending: spoken.descending }),
  }
}

/** The check of the second key of a default order: "sorted by zone and then by name". */
export function* spokenTies(api: Api, resource: Resource, { by, further }: SpokenOrder): Generator<Check> {
  const { list, create } = resource
  if (by === 'creation' || further === undefined || list === undefined || create?.body === undefined) return
  const { property } = by
  if (!bodyProperties(api, create).has(property)) return
  const ties = { name: 'ties as described', query: {}, property, place: list.pointer }
  yield {
    name: ties.name,
    constraint: 'order of equal items',
    operation: list,
    run: (context) =>
      tryEqual(context, resource, ties, { by: further.property, descending: further.descending }),
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
  const { list } = resource
  if (list === undefined) return
  const made = await alike(context, resource, property, by)
  const limit = limitOf(context.api, list)
  const size: Record<string, Json> =
    limit === undefined ? {} : { [limit.name]: largestLimit(context.api, limit, 100) }
  const params = made[0] === undefined ? {} : parentOf(made[0])
  const send = (one: Record<string, Json>) => context.send(list, { params, query: one, headers: {} })
  let pairs = 0
  // An item that another check creates in the meantime moves those of the next page, so only pairs of one page count.
  for await (const { response, items } of pagesOf(
    context.api,
    resource,
    { ...query, ...size },
    send,
    MAX_PAGES,
  )) {
    const equal = equalPairs(items, property)
    pairs += equal.length
    const wrong = equal.find(([first, next]) => !mayPrecede(first[by], next[by], descending))
    if (wrong === undefined) continue
    return context.broken({
      code: 'wrong-second-order',
      subject: by,
      received: [wrong[0][by], wrong[1][by]],
      expected: descending ? 'descending' : 'ascending',
      details: { first: property },
      exchange: response,
      with: made.map((item) => item.made),
      place: place ?? list.pointer,
    })
  }
  if (pairs === 0) return context.notObserved({ code: 'too-few', what: `items with the same ${property}` })
}

/** In no order. */
const BEGINNINGS = ['b', 'c', 'a']

/** A text or a number in no order, so that the order of the creation is not that of the values. */
function unordered(value: Json | undefined, nth: number): Json | undefined {
  if (typeof value === 'string' && !/^\d{4}-\d\d/.test(value))
    return `${BEGINNINGS[nth] ?? ''}${value.slice(1)}`
  return typeof value === 'number' ? value + ([1, 2, 0][nth] ?? 0) : value
}

/**
 * Three new items with the same value, in one collection.
 * @param other a property with different values, where the schema allows them
 */
export async function alike(
  context: CheckContext,
  resource: Resource,
  property: string,
  other?: string,
): Promise<Item[]> {
  const { create, parent } = resource
  const made: Item[] = []
  while (create !== undefined && made.length < 3) {
    const [first] = made
    const within = first && parent && { ...first, resource: parent, params: parentOf(first) }
    const body = (sent: JsonObject) => {
      const same: JsonObject = {
        ...sent,
        [property]: first?.body[property] ?? sent[property] ?? null,
        ...momentsWith(property, first),
      }
      if (context.isValidBody(create, same)) Object.assign(sent, same)
      const value = other === undefined ? undefined : unordered(sent[other], made.length)
      if (other === undefined || value === undefined) return
      if (context.isValidBody(create, { ...sent, [other]: value })) sent[other] = value
    }
    made.push(await context.item(resource, { fresh: true, body, ...(within && { within }) }))
    await context.wait(3)
  }
  return made
}

/** The moments of the first item, where the property is one: the end of a period has to fit its start. */
function momentsWith(property: string, first: Item | undefined): JsonObject {
  const body = first?.sent?.body
  const isMoment = (value: Json | undefined) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
  if (!isObject(body) || !isMoment(body[property])) return {}
  return Object.fromEntries(Object.entries(body).filter(([, value]) => isMoment(value)))
}

/** The neighbors in a list that have the same value, as a whole: amounts of two currencies are in no stated order. */
const equalPairs = (items: readonly JsonObject[], property: string): [JsonObject, JsonObject][] =>
  items.flatMap((next, index): [JsonObject, JsonObject][] => {
    const before = items[index - 1]
    const value = before?.[property]
    return before === undefined || value === undefined || value === null || !isSame(value, next[property])
      ? []
      : [[before, next]]
  })
