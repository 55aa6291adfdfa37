/**
 * Entries of a map property of the parent item: `PUT /prompts/{id}/labels/{label}` sets an entry of the prompt's `labels`.
 * An entry is not a resource. A read returns no content, or the sibling resource that the entry names, such as a version.
 */
import type { ApiOperation } from '../../model/api.ts'
import { isMade, nameOf, thingOf } from '../../model/homes.ts'
import type { Resource } from '../../model/resources.ts'
import { lastSegment, normal } from '../../model/vocabulary.ts'
import { thingSchema } from '../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import type { HttpResponse } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import type { StateParts } from './parts.ts'
import { successOf } from './presenter.ts'
import { missing } from './stored.ts'

interface Entries {
  parent: Resource
  property: string
  /** Whether the property is a list of names; otherwise an object with an entry for each name. */
  isList: boolean
  variable: string
  /** The resource whose items the entries name. */
  referenced: Resource | undefined
}

export class ParentMaps {
  readonly #parts: StateParts
  readonly #found = new Map<string, Entries | undefined>()

  constructor(parts: StateParts) {
    this.#parts = parts
  }

  /** Undefined for an operation that is about no entry of a property. */
  async respond(
    operation: ApiOperation,
    request: PlacedRequest,
    template: () => Promise<HttpResponse>,
  ): Promise<HttpResponse | undefined> {
    const { path, method } = operation
    if (!this.#found.has(path)) this.#found.set(path, this.#entriesAt(path))
    const entries = this.#found.get(path)
    if (entries === undefined || !['GET', 'PUT', 'POST', 'DELETE'].includes(method)) return undefined
    const { stored, presenter } = this.#parts
    const { parent } = entries
    const before = stored.find(parent, request.concrete)
    if (before === undefined) throw missing(parent)
    presenter.requireMatch(operation, { resource: parent, item: before, path: request.path }, request.headers)
    return method === 'GET'
      ? this.#read(operation, entries, before, request)
      : this.#write(operation, entries, before, request, template)
  }

  /** Responds with the item that the entry names. */
  #read(
    operation: ApiOperation,
    entries: Entries,
    before: JsonObject,
    request: PlacedRequest,
  ): HttpResponse | undefined {
    const { property, variable, referenced } = entries
    requireEntry(entries, before, request)
    if (referenced === undefined) return undefined
    const entry = before[property]
    const wanted = isObject(entry) ? entry[request.path[variable] ?? ''] : entryOf(request.body)
    const item = this.#itemNamed(entries.parent, referenced, request, wanted)
    return this.#parts.presenter.present(operation, { resource: referenced, item, path: request.path })
  }

  async #write(
    operation: ApiOperation,
    entries: Entries,
    before: JsonObject,
    request: PlacedRequest,
    template: () => Promise<HttpResponse>,
  ): Promise<HttpResponse | undefined> {
    const { targets, store, stored, presenter } = this.#parts
    const { parent, referenced } = entries
    if (operation.method === 'DELETE') requireEntry(entries, before, request)
    else if (referenced !== undefined) this.#itemNamed(parent, referenced, request, entryOf(request.body))
    const item = withChange(entries, before, operation.method, request)
    const target = parent.read && targets.targetFor(parent.read, parent)
    if (target !== undefined && target.faults(item).length > target.faults(before).length) return undefined
    presenter.carry(before, item)
    const { collection, id } = stored.placeOf(parent, request.concrete)
    store.put(collection, id, item)
    const shown = targets.targetFor(operation, parent)
    const isParent =
      shown !== undefined && membersOf(shown.view).some(([member]) => member === parent.idMember)
    if (isParent) return presenter.present(operation, { resource: parent, item, path: request.path })
    return operation.successes.length === 0 ? { status: successOf(operation), headers: {} } : template()
  }

  /** @throws HttpError 404 */
  #itemNamed(
    parent: Resource,
    referenced: Resource,
    request: PlacedRequest,
    name: Json | undefined,
  ): JsonObject {
    const above = request.concrete.split('/').slice(0, parent.item.split('/').length).join('/')
    const place = `${above}/${lastSegment(referenced.collection)}/${encodeURIComponent(String(name))}`
    const item = this.#parts.stored.find(referenced, place)
    if (item === undefined) throw missing(referenced)
    return item
  }

  #entriesAt(path: string): Entries | undefined {
    const { maker, graph } = this.#parts
    const { api } = maker
    const own = graph.resources.find((one) => one.item === path)
    if (own === undefined || own.list !== undefined) return undefined
    const parent = graph.alongPath(path).findLast((one) => one !== own)
    if (parent?.read === undefined || !isMade(parent)) return undefined
    const named = own.read && nameOf(thingSchema(api, own.read))
    const referenced = graph.resources.find(
      (one) => one.parent === own.parent && one !== own && named !== undefined && thingOf(api, one) === named,
    )
    if (own.read !== undefined && referenced === undefined) return undefined
    const property = this.#propertyOf(own, parent)
    return property && { parent, ...property, variable: own.parameter, referenced }
  }

  /** The property of the parent that has an entry for each path such as `/prompts/{id}/labels/{label}`. */
  #propertyOf(own: Resource, parent: Resource): Pick<Entries, 'property' | 'isList'> | undefined {
    const { maker, targets } = this.#parts
    const { document } = maker.api
    const word = lastSegment(own.collection)
    if (own.collection !== `${parent.item}/${word}`) return undefined
    const members = membersOf((parent.read && targets.targetFor(parent.read, parent)?.view) ?? {})
    const [property, schema] = members.find(([name]) => normal(name) === normal(word)) ?? []
    if (property === undefined) return undefined
    const view = withoutNull(document, viewOf(document, schema))
    const items = viewOf(document, view.items)
    const isList = typesOf(view).includes('array') && typesOf(items).includes('string')
    const isMap = typesOf(view).includes('object') && membersOf(view).length === 0
    return isList || isMap ? { property, isList } : undefined
  }
}

/** @throws HttpError 404 where the parent has no such entry */
function requireEntry(
  { parent, property, isList, variable }: Entries,
  item: JsonObject,
  request: PlacedRequest,
): void {
  const name = request.path[variable] ?? ''
  const entry = item[property]
  const isThere = isList
    ? Array.isArray(entry) && entry.includes(name)
    : isObject(entry) && Object.hasOwn(entry, name)
  if (!isThere) throw missing({ ...parent, parameter: variable })
}

function withChange(
  { property, isList, variable }: Entries,
  before: JsonObject,
  method: string,
  request: PlacedRequest,
): JsonObject {
  const name = request.path[variable] ?? ''
  const entry = before[property]
  const value = method === 'DELETE' ? undefined : entryOf(request.body)
  return { ...before, [property]: isList ? withName(entry, name, method) : withEntry(entry, name, value) }
}

/** The one value of a body, or all of it. */
function entryOf(body: Json | undefined): Json {
  if (!isObject(body)) return body ?? true
  const [first, ...others] = Object.values(body)
  return others.length === 0 && first !== undefined ? first : body
}

function withEntry(entry: Json | undefined, name: string, value: Json | undefined): JsonObject {
  const { [name]: _, ...others } = isObject(entry) ? entry : {}
  return (value === undefined ? others : { ...others, [name]: value }) as JsonObject
}

function withName(entry: Json | undefined, name: string, method: string): Json[] {
  const others = Array.isArray(entry) ? entry.filter((one) => one !== name) : []
  return method === 'DELETE' ? others : [...others, name]
}
