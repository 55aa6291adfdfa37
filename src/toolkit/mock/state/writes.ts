/** Creating, changing and deleting stored items. Nothing is stored before all of a request is known to be possible. */
import { type ApiOperation, declares } from '../../model/api.ts'
import { isMade } from '../../model/homes.ts'
import type { Resource } from '../../model/resources.ts'
import { kindOf, lastSegment, normal } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { isHeader } from '../../openapi/headers.ts'
import { responseFor } from '../../openapi/operations.ts'
import { HttpError, type HttpResponse, originOf } from '../../requests/exchange.ts'
import { filledIn, typedText } from '../../requests/path.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { membersOf } from '../../schema/view.ts'
import { type Making, makingOf } from './batches.ts'
import { bodyItemSchema, patchSent } from './bodies.ts'
import { derivedFrom } from './derived.ts'
import { requireFree } from './duplicates.ts'
import { withInvariants } from './invariants.ts'
import { changedItem, newItem } from './items.ts'
import type { StateParts } from './parts.ts'
import { successOf } from './presenter.ts'
import { idSent, nextNumber, parentReferences, repeatedFrom } from './references.ts'
import { collectionIn, GONE, idIn, missing, type Shown } from './stored.ts'
import { sentItem, type Target, viewWithForms } from './targets.ts'
import { droppedFrom, listOfEntry, notStored } from './unstored.ts'

export type Template = () => Promise<HttpResponse>

interface Fresh {
  collection: string
  id: string
  item: JsonObject
}

/** The result of a change, to be stored. */
interface Change {
  sent: JsonObject
  item: JsonObject
  collection: string
}

export class Writes {
  readonly #parts: StateParts

  constructor(parts: StateParts) {
    this.#parts = parts
  }

  created(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    collection: string,
  ): HttpResponse {
    const { maker, presenter } = this.#parts
    const sent = this.#given(operation, resource, request)
    const made = this.#fresh(operation, resource, sent, request, collection)
    this.#keep([made, ...this.#childrenOf(resource, sent, request, made)])
    const { id, item } = made
    const response = presenter.present(operation, { resource, item, path: request.path, sent })
    const declared = Object.keys((responseFor(operation, response.status)?.node.headers ?? {}) as JsonObject)
    const location = declared.find((name) => isHeader(name, 'Location'))
    const own = maker.pathTo(resource.item, { ...request.path, [resource.parameter]: id })
    const place =
      request.prefix + (resource.parameter === '' ? `${collection}/${encodeURIComponent(id)}` : own)
    return {
      ...response,
      headers: { ...response.headers, ...(location !== undefined && { [location]: place }) },
    }
  }

  /** Several new items, all or none. */
  createdSeveral({ resource, member, one }: Making, request: PlacedRequest): Fresh[] {
    const { body } = request
    const entries = member === '' ? body : isObject(body) ? body[member] : undefined
    const collection = request.concrete.split('/').slice(0, resource.collection.split('/').length).join('/')
    const made = (Array.isArray(entries) ? entries : []).map((entry) =>
      this.#fresh(one, resource, isObject(entry) ? entry : {}, request, collection),
    )
    this.#keep(made)
    return made
  }

  changed(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpResponse {
    const { maker, targets, store, stored, presenter } = this.#parts
    const before = stored.find(resource, request.concrete)
    if (before === undefined) throw missing(resource)
    presenter.requireMatch(operation, { resource, item: before, path: request.path }, request.headers)
    const target = targets.seenIn(resource, operation)
    const wanted = this.#given(operation, resource, request)
    const list = listOfEntry(maker.api, target?.view ?? {}, wanted)
    if (list !== undefined)
      throw notStored(
        operation,
        `it cannot infer how an entry of ${list} changes what GET ${resource.item} returns.`,
      )
    const sent = patchSent(maker.api.document, target?.view ?? {}, before, wanted, request.headers)
    const { collection, id } = stored.placeOf(resource, request.concrete)
    requireFree(operation, { ...before, ...sent }, store.all(collection), before)
    const after = changedItem(maker, operation, resource, before, sent, target)
    presenter.carry(before, after)
    const item = this.#finished(operation, resource, { sent, item: after, collection }, target)
    presenter.carry(before, item)
    store.put(collection, id, item)
    return presenter.present(operation, { resource, item, path: request.path })
  }

  /** PUT to a path where nothing is yet. */
  put(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpResponse {
    const { maker, graph, targets, store, presenter } = this.#parts
    const { concrete } = request
    const [collection, id] = [collectionIn(resource, concrete), idIn(resource, concrete)]
    const sent = this.#given(operation, resource, request)
    const target = targets.seenIn(resource, operation)
    const references = parentReferences(graph, resource, collection, target?.view ?? {})
    const known = { ...request.path, ...references, [resource.idMember]: id }
    const made = newItem(maker, operation, resource, sent, known, target, originOf(request))
    const item = this.#finished(operation, resource, { sent, item: made, collection }, target)
    store.put(collection, id, item)
    const status = operation.successes.includes(201) ? 201 : successOf(operation)
    return presenter.present(operation, { resource, item, path: request.path }, status)
  }

  async removed(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpResponse> {
    const { targets, store, stored, presenter } = this.#parts
    const item = stored.find(resource, request.concrete)
    if (item === undefined) throw missing(resource)
    presenter.requireMatch(operation, { resource, item, path: request.path }, request.headers)
    const { collection, id } = stored.placeOf(resource, request.concrete)
    store.delete(collection, id)
    if (!isMade(resource)) store.put(collection + GONE, id, {})
    if (operation.successes.length === 0) return { status: successOf(operation), headers: {} }
    const response = await template()
    if (!isObject(response.body as Json)) return response
    // The response of a DELETE has the item where its schema allows that, else the template.
    const target = targets.targetFor(operation, resource)
    return target !== undefined && target.faults(item).length === 0
      ? { ...response, body: target.whole(item) }
      : response
  }

  /** The properties that a request sets: those in its body, and query parameters with names of properties. */
  #given(operation: ApiOperation, resource: Resource, request: PlacedRequest): JsonObject {
    const { maker, targets } = this.#parts
    const body = sentItem(maker.api.document, operation, resource, request.body)
    const members = membersOf(targets.seenIn(resource, operation)?.view ?? {})
    const inQuery = Object.entries(request.query).flatMap(([name, value]): [string, Json][] => {
      const member = members.find(([one]) => normal(one) === normal(name))
      return member === undefined || member[0] === resource.idMember
        ? []
        : [[member[0], typedText([...typesIn(member[1])], value)]]
    })
    return { ...Object.fromEntries(inQuery), ...body }
  }

  /** @throws HttpError 501 where a read would show a sent property with another value */
  #requireShown(operation: ApiOperation, resource: Resource, sent: JsonObject, item: JsonObject): void {
    const { targets, presenter } = this.#parts
    const target = resource.read && targets.targetFor(resource.read, resource)
    const shown = target && presenter.show(target, { resource, item, path: {} })
    const { [resource.idMember]: _, ...others } = sent
    const dropped = droppedFrom(target, others, shown)
    if (dropped !== undefined)
      throw notStored(
        operation,
        `GET ${resource.item} would show ${dropped} with another value than was sent.`,
      )
  }

  /** The properties that an item copies from its parent. */
  #repeated(operation: ApiOperation, resource: Resource, collection: string, view: JsonObject): JsonObject {
    const { maker, graph, targets, stored } = this.#parts
    const { document } = maker.api
    const parent = graph.alongPath(resource.item).findLast((one) => one !== resource)
    if (parent?.read === undefined || !isMade(parent)) return {}
    const body = viewWithForms(document, bodyItemSchema(document, operation, resource))
    const sayable = new Set(membersOf(body).map(([name]) => name))
    const above = targets.targetFor(parent.read, parent)?.view ?? {}
    return repeatedFrom(stored.find(parent, collection), above, view, (name) => sayable.has(name))
  }

