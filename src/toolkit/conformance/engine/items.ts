/** Reads items from responses. */

import { itemsShown, listPlace } from '../../model/listPlace.ts'
import { decoded, isAt, isUnguessable, lastOf } from '../../model/paths.ts'
import type { Resource } from '../../model/resources.ts'
import { lastSegment, normal, soundsLike } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { readJson } from '../../openapi/json.ts'
import { pointerOf, valueAt } from '../../openapi/pointer.ts'
import type { Recorded } from './events.ts'
import type { Parts } from './requests.ts'
import { type CheckContext, type Item, NotObserved, type Plan } from './rule.ts'

export function itemOf(
  resource: Resource,
  parent: Item | undefined,
  exchange: Recorded,
  parts: Parts | undefined,
): Item {
  const shown = shownIn(exchange)
  const body = entryOfHolder(resource, parent, exchange, shown) ?? shown
  const id = [
    isOfAnother(resource, exchange) ? undefined : parts?.params[resource.parameter],
    idInside(body, resource),
    idInLocation(exchange, resource),
    scalarOf(body, resource.parameter),
    idSent(exchange, resource),
    idAsBody(exchange, parts),
  ].find((one) => one !== undefined && one !== '')
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new NotObserved({
      code: 'unidentified',
      operationId: String(exchange.operationId),
      idMember: resource.idMember,
      item: resource.item,
    })
  return {
    resource,
    params: {
      ...inside(resource, parent),
      ...furtherKeys(resource, exchange, body, parts),
      [resource.parameter]: id,
    },
    body,
    made: exchange,
    sent: parts,
  }
}

/** The item of a response. A creation of several shows them in an array. */
function shownIn({ method, json }: Pick<Recorded, 'method' | 'json'>): JsonObject {
  const one = method === 'POST' && Array.isArray(json) ? json[0] : json
  return isObject(one) ? one : {}
}

/** The new entry, where a creation in an item returns that item with all its entries. */
function entryOfHolder(
  { collection, idMember }: Resource,
  parent: Item | undefined,
  { method, requestBody }: Recorded,
  shown: JsonObject,
): JsonObject | undefined {
  if (method !== 'POST' || parent === undefined) return undefined
  if (String(idInside(shown, parent.resource)) !== String(idOf(parent))) return undefined
  const name = Object.keys(shown).find((one) => normal(one) === normal(lastSegment(collection)))
  const entries = [name === undefined ? [] : shown[name]]
    .flat()
    .filter((one): one is JsonObject => isObject(one) && one[idMember] !== undefined)
  const sent = sentJson({ requestBody })
  const given = isObject(sent) ? Object.entries(sent).filter(([, value]) => typeof value !== 'object') : []
  return entries.findLast((one) => given.every(([member, value]) => one[member] === value)) ?? entries.at(-1)
}

/**
 * The response to a creation may be only the id, or the id of each new item: `["alert-7"]`. A number may be how many rows
 * were changed, and a text by itself may be anything else unless it cannot be guessed.
 */
function idAsBody(
  { method, json }: Pick<Recorded, 'method' | 'json'>,
  parts: Parts | undefined,
): string | undefined {
  if (method !== 'POST') return undefined
  if (typeof json === 'string') return isUnguessable(json) ? json : undefined
  const ids: unknown[] = Array.isArray(json) ? json : []
  const [id] = ids
  const sent = Array.isArray(parts?.body) ? parts.body.length : 1
  return ids.length === sent && typeof id === 'string' && /^\S*\d\S*$/.test(id) ? id : undefined
}

/** Whether the parameter of the request that created an item is that of another one: `/orders/{id}/lines` of `/lines/{id}`. */
const isOfAnother = ({ parameter, item, create }: Resource, { method }: Pick<Recorded, 'method'>): boolean =>
  method === 'POST' &&
  create !== undefined &&
  create.path.includes(`{${parameter}}`) &&
  !isAt(item, create.path)

/** Marks a parameter of a collection that has the name of the parameter of its items. */
const OUTER = '^'

/** The name of a parameter without such marks. */
const bareName = (name: string): string => name.replace(/^\^+/, '')

/** The path parameters of a collection as its items retain them, next to their own parameter. */
export const inside = ({ parameter }: Resource, parent: Item | undefined): Item['params'] =>
  Object.fromEntries(
    Object.entries(parent?.params ?? {}).map(([name, value]) => [
      bareName(name) === parameter ? OUTER + name : name,
      value,
    ]),
  )

