/** Creating, changing and deleting stored items. Nothing is stored before all of a request is known to be possible. */
import { type ApiOperation, declares } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { lastSegment, normal } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { responseFor } from '../../openapi/operations.ts'
import { type HttpAnswer, originOf, Refusal } from '../../requests/exchange.ts'
import { filledIn, typedText } from '../../requests/path.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { membersOf } from '../../schema/view.ts'
import { type Making, makingOf } from './batches.ts'
import { bodyItemSchema, patchSent } from './bodies.ts'
import { derivedFrom } from './derived.ts'
import type { KeptGraph, Targets } from './graph.ts'
import { isMade } from './homes.ts'
import { changedItem, newItem } from './items.ts'
import { collectionIn, GONE, idIn, type Kept, lastWord, missing } from './kept.ts'
import { type Presenter, successOf } from './presenter.ts'
import { nextNumber, parentReferences, repeatedFrom } from './references.ts'
import type { Store } from './store.ts'
import { requireFree } from './taken.ts'
import { type Maker, sentItem, type Target, viewWithForms } from './targets.ts'
import { droppedFrom, notStored } from './unstored.ts'

export type Template = () => Promise<HttpAnswer>

interface Fresh {
  collection: string
  id: string
  item: JsonObject
}

interface Writes {
  created(operation: ApiOperation, resource: Resource, request: PlacedRequest, collection: string): HttpAnswer
  /** Several new items, all or none. */
  createdSeveral(operation: ApiOperation, making: Making, request: PlacedRequest): Fresh[]
  changed(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpAnswer
  /** PUT to a path where nothing is yet. */
  put(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpAnswer
  removed(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpAnswer>
}

export function createWrites(
  maker: Maker,
  graph: KeptGraph,
  { targetFor, seenIn }: Targets,
  store: Store,
  { find, placeOf }: Kept,
  { present, show, requireMatch, carry }: Presenter,
): Writes {
  const { document } = maker.api

  /** What a request sets: properties of its body, and of its query where these have the names of properties. */
  function given(operation: ApiOperation, resource: Resource, request: PlacedRequest): JsonObject {
    const body = sentItem(document, operation, resource, request.body)
    const members = membersOf(seenIn(resource, operation)?.view ?? {})
    const inQuery = Object.entries(request.query).flatMap(([name, value]): [string, Json][] => {
      const member = members.find(([one]) => normal(one) === normal(name))
      return member === undefined || member[0] === resource.idMember
        ? []
        : [[member[0], typedText([...typesIn(member[1])], value)]]
    })
    return { ...Object.fromEntries(inQuery), ...body }
  }
  const typesIn = (schema: Json): string[] =>
    isObject(schema) && typeof schema.type === 'string' ? [schema.type] : ['string']

  /** @throws Refusal 501 where a read would show a sent property with another value */
  function requireShown(
    operation: ApiOperation,
    resource: Resource,
    sent: JsonObject,
    item: JsonObject,
  ): void {
    const target = resource.read && targetFor(resource.read, resource)
    const shown = target && show(target, { resource, item, path: {} })
    const { [resource.idMember]: _, ...others } = sent
    const dropped = droppedFrom(target, others, shown)
    if (dropped !== undefined)
      throw notStored(
        operation,
        `GET ${resource.item} would show ${dropped} with another value than was sent.`,
      )
  }

  /** What an item repeats of the one above. */
  function repeated(
    operation: ApiOperation,
    resource: Resource,
    collection: string,
    view: JsonObject,
  ): JsonObject {
    const parent = graph.alongPath(resource.item).findLast((one) => one !== resource)
    if (parent?.read === undefined || !isMade(parent)) return {}
    const body = viewWithForms(document, bodyItemSchema(document, operation, resource))
    const sayable = new Set(membersOf(body).map(([name]) => name))
    const above = targetFor(parent.read, parent)?.view ?? {}
    return repeatedFrom(find(parent, collection), above, view, (name) => sayable.has(name))
  }

  function finished(
    operation: ApiOperation,
    resource: Resource,
    { sent, item, collection }: { sent: JsonObject; item: JsonObject; collection: string },
    target: Target | undefined,
  ): JsonObject {
    const whole = {
      ...item,
      ...derivedFrom(maker, operation, resource, { sent, item, target }, store.all(collection)),
    }
    requireShown(operation, resource, sent, whole)
    return whole
  }

  /** A new item, which is not stored yet. */
  function fresh(
    operation: ApiOperation,
    resource: Resource,
    sent: JsonObject,
    request: PlacedRequest,
    collection: string,
  ): Fresh {
    const target = seenIn(resource, operation)
    const view = target?.view ?? {}
    const known = {
      ...request.path,
      ...repeated(operation, resource, collection, view),
      ...parentReferences(graph, resource, collection, view),
      ...nextNumber(document, resource, view, store.all(collection)),
    }
    const made = newItem(maker, operation, resource, sent, known, target, originOf(request))
    const id = String(made[resource.idMember])
    if (store.get(collection, id) !== undefined && declares(operation, 409))
      throw new Refusal(409, `There is a ${lastWord(resource)} ${id} already.`, {
        hint: /CONFLICT|exists|TAKEN/i,
      })
    requireFree(operation, sent, store.all(collection))
    return { id, item: finished(operation, resource, { sent, item: made, collection }, target), collection }
  }

  /** Items of a collection below that are sent within their parent: `POST /datasets {"items": […]}`. */
  function childrenOf(resource: Resource, sent: JsonObject, request: PlacedRequest, parent: Fresh): Fresh[] {
    return graph.resources.flatMap((child) => {
      const entries = sent[lastSegment(child.collection)]
      const isBelow = child.collection === `${resource.item}/${lastSegment(child.collection)}`
      if (!isBelow || !isMade(child) || child.create === undefined || !Array.isArray(entries)) return []
      const path = { ...request.path, [resource.parameter]: parent.id }
      const collection = filledIn(child.collection, path)
      const one = makingOf(maker, graph, child.create)?.one ?? child.create
      return entries
        .filter(isObject)
        .map((entry) => fresh(one, child, entry, { ...request, path }, collection))
    })
  }

  const keep = (all: readonly Fresh[]) => {
    for (const { collection, id, item } of all) store.put(collection, id, item)
  }

  return {
    createdSeveral(_, { resource, member, one }, request) {
      const { body } = request
      const entries = member === '' ? body : isObject(body) ? body[member] : undefined
      const collection = request.concrete.split('/').slice(0, resource.collection.split('/').length).join('/')
      const made = (Array.isArray(entries) ? entries : []).map((entry) =>
        fresh(one, resource, isObject(entry) ? entry : {}, request, collection),
      )
      keep(made)
      return made
    },

    created(operation, resource, request, collection) {
      const sent = given(operation, resource, request)
      const made = fresh(operation, resource, sent, request, collection)
      keep([made, ...childrenOf(resource, sent, request, made)])
      const { id, item } = made
      const answer = present(operation, { resource, item, path: request.path })
      const declared = Object.keys((responseFor(operation, answer.status)?.node.headers ?? {}) as JsonObject)
      const location = declared.find((name) => /^location$/i.test(name))
      const own = maker.pathTo(resource.item, { ...request.path, [resource.parameter]: id })
      const place =
        request.prefix + (resource.parameter === '' ? `${collection}/${encodeURIComponent(id)}` : own)
      return {
        ...answer,
        headers: { ...answer.headers, ...(location !== undefined && { [location]: place }) },
      }
    },

    changed(operation, resource, request) {
      const before = find(resource, request.concrete)
      if (before === undefined) throw missing(resource)
      requireMatch(operation, { resource, item: before, path: request.path }, request.headers)
      const target = seenIn(resource, operation)
      const wanted = given(operation, resource, request)
      const sent = patchSent(document, target?.view ?? {}, before, wanted, request.headers)
      const { collection, id } = placeOf(resource, request.concrete)
      requireFree(operation, { ...before, ...sent }, store.all(collection), before)
      const after = changedItem(maker, operation, resource, before, sent, target)
      carry(before, after)
      const item = finished(operation, resource, { sent, item: after, collection }, target)
      carry(before, item)
      store.put(collection, id, item)
      return present(operation, { resource, item, path: request.path })
    },

    put(operation, resource, request) {
      const { concrete } = request
      const [collection, id] = [collectionIn(resource, concrete), idIn(resource, concrete)]
      const sent = given(operation, resource, request)
      const target = seenIn(resource, operation)
      const references = parentReferences(graph, resource, collection, target?.view ?? {})
      const known = { ...request.path, ...references, [resource.idMember]: id }
      const made = newItem(maker, operation, resource, sent, known, target, originOf(request))
      const item = finished(operation, resource, { sent, item: made, collection }, target)
      store.put(collection, id, item)
      const status = operation.successes.includes(201) ? 201 : successOf(operation)
      return present(operation, { resource, item, path: request.path }, status)
    },

    async removed(operation, resource, request, template) {
      const item = find(resource, request.concrete)
      if (item === undefined) throw missing(resource)
      requireMatch(operation, { resource, item, path: request.path }, request.headers)
      const { collection, id } = placeOf(resource, request.concrete)
      store.delete(collection, id)
      if (!isMade(resource)) store.put(collection + GONE, id, {})
      if (operation.successes.length === 0) return { status: successOf(operation), headers: {} }
      const answer = await template()
      if (!isObject(answer.body as Json)) return answer
      // What a delete answers: the item where its schema allows that, else the template.
      const target = targetFor(operation, resource)
      return target !== undefined && target.faults(item).length === 0
        ? { ...answer, body: target.whole(item) }
        : answer
    },
  }
}
