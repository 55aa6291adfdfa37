/** The items of a list that nothing was posted to: those that the document shows, and more like them. */

import { type Api, type ApiOperation, successSchema } from '../model/api.ts'
import { listItems, listPlace } from '../model/listPlace.ts'
import { soundsLike } from '../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { pointerOf, valueAt } from '../openapi/pointer.ts'
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
  const most = Math.min(count, maxItemsOf(api, operation, place ?? []))
  for (let index = shown.length; index < most; index++) {
    const copy = copyOf({ api, random }, shown[index % shown.length] as JsonObject, members, index + 1)
    const key = String(copy[identity])
    // The identities that the schema allows may be few.
    if (known.has(key)) break
    known.add(key)
    const from = String((shown[index % shown.length] as JsonObject)[identity])
    items.push(withOwnAddresses(copy, from, key) as JsonObject)
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

/** URLs and paths that contain the identity of the copied item contain that of the copy: `/things/17/parts`. */
function withOwnAddresses(value: Json, from: string, to: string): Json {
  if (typeof value === 'string') {
    const [, before, segments] = /^((?:https?:)?\/\/[^/?#]+|(?=\/))(\/.*)$/is.exec(value) ?? []
    if (before === undefined || segments === undefined) return value
    const parts = segments.split('/')
    const at = parts.findLastIndex((part) => part.split(/[?#{]/, 1)[0] === encodeURIComponent(from))
    if (at < 0) return value
    const part = parts[at] as string
    parts[at] = encodeURIComponent(to) + part.slice(encodeURIComponent(from).length)
    return before + parts.join('/')
  }
  if (Array.isArray(value)) return value.map((item) => withOwnAddresses(item, from, to))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withOwnAddresses(inner as Json, from, to)]),
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