/** Objects that stand for a part of a key have it in one of these: `"owner": { "login": "ada" }`. */
const KEYS = ['login', 'slug', 'key', 'name', 'username', 'id']

/** The other parts of a compound key: from the request, the address in `Location`, the response or the body sent. */
function furtherKeys(
  resource: Resource,
  exchange: Recorded,
  body: JsonObject,
  parts: Parts | undefined,
): Item['params'] {
  const inLocation = keysInLocation(exchange, resource)
  const sent = isObject(parts?.body) ? parts.body : {}
  return Object.fromEntries(
    (resource.further ?? []).map((name) => {
      const value = parts?.params[name] ?? inLocation[name] ?? keyIn(body, name) ?? keyIn(sent, name)
      if (typeof value !== 'string' && typeof value !== 'number')
        throw new NotObserved({
          code: 'unidentified',
          operationId: String(exchange.operationId),
          idMember: name,
          item: resource.item,
        })
      return [name, value]
    }),
  )
}

function keyIn(body: JsonObject, name: string): Json | undefined {
  const value = Object.entries(body).find(([own]) => normal(own) === normal(name))?.[1]
  if (!isObject(value)) return typeof value === 'string' || typeof value === 'number' ? value : undefined
  return KEYS.map((key) => scalarOf(value, key)).find((one) => one !== undefined)
}

