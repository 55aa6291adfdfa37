/** Where the items of a list answer stand, also below other members: `{ "_embedded": { "things": […] } }`. */

import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { pointerOf, valueAt } from '../openapi/pointer.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, successSchema } from './api.ts'
import { listMember } from './resources.ts'
import { isIdName, LIST_NAMES, lastSegment, normal } from './vocabulary.ts'
import { thingSchema } from './wrapping.ts'

/** The names of the members that lead to the items, the outermost first; none for a bare array. */
export type ListPlace = readonly string[]

const MAX_DEPTH = 3

interface Found {
  place: ListPlace
  /** Of one item. */
  items: Json | undefined
}

const known = new WeakMap<Api, Map<ApiOperation, Found | undefined>>()

/** Undefined where the answer is no list. */
export const listPlace = (api: Api, operation: ApiOperation): ListPlace | undefined =>
  listIn(api, operation)?.place

/** The schema of one item of a list. */
export const listItems = (api: Api, operation: ApiOperation): Json | undefined =>
  listIn(api, operation)?.items

/** The objects that a list answer shows. */
export function itemsShown(place: ListPlace, answer: Json): JsonObject[] {
  const items = valueAt(answer, pointerOf(...place))
  return Array.isArray(items) ? items.filter(isObject) : []
}

function listIn(api: Api, operation: ApiOperation): Found | undefined {
  const found = known.get(api) ?? new Map<ApiOperation, Found | undefined>()
  known.set(api, found)
  if (!found.has(operation)) found.set(operation, findList(api, operation))
  return found.get(operation)
}

function findList(api: Api, operation: ApiOperation): Found | undefined {
  const schema = successSchema(api, operation)?.schema
  const member = listMember(api, operation)
  const view = withoutNull(api.document, viewOf(api.document, schema))
  if (member === '') return { place: [], items: view.items }
  const arrays = arraysIn(api, view)
  const top = arrays.find(({ place }) => place.length === 1 && place[0] === member)
  const things = thingsAt(api, operation.path)
  const isThing = ({ items }: Found) => things.some((thing) => isSame(api, thing, items))
  if (top !== undefined && (things.length === 0 || isThing(top))) return top
  const deep = isCollection(api, operation) ? arrays.filter(({ place }) => place.length > 1) : []
  const ofThing = deep.filter(isThing)
  // A short form of the thing has a name of its own; then the name of the member tells.
  const names = [normal(lastSegment(operation.path)), ...LIST_NAMES]
  const ofObjects = deep.filter(({ items }) => membersOf(viewOf(api.document, items)).length > 0)
  const named = ofObjects.filter(({ place }) => names.includes(normal(place.at(-1) ?? '')))
  const holdsObjects = top !== undefined && membersOf(viewOf(api.document, top.items)).length > 0
  for (const candidates of [ofThing, ...(holdsObjects ? [] : [named])])
    if (candidates.length === 1) return candidates[0]
  return top
}

/** Only where items are made, or have a path of their own: elsewhere a list deep inside is a part of one thing. */
const isCollection = (api: Api, { method, path }: ApiOperation): boolean =>
  method === 'GET' &&
  !path.endsWith('}') &&
  api.operations.some((one) => (one.path === path ? one.method === 'POST' : isItemOf(path, one.path)))

const isItemOf = (collection: string, path: string): boolean =>
  path.startsWith(collection) &&
  /^(\/\{[^}/]+\}|\(['"]?\{[^}/]+\}['"]?\))$/.test(path.slice(collection.length))

/** What the operations that make or read one item of a collection answer. */
function thingsAt(api: Api, path: string): Json[] {
  const about = api.operations.filter(
    (one) =>
      (one.path === path && one.method === 'POST') ||
      (isItemOf(path, one.path) && ['GET', 'PATCH', 'PUT'].includes(one.method)),
  )
  return about.flatMap((one) => thingSchema(api, one) ?? [])
}

function isSame(api: Api, a: Json, b: Json | undefined): boolean {
  if (isObject(a) && isObject(b) && a.$ref !== undefined && a.$ref === b.$ref) return true
  const names = (schema: Json | undefined) =>
    membersOf(viewOf(api.document, schema))
      .map(([name]) => name)
      .sort()
      .join()
  return names(a) !== '' && names(a) === names(b)
}

/** The arrays of an answer that objects alone lead to. A thing with an identifier is no frame around a list. */
function arraysIn(api: Api, view: JsonObject, above: ListPlace = []): Found[] {
  const isThing = membersOf(view).some(([name]) => isIdName(name))
  if (above.length >= MAX_DEPTH || (isThing && above.length > 0)) return []
  return membersOf(view).flatMap(([name, schema]) => {
    const inner = withoutNull(api.document, viewOf(api.document, schema))
    const place = [...above, name]
    if (typesOf(inner).includes('array')) return [{ place, items: inner.items }]
    return arraysIn(api, inner, place)
  })
}
