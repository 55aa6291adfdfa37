/** New items that the response to their creation does not identify. */

import { isUnguessable } from '../../model/paths.ts'
import { identifierNames, type Resource } from '../../model/resources.ts'
import { isIdName, normal } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { hasGenerated } from '../../schema/values/random.ts'
import type { Recorded } from './events.ts'
import { idListed, inside, itemsOf, parentOf } from './items.ts'
import { pagesOf } from './pages.ts'
import type { Parts } from './requests.ts'
import type { CheckContext, Item } from './rule.ts'

const MAX_PAGES = 5

/**
 * The new item, by a key that the request chose, such as its name, where a read with that key succeeds. Otherwise the list
 * shows it with a text of the request.
 *
 * @returns undefined where neither shows it
 */
export async function unnamedItem(
  context: CheckContext,
  resource: Resource,
  parent: Item | undefined,
  { exchange, parts }: { exchange: Recorded; parts: Parts },
): Promise<Item | undefined> {
  const { create } = resource
  // Of 200 and 201, 200 is for what was there already (RFC 9110, 9.3.3).
  const isNew = exchange.status !== 200 || create?.successes.includes(201) !== true
  if (!isObject(parts.body) || !isNew) return undefined
  const sent = inventedIn(context, resource, parts.body)
  const itemWith = (id: string | number): Item => ({
    resource,
    params: { ...inside(resource, parent), [resource.parameter]: id },
    body: {},
    made: exchange,
    sent: parts,
  })
  const item =
    (await byKey(context, resource, sent, itemWith)) ?? (await byList(context, resource, sent, itemWith))
  if (item !== undefined) context.own(resource, item.params, exchange)
  return item
}

/** The texts of a body that no other item has: neither ids nor references, with a word that was made for this request. */
const inventedIn = ({ graph }: CheckContext, resource: Resource, body: JsonObject): Map<string, string> =>
  new Map(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'string' &&
      hasGenerated(value) &&
      !isUnguessable(value) &&
      !isIdName(name) &&
      graph.referredBy(name, undefined, resource) === undefined
        ? [[name, value]]
        : [],
    ),
  )

/** By the first value of the request with the name of a key that the read of the item accepts. */
async function byKey(
  context: CheckContext,
  resource: Resource,
  sent: ReadonlyMap<string, string>,
  itemWith: (id: string) => Item,
): Promise<Item | undefined> {
  if (resource.read === undefined) return undefined
  const names = identifierNames(resource.parameter, resource.collection).map(normal)
  const keys = [...sent]
    .filter(([name]) => names.includes(normal(name)))
    .sort(([one], [other]) => names.indexOf(normal(one)) - names.indexOf(normal(other)))
  for (const [name, value] of keys) {
    const item = itemWith(value)
    const { status, json } = await context.send(resource.read, {
      params: item.params,
      query: {},
      headers: {},
    })
    if (status >= 300) continue
    // Its list and its responses may show another id, too, which no path has.
    resource.idMember = name
    return { ...item, body: isObject(json as Json) ? (json as JsonObject) : {} }
  }
  return undefined
}

/** By the only entry of the list with all of the texts. */
async function byList(
  context: CheckContext,
  resource: Resource,
  sent: ReadonlyMap<string, string>,
  itemWith: (id: string) => Item,
): Promise<Item | undefined> {
  const { list } = resource
  if (list === undefined || sent.size === 0) return undefined
  const params = parentOf(itemWith(''))
  const send = (query: Record<string, Json>) => context.send(list, { params, query, headers: {} })
  const found: Item[] = []
  for await (const { response } of pagesOf(context.api, resource, {}, send, MAX_PAGES))
    for (const entry of itemsOf(context, resource, response)) {
      const id = idListed(entry, resource)
      const isMeant = [...sent].every(([name, value]) => entry[name] === value)
      if (isMeant && id !== undefined) found.push({ ...itemWith(id), body: entry })
    }
  return found.length === 1 ? found[0] : undefined
}