/** The parameters of an item's path in the address of `Location`. */
function keysInLocation({ headers }: Recorded, { item }: Resource): Record<string, string> {
  const address = typeof headers.location === 'string' ? (headers.location.split(/[?#]/, 1)[0] ?? '') : ''
  const [given, wanted] = [address, item].map((path) => path.split('/').filter((part) => part !== ''))
  const tail = given?.slice(-(wanted?.length ?? 0)) ?? []
  const isLike = wanted?.every((part, index) => part.startsWith('{') || part === tail[index])
  if (isLike !== true) return {}
  return Object.fromEntries(
    (wanted ?? []).flatMap((part, index) => {
      const name = /^\{(.+)\}$/.exec(part)?.[1]
      return name === undefined ? [] : [[name, decoded(tail[index] ?? '')]]
    }),
  )
}

export const idOf = (item: Item): Json => item.params[item.resource.parameter] ?? null

/** The path parameters of the collection that contains an item. */
export const parentOf = ({
  params,
  resource: { parameter },
}: Pick<Item, 'params' | 'resource'>): Item['params'] =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([name]) => name !== parameter)
      .map(([name, value]) => [bareName(name) === parameter ? name.slice(OUTER.length) : name, value]),
  )

type Identified = Pick<Resource, 'idMember'> & Partial<Pick<Resource, 'collection'>>

/** The id in an item, at the top level or one level below. */
export function idInside(body: JsonObject, { idMember, collection }: Identified): Json | undefined {
  const reported = ownId(body, idMember) ?? wrappedId(body, idMember)
  if (collection === undefined) return reported
  // A `name` with the path of the collection takes precedence over other ids such as `uid` (AIP-148).
  for (const value of [reported, body.name]) {
    const end = typeof value === 'string' ? endOf(value, collection) : undefined
    if (end !== undefined) return end
  }
  return reported
}

/** The last part of a name such as `shelves/1/books/2` (AIP-122), or of an address, that leads through the collection. */
function endOf(name: string, collection: string): string | undefined {
  const segments = (name.split(/[?#]/, 1)[0] ?? '').split('/')
  const at = segments.findLastIndex((segment) => segment !== '')
  return at > 0 && segments[at - 1] === lastSegment(collection) ? decoded(segments[at] ?? '') : undefined
}

/** The id of a list item: a property, or the end of its URL. */
export function idListed(one: JsonObject, identified: Identified): string | undefined {
  const reported = idInside(one, identified)
  if (reported !== undefined) return String(reported)
  const { collection } = identified
  if (collection === undefined) return undefined
  for (const value of valuesIn(one)) {
    const end = typeof value === 'string' ? endOf(value, collection) : undefined
    if (end !== undefined) return end
  }
  return undefined
}

/** Whether a list item has this id. If items show no id, any equal value counts. */
export const isItem = (
  one: JsonObject,
  resource: Pick<Resource, 'idMember' | 'collection'>,
  id: unknown,
): boolean => {
  const reported = idListed(one, resource)
  return reported === undefined ? valuesIn(one).includes(String(id)) : reported === String(id)
}

/** The values of an item, to three levels: `_links.self.href`. */
const valuesIn = (one: JsonObject, levels = 3): Json[] =>
  Object.values(one).flatMap((value) =>
    isObject(value) && levels > 1 ? valuesIn(value as JsonObject, levels - 1) : [value ?? null],
  )

/** Whether a body is the item itself, and not an object that contains it. */
export const showsItself = (body: JsonObject, { idMember }: Identified): boolean =>
  ownId(body, idMember) !== undefined

/** `{ "id": 1 }`, or `{ "meta": { "id": 1 } }`. */
function ownId(body: JsonObject, member: string): Json | undefined {
  if (body[member] !== undefined) return body[member]
  const about = Object.entries(body).find(
    ([name, inner]) => soundsLike('metadata', name) && isObject(inner) && inner[member] !== undefined,
  )?.[1]
  return isObject(about) ? about[member] : undefined
}

/** `{ "user": { "id": 1 } }` or `{ "items": [{ "id": 1 }] }`: one level of wrapping. */
function wrappedId(body: JsonObject, member: string): Json | undefined {
  const inner = Object.values(body)
    .map((one) => (Array.isArray(one) ? one[0] : one))
    .filter((one): one is JsonObject => isObject(one) && one[member] !== undefined)
  return inner.length === 1 ? inner[0]?.[member] : undefined
}

function idInLocation({ headers }: Recorded, { collection }: Resource): string | undefined {
  const last = typeof headers.location === 'string' ? decoded(lastOf(headers.location)) : ''
  // The address of the collection is that of none of its items.
  return last === '' || last === lastSegment(collection) ? undefined : last
}

/** The JSON of a request's body; undefined where it has none, or another body. */
export function sentJson({ requestBody }: Pick<Recorded, 'requestBody'>): Json | undefined {
  const reading = requestBody && readJson(requestBody)
  return reading && 'value' in reading ? (reading.value as Json) : undefined
}

/** The id that a creation chose itself, where its response shows none. */
function idSent({ method, requestBody }: Recorded, { idMember, parameter }: Resource): Json | undefined {
  const sent = method === 'POST' ? sentJson({ requestBody }) : undefined
  return isObject(sent) ? (scalarOf(sent, idMember) ?? scalarOf(sent, parameter)) : undefined
}

const scalarOf = (body: JsonObject, name: string): string | number | undefined => {
  const value = body[name]
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

/** The items of a list response. */
export function itemsOf(
  context: Pick<CheckContext, 'api'>,
  resource: Pick<Resource, 'list'>,
  response: Recorded,
): JsonObject[] {
  const place = resource.list && listPlace(context.api, resource.list)
  return place === undefined ? [] : itemsShown(place, response.json as Json, context.api.isFlat)
}

/** Whether a response has the array of the list: another form is a mistake of its own. */
export function isListShown(
  { api }: Pick<CheckContext, 'api'>,
  { list }: Pick<Resource, 'list'>,
  { json }: Pick<Recorded, 'json'>,
): boolean {
  const place = list && listPlace(api, list)
  return place !== undefined && Array.isArray(valueAt(json as Json, pointerOf(...place)))
}

/** The parent item in path parameters. */
export const parentIn = ({ parent }: Resource, params: Record<string, Json>): Item | undefined =>
  parent && itemIn(parent, params)

/** The item of a resource in path parameters. */
export function itemIn(resource: Resource, params: Record<string, Json>): Item | undefined {
  const names = [...resource.item.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
  const known = names.map((name) => [name, params[name]] as const)
  if (known.some(([, value]) => typeof value !== 'string' && typeof value !== 'number')) return undefined
  return {
    resource,
    params: Object.fromEntries(known) as Item['params'],
    body: {},
    made: undefined as never,
    sent: undefined,
  }
}

/** The resource in whose items those of another one are created: its parent, or `models` for `POST /models/{id}/units`. */
export const holderOf = ({ graph }: Pick<Plan, 'graph'>, resource: Resource): Resource | undefined =>
  resource.parent ?? graph.alongPath(resource.create?.path ?? '').findLast((one) => one !== resource)

/** The ids of a list's items. An item without id gets a unique placeholder each time. */
export const idsOf = (resource: Parameters<typeof idListed>[1], items: readonly JsonObject[]): string[] =>
  items.map((one) => idListed(one, resource) ?? `untold ${++untold}`)
let untold = 0
