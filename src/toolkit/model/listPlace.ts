/** Finds the array of items in a list response, also in nested objects: `{ "_embedded": { "orders": […] } }`. */

import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { pointerOf, valueAt } from '../openapi/pointer.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, operationsAround, successSchema } from './api.ts'
import { isIdName, isOfPage, isSibling, LIST_NAMES, lastSegment, normal } from './vocabulary.ts'
import { flatSchema, flatValue, thingSchema } from './wrapping.ts'

/** Property names on the path to the items, outermost first; empty for a bare array. */
export type ListPlace = readonly string[]

const MAX_DEPTH = 3

interface Found {
  place: ListPlace
  /** Schema of one item. */
  items: Json | undefined
  array: JsonObject
}

const known = new WeakMap<Api, Map<ApiOperation, Found | undefined>>()

/** The path to the items; undefined if the response is not a list. */
export const listPlace = (api: Api, operation: ApiOperation): ListPlace | undefined =>
  listIn(api, operation)?.place

/** The schema of one item of a list. */
export const listItems = (api: Api, operation: ApiOperation): Json | undefined =>
  itemsIn(api, listIn(api, operation)?.items)

const itemsIn = (api: Api, items: Json | undefined): Json | undefined =>
  api.isFlat === true ? flatSchema(api.document, items) : items

/** The schema of a list's array. */
export const listArray = (api: Api, operation: ApiOperation): JsonObject | undefined =>
  listIn(api, operation)?.array

/** The items in a list response that are objects. */
export function itemsShown(place: ListPlace, response: Json, isFlat = false): JsonObject[] {
  const items = valueAt(response, pointerOf(...place))
  const objects = Array.isArray(items) ? items.filter(isObject) : []
  return isFlat ? objects.map(flatValue).filter(isObject) : objects
}

function listIn(api: Api, operation: ApiOperation): Found | undefined {
  const found = known.get(api) ?? new Map<ApiOperation, Found | undefined>()
  known.set(api, found)
  if (!found.has(operation)) found.set(operation, findList(api, operation))
  return found.get(operation)
}

function findList(api: Api, operation: ApiOperation): Found | undefined {
  const schema = successSchema(api, operation)?.schema
  const view = withoutNull(api.document, viewOf(api.document, schema))
  if (typesOf(view).includes('array')) return { place: [], items: view.items, array: view }
  const arrays = arraysIn(api, view)
  const top = topList(api, operation, view, arrays)
  const things = thingsAt(api, operation.path)
  const isThing = ({ items }: Found) => things.some((thing) => isSame(api, thing, items))
  if (top !== undefined && (things.length === 0 || isThing(top))) return top
  const deep = arrays.filter(({ place, items }) => place.length > 1 && hasMembers(api, items))
  // A summary of a resource often has its own schema. In that case, compare the property's name.
  const isNamed = (names: readonly string[]) => (found: Found) =>
    names.includes(normal(found.place.at(-1) ?? ''))
  const own = normal(lastSegment(operation.path))
  const likely = isCollection(api, operation)
    ? [deep.filter(isThing), deep.filter(isNamed([own, ...LIST_NAMES]))]
    : [deep.filter(isNamed(segmentsOf(operation.path)))]
  const [ofThing = [], named = []] = likely
  for (const candidates of [ofThing, ...(top !== undefined && hasMembers(api, top.items) ? [] : [named])])
    if (candidates.length === 1) return candidates[0]
  return top
}

const segmentsOf = (path: string): string[] =>
  path.split('/').flatMap((part) => (part === '' || part.startsWith('{') ? [] : [normal(part)]))

const hasMembers = (api: Api, schema: Json | undefined): boolean =>
  membersOf(viewOf(api.document, schema)).length > 0

/** The list directly in an object: named like the path or a list, or the only array next to pagination data. */
function topList(
  api: Api,
  operation: ApiOperation,
  view: JsonObject,
  found: readonly Found[],
): Found | undefined {
  const arrays = found.filter(({ place: [name = ''], place }) => place.length === 1 && !isSibling(name))
  const own = normal(lastSegment(operation.path))
  const isNamed = (name: string) => [own, ...LIST_NAMES].includes(name)
  // `assignable_roles` returns `roles`.
  const isLike = (name: string) => name.length > 3 && (own.endsWith(name) || name.endsWith(own))
  const called = (test: (name: string) => boolean) =>
    arrays.find(({ place: [name = ''] }) => test(normal(name)))
  const named = called(isNamed) ?? called(isLike)
  if (named !== undefined) return named
  // One with many other properties is a resource.
  const others = membersOf(view).filter(([name]) => !isOfPage(name)).length - arrays.length
  const lists =
    arrays.length === 1 ? arrays : arrays.filter(({ items }) => hasId(viewOf(api.document, items)))
  return lists.length === 1 && others <= MAX_OTHERS && (arrays.length === 1 || !hasId(view))
    ? lists[0]
    : undefined
}

const MAX_OTHERS = 6

const hasId = (view: JsonObject): boolean => membersOf(view).some(([name]) => isIdName(name))

/** Whether a path is a collection: it has a POST or item paths. Elsewhere, a nested array belongs to a single resource. */
const isCollection = (api: Api, { method, path }: ApiOperation): boolean =>
  method === 'GET' &&
  !path.endsWith('}') &&
  operationsAround(api, withoutRoot(path)).some((one) =>
    one.path === path ? one.method === 'POST' : isItemOf(path, one.path),
  )

/** A path to which the segments below it can be added. */
const withoutRoot = (path: string): string => (path === '/' ? '' : path)

const isItemOf = (collection: string, path: string): boolean =>
  path.startsWith(collection) &&
  /^(\/\{[^}/]+\}|\(['"]?\{[^}/]+\}['"]?\))$/.test(path.slice(withoutRoot(collection).length))

/** Response schemas of the operations that create or read an item of a collection. */
function thingsAt(api: Api, path: string): Json[] {
  const about = operationsAround(api, withoutRoot(path)).filter(
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

/** The arrays in a response that are reachable through objects. An object with an identifier is a resource, not an envelope. */
function arraysIn(api: Api, view: JsonObject, above: ListPlace = []): Found[] {
  const isThing = membersOf(view).some(([name]) => isIdName(name))
  if (above.length >= MAX_DEPTH || (isThing && above.length > 0)) return []
  return membersOf(view).flatMap(([name, schema]) => {
    const inner = withoutNull(api.document, viewOf(api.document, schema))
    const place = [...above, name]
    const array = arrayOf(api, inner)
    if (array !== undefined) return [{ place, items: array.items, array }]
    return arraysIn(api, inner, place)
  })
}

/** A schema of arrays, or the first of several if all of them are arrays. */
function arrayOf({ document }: Api, view: JsonObject): JsonObject | undefined {
  if (typesOf(view).includes('array')) return view
  const forms = [view.oneOf ?? view.anyOf ?? []].flat().map((form) => viewOf(document, form))
  return forms.every((form) => typesOf(form).join() === 'array') ? forms[0] : undefined
}