  #finished(
    operation: ApiOperation,
    resource: Resource,
    { sent, item, collection }: Change,
    target: Target | undefined,
  ): JsonObject {
    const { maker, store } = this.#parts
    const whole = {
      ...item,
      ...derivedFrom(maker, operation, resource, { sent, item, target }, store.all(collection)),
    }
    this.#requireShown(operation, resource, sent, whole)
    return withInvariants(maker, operation, resource, { sent, item: whole })
  }

  /** A new item, which is not stored yet. */
  #fresh(
    operation: ApiOperation,
    resource: Resource,
    sent: JsonObject,
    request: PlacedRequest,
    collection: string,
  ): Fresh {
    const { maker, graph, targets, store } = this.#parts
    const target = targets.seenIn(resource, operation)
    const view = target?.view ?? {}
    const known = {
      ...request.path,
      ...this.#repeated(operation, resource, collection, view),
      ...parentReferences(graph, resource, collection, view),
      ...nextNumber(maker.api.document, resource, view, store.all(collection)),
      ...idSent(resource, sent),
    }
    const made = newItem(maker, operation, resource, sent, known, target, originOf(request))
    const id = String(made[resource.idMember])
    if (store.get(collection, id) !== undefined && declares(operation, 409))
      throw new HttpError(409, `There is a ${kindOf(resource.parameter)} ${id} already.`, {
        kind: 'conflict',
      })
    requireFree(operation, sent, store.all(collection))
    const finished = this.#finished(operation, resource, { sent, item: made, collection }, target)
    const item = this.#asAnnounced(operation, { resource, item: finished, path: request.path }, target)
    return { id, item, collection }
  }

  /** An item with the values that only the response of its creation narrows, such as the role of a new account. */
  #asAnnounced(operation: ApiOperation, one: Shown, target: Target | undefined): JsonObject {
    const { targets, presenter } = this.#parts
    const own = targets.targetFor(operation, one.resource)
    const shown = own === undefined || own === target ? undefined : presenter.show(own, one)
    const item = { ...one.item }
    for (const [name, value] of Object.entries(shown ?? {})) {
      if (typeof value === 'object' || item[name] === undefined || item[name] === value) continue
      if (target?.faults({ ...item, [name]: value }).length === 0) item[name] = value
    }
    return item
  }

  /** Items of a collection below that are sent within their parent: `POST /datasets {"items": […]}`. */
  #childrenOf(resource: Resource, sent: JsonObject, request: PlacedRequest, parent: Fresh): Fresh[] {
    const { maker, graph } = this.#parts
    return graph.resources.flatMap((child) => {
      const entries = sent[lastSegment(child.collection)]
      const isBelow = child.collection === `${resource.item}/${lastSegment(child.collection)}`
      if (!isBelow || !isMade(child) || child.create === undefined || !Array.isArray(entries)) return []
      const path = { ...request.path, [resource.parameter]: parent.id }
      const collection = filledIn(child.collection, path)
      const one = makingOf(maker, graph, child.create)?.one ?? child.create
      return entries
        .filter(isObject)
        .map((entry) => this.#fresh(one, child, entry, { ...request, path }, collection))
    })
  }

  #keep(all: readonly Fresh[]): void {
    for (const { collection, id, item } of all) this.#parts.store.put(collection, id, item)
  }
}

const typesIn = (schema: Json): string[] =>
  isObject(schema) && typeof schema.type === 'string' ? [schema.type] : ['string']
