/** The items of a list that nothing was posted to: those that the document shows, and more like them. */

import { type Api, type ApiOperation, successSchema } from '../model/api.ts'
import { listItems, listPlace } from '../model/listPlace.ts'
import { findResources } from '../model/resources.ts'
import { lastSegment, soundsLike } from '../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { pointerOf, valueAt } from '../openapi/pointer.ts'
import { escaped, templateSource } from '../openapi/templates.ts'
import type { ScopedRandom } from '../schema/values/random.ts'
import { fits } from '../schema/values/strings.ts'
import { memberOf, membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { identifier } from './state/items.ts'

interface SampleList {
  items: JsonObject[]
  /** The property that identifies items; undefined if there is none. */
  identity: string | undefined
}

/**
 * The items of the response and, up to `count`, copies of them with new identities. Items without an identity are not
 * copied, since clients could not distinguish the copies.
 *
 * @param list the response of the operation
 * @returns undefined if the list does not contain objects
 */
export function sampleList(
  { api, random }: { api: Api; random: ScopedRandom },
  operation: ApiOperation,
  list: Json,
  count: number,
): SampleList | undefined {
  const place = listPlace(api, operation)
  const shown = place === undefined ? undefined : valueAt(list, pointerOf(...place))
  if (!Array.isArray(shown) || shown.length === 0 || !shown.every(isObject)) return undefined
  const members = new Map(membersOf(viewOf(api.document, listItems(api, operation))))
  const identity = Object.keys(shown[0] as JsonObject).find(
    (name) => soundsLike('key', name) && isFree(api, members.get(name)),
  )
  const known = new Set(identity === undefined ? [] : shown.map((item) => String(item[identity])))
  if (identity === undefined || known.size < shown.length) return { items: shown, identity }
  const items = [...shown]
  const places = itemPlaces(api, operation)
  const most = Math.min(count, maxItemsOf(api, operation, place ?? []))
  for (let index = shown.length; index < most; index++) {
    const copy = copyOf({ api, random }, shown[index % shown.length] as JsonObject, members, index + 1)
    const key = String(copy[identity])
    // The identities that the schema allows may be few.
    if (known.has(key)) break
    known.add(key)
    const from = String((shown[index % shown.length] as JsonObject)[identity])
    items.push(withOwnAddresses(places, copy, from, key) as JsonObject)
  }
  return { items, identity }
}

function copyOf(
  maker: { api: Api; random: ScopedRandom },
  item: JsonObject,
  members: ReadonlyMap<string, Json>,
  nth: number,
): JsonObject {
  const copy = { ...item }
  for (const [name, value] of Object.entries(item)) {
    const schema = members.get(name) ?? {}
    if (!isFree(maker.api, schema)) continue
    const view = withoutNull(maker.api.document, viewOf(maker.api.document, schema))
    const isKey = (soundsLike('key', name) && value !== null) || view.format === 'uuid'
    const changed = isKey ? identifier(maker, name, schema, item) : textOf(name, value, nth)
    if (changed !== undefined && (typeof changed !== 'string' || fits(view, changed))) copy[name] = changed
  }
  return copy
}

/** The most items that the list's schema allows. */
function maxItemsOf(api: Api, operation: ApiOperation, place: readonly string[]): number {
  const list = place.reduce<Json | undefined>(
    (schema, name) => memberOf(withoutNull(api.document, viewOf(api.document, schema)), name),
    successSchema(api, operation)?.schema,
  )
  const { maxItems } = withoutNull(api.document, viewOf(api.document, list))
  return typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY
}

/** The expressions before and after an identity in the addresses of a list's items. */
interface ItemPlace {
  before: string
  after: string
}

/** The item path of the list's resource; without a resource, a segment after the last fixed one of the list's path. */
function itemPlaces(api: Api, list: ApiOperation): ItemPlace[] {
  const items = findResources(api).resources.flatMap((one) => (one.list === list ? [one.item] : []))
  const paths = items.length > 0 ? items : [`/${lastSegment(list.path)}/{}`]
  return paths.map((path) => {
    const [before = '', after = ''] = path.split(/\{[^{}]*\}(?=[^{}]*$)/)
    return { before: templateSource(before), after: templateSource(after) }
  })
}

/** The item's own addresses with the identity of the copy: `/things/17/parts`. Those of other resources remain. */
function withOwnAddresses(places: readonly ItemPlace[], value: Json, from: string, to: string): Json {
  if (typeof value === 'string') {
    const id = escaped(encodeURIComponent(from))
    for (const { before, after } of places) {
      const own = new RegExp(
        `^((?:(?:https?:)?//[^/?#]+)?(?=/)[^?#]*?${before})${id}(?=${after}(?:[/?#{]|$))`,
        'i',
      )
      if (own.test(value)) return value.replace(own, (_, start: string) => start + encodeURIComponent(to))
    }
    return value
  }
  if (Array.isArray(value)) return value.map((item) => withOwnAddresses(places, item, from, to))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withOwnAddresses(places, inner as Json, from, to)]),
  )
}

/** Text like that of the item; undefined for a property that items may share. */
function textOf(name: string, value: Json | undefined, nth: number): string | undefined {
  if (typeof value !== 'string') return undefined
  if (/^[^@\s]+@[^@\s]+$/.test(value)) return value.replace('@', `+${nth}@`)
  if (soundsLike('handle', name)) return `${value}-${nth}`
  return soundsLike('name', name) ? `${value} ${nth}` : undefined
}

/** Whether the schema leaves the value open. */
function isFree(api: Api, schema: Json | undefined): boolean {
  const view = withoutNull(api.document, viewOf(api.document, schema))
  const types = typesOf(view)
  const isScalar = types.length === 0 || ['string', 'integer', 'number'].some((type) => types.includes(type))
  return isScalar && view.enum === undefined && view.const === undefined
}
