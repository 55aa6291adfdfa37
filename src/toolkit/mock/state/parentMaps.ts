/**
 * Entries of a property of the item above: `PUT /prompts/{id}/labels/{label}` sets an entry of the prompt's `labels`. Such an
 * entry is no resource: reading it returns nothing, or the item beside it that the entry names, such as a version.
 */
import type { ApiOperation } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { lastSegment, normal } from '../../model/vocabulary.ts'
import { thingSchema } from '../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import type { HttpAnswer } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import type { KeptGraph, Targets } from './graph.ts'
import { isMade, nameOf, thingOf } from './homes.ts'
import { type Kept, missing } from './kept.ts'
import { type Presenter, successOf } from './presenter.ts'
import type { Store } from './store.ts'
import type { Maker } from './targets.ts'

interface Entries {
  parent: Resource
  property: string
  /** Whether the property is a list of names; otherwise an object with an entry for each name. */
  isList: boolean
  variable: string
  /** The resource whose items the entries name. */
  beside: Resource | undefined
}

export function createParentMaps(
  { api }: Maker,
  graph: KeptGraph,
  { targetFor }: Targets,
  store: Store,
  { find, placeOf }: Kept,
  { present, requireMatch, carry }: Presenter,
) {
  const { document } = api
  const found = new Map<string, Entries | undefined>()

  function entriesAt(path: string): Entries | undefined {
    const own = graph.resources.find((one) => one.item === path)
    if (own === undefined || own.list !== undefined) return undefined
    const parent = graph.alongPath(path).findLast((one) => one !== own)
    if (parent?.read === undefined || !isMade(parent)) return undefined
    const named = own.read && nameOf(thingSchema(api, own.read))
    const beside = graph.resources.find(
      (one) => one.parent === own.parent && one !== own && named !== undefined && thingOf(api, one) === named,
    )
    if (own.read !== undefined && beside === undefined) return undefined
    const word = lastSegment(own.collection)
    if (own.collection !== `${parent.item}/${word}`) return undefined
    const members = membersOf(targetFor(parent.read, parent)?.view ?? {})
    const [property, schema] = members.find(([name]) => normal(name) === normal(word)) ?? []
    if (property === undefined) return undefined
    const view = withoutNull(document, viewOf(document, schema))
    const items = viewOf(document, view.items)
    const isList = typesOf(view).includes('array') && typesOf(items).includes('string')
    const isMap = typesOf(view).includes('object') && membersOf(view).length === 0
    return isList || isMap ? { parent, property, isList, variable: own.parameter, beside } : undefined
  }

  /** Undefined for an operation that is about no entry of a property. */
  return async (
    operation: ApiOperation,
    request: PlacedRequest,
    template: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer | undefined> => {
    const { path, method } = operation
    if (!found.has(path)) found.set(path, entriesAt(path))
    const entries = found.get(path)
    if (entries === undefined || !['GET', 'PUT', 'POST', 'DELETE'].includes(method)) return undefined
    const { parent, property, isList, variable, beside } = entries
    const before = find(parent, request.concrete)
    if (before === undefined) throw missing(parent)
    requireMatch(operation, { resource: parent, item: before, path: request.path }, request.headers)
    const name = request.path[variable] ?? ''
    const held = before[property]
    const isThere = isList
      ? Array.isArray(held) && held.includes(name)
      : isObject(held) && Object.hasOwn(held, name)
    if ((method === 'DELETE' || method === 'GET') && !isThere)
      throw missing({ ...parent, parameter: variable })
    const value = method === 'DELETE' ? undefined : entryOf(request.body)
    if (beside !== undefined && method !== 'DELETE') {
      const wanted = method === 'GET' && isObject(held) ? held[name] : value
      const above = request.concrete.split('/').slice(0, parent.item.split('/').length).join('/')
      const place = `${above}/${lastSegment(beside.collection)}/${encodeURIComponent(String(wanted))}`
      const item = find(beside, place)
      if (item === undefined) throw missing(beside)
      if (method === 'GET') return present(operation, { resource: beside, item, path: request.path })
    }
    if (method === 'GET') return undefined
    const item = {
      ...before,
      [property]: isList ? withName(held, name, method) : withEntry(held, name, value),
    }
    const target = parent.read && targetFor(parent.read, parent)
    if (target !== undefined && target.faults(item).length > target.faults(before).length) return undefined
    carry(before, item)
    const { collection, id } = placeOf(parent, request.concrete)
    store.put(collection, id, item)
    const shown = targetFor(operation, parent)
    const isParent =
      shown !== undefined && membersOf(shown.view).some(([member]) => member === parent.idMember)
    if (isParent) return present(operation, { resource: parent, item, path: request.path })
    return operation.successes.length === 0 ? { status: successOf(operation), headers: {} } : template()
  }
}

/** The one value of a body, or all of it. */
function entryOf(body: Json | undefined): Json {
  if (!isObject(body)) return body ?? true
  const [first, ...others] = Object.values(body)
  return others.length === 0 && first !== undefined ? first : body
}

function withEntry(held: Json | undefined, name: string, value: Json | undefined): JsonObject {
  const { [name]: _, ...others } = isObject(held) ? held : {}
  return (value === undefined ? others : { ...others, [name]: value }) as JsonObject
}

function withName(held: Json | undefined, name: string, method: string): Json[] {
  const others = Array.isArray(held) ? held.filter((one) => one !== name) : []
  return method === 'DELETE' ? others : [...others, name]
}
