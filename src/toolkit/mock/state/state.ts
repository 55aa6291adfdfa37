/**
 * The stateful mock: what is posted is kept, read, listed, changed and deleted. Which operation does which of these is
 * found from paths, links and names; an operation that does none of them is answered without state, unless an item
 * on its path is not there.
 */
import { type ApiOperation, declares } from '../../conformance/api/api.ts'
import type { Resource } from '../../conformance/api/resources.ts'
import { isObject, type Json, type JsonObject, responseFor } from '../../contract/index.ts'
import { type HttpAnswer, originOf, Refusal } from '../../requests/exchange.ts'
import { filledIn } from '../../requests/path.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { createBatches, type Making, makingOf } from './batches.ts'
import { patchSent } from './bodies.ts'
import { actedOn, createTargets, keptResources } from './graph.ts'
import { isMade } from './homes.ts'
import { changedItem, newItem } from './items.ts'
import { collectionIn, createKept, GONE, idIn, lastWord, missing } from './kept.ts'
import { createListing } from './listing.ts'
import { keysInSegments } from './parenthesized.ts'
import { createPresenter, successOf } from './presenter.ts'
import { seed } from './seeding.ts'
import { createSingles } from './singles.ts'
import { createStore } from './store.ts'
import { type Maker, sentItem } from './targets.ts'

export interface State {
  /**
   * Answers by the state.
   * @param template answers as the stateless mock would, for headers and for what surrounds a list
   * @returns undefined when the operation has nothing to do with kept items
   */
  answer(
    operation: ApiOperation,
    request: PlacedRequest,
    template: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer | undefined>
  reset(): void
  resources: Resource[]
}

type Template = () => Promise<HttpAnswer>

/** @param seeded whether it begins with the items that the document shows */
export function createState(given: Omit<Maker, 'pathTo'>, seeded = false): State {
  const keys = keysInSegments(given.api)
  const maker: Maker = { ...given, api: keys.api, pathTo: keys.pathTo }
  const { document } = maker.api
  const graph = keptResources(maker)
  const targets = createTargets(maker)
  const { targetFor, seenIn } = targets
  const store = createStore()
  const kept = createKept(maker, graph, targets, store)
  const { find, placeOf, requireParents } = kept
  const presenter = createPresenter(maker, graph, targets, store)
  const { present, requireMatch, carry } = presenter
  const { listed, listedAsShown } = createListing(maker, targets, presenter, store, graph, kept)
  const { changeSeveral, listing } = createBatches(maker, targets, presenter, store)
  const single = createSingles(maker, targets, presenter, store)

  /** A new item, which is not kept yet. */
  function fresh(
    operation: ApiOperation,
    resource: Resource,
    sent: JsonObject,
    request: PlacedRequest,
    collection: string,
  ): { id: string; item: JsonObject } {
    const target = seenIn(resource, operation)
    const item = newItem(maker, operation, resource, sent, request.path, target, originOf(request))
    const id = String(item[resource.idMember])
    if (store.get(collection, id) !== undefined && declares(operation, 409))
      throw new Refusal(409, `There is a ${lastWord(resource)} ${id} already.`, {
        hint: /CONFLICT|exists|TAKEN/i,
      })
    return { id, item }
  }

  /** Several new items, all or none. */
  function createdSeveral(
    operation: ApiOperation,
    { resource, member, one }: Making,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpAnswer> {
    const { body } = request
    const entries = member === '' ? body : isObject(body) ? body[member] : undefined
    const collection = request.concrete.split('/').slice(0, resource.collection.split('/').length).join('/')
    const made = (Array.isArray(entries) ? entries : []).map((entry) =>
      fresh(one, resource, isObject(entry) ? entry : {}, request, collection),
    )
    for (const { id, item } of made) store.put(collection, id, item)
    const items = made.map(({ item }) => item)
    return listing(operation, resource, items, request, template, member)
  }

  function created(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    collection: string,
  ): HttpAnswer {
    const sent = sentItem(document, operation, resource, request.body)
    const { id, item } = fresh(operation, resource, sent, request, collection)
    store.put(collection, id, item)
    const answer = present(operation, { resource, item, path: request.path })
    const declared = Object.keys((responseFor(operation, answer.status)?.node.headers ?? {}) as JsonObject)
    const location = declared.find((name) => /^location$/i.test(name))
    const own = maker.pathTo(resource.item, { ...request.path, [resource.parameter]: id })
    const place =
      request.prefix + (resource.parameter === '' ? `${collection}/${encodeURIComponent(id)}` : own)
    return { ...answer, headers: { ...answer.headers, ...(location !== undefined && { [location]: place }) } }
  }

  function shown(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpAnswer {
    const item = find(resource, request.concrete)
    if (item === undefined) throw missing(resource)
    const answer = present(operation, { resource, item, path: request.path })
    const { ETag } = answer.headers
    if (ETag !== undefined && request.headers['if-none-match'] === ETag && declares(operation, 304))
      return { status: 304, headers: { ETag } }
    return answer
  }

  function changed(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpAnswer {
    const before = find(resource, request.concrete)
    if (before === undefined) throw missing(resource)
    requireMatch(operation, { resource, item: before, path: request.path }, request.headers)
    const target = seenIn(resource, operation)
    const given = sentItem(document, operation, resource, request.body)
    const sent = patchSent(document, target?.view ?? {}, before, given, request.headers)
    const item = changedItem(maker, operation, resource, before, sent, target)
    carry(before, item)
    const { collection, id } = placeOf(resource, request.concrete)
    store.put(collection, id, item)
    return present(operation, { resource, item, path: request.path })
  }

  async function removed(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpAnswer> {
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
  }

  /** The resource that an action such as `POST /orders/{id}/cancel` is about; found once for each operation. */
  const acting = new Map<ApiOperation, Resource | undefined>()
  function actedResource(operation: ApiOperation): Resource | undefined {
    if (!acting.has(operation)) acting.set(operation, actedOn(maker, graph, targetFor, operation))
    return acting.get(operation)
  }

  const making = new Map<ApiOperation, Making | undefined>()
  function makingSeveral(operation: ApiOperation): Making | undefined {
    if (!making.has(operation)) making.set(operation, makingOf(maker, graph, operation))
    return making.get(operation)
  }

  async function answer(
    asked: ApiOperation,
    sent: PlacedRequest,
    template: Template,
  ): Promise<HttpAnswer | undefined> {
    const { operation, request: placed } = keys.inSegments(asked, sent)
    const { path, method } = operation
    const concrete = kept.canonical(path, placed.concrete)
    const request = { ...placed, concrete }
    requireParents(path, concrete)
    const several = makingSeveral(operation)
    if (several !== undefined) return createdSeveral(operation, several, request, template)
    const made = graph.madeBy(operation)
    if (made !== undefined) {
      const here = graph.placesOf(made).includes(path)
      const collection = here ? concrete : filledIn(made.collection, request.path)
      return created(operation, made, request, collection)
    }
    const inList = graph.listedBy(operation)
    if (inList !== undefined)
      return isMade(inList)
        ? listed(operation, inList, request, template)
        : listedAsShown(operation, inList, request, template)
    const collected = graph.resources.find((one) => one.collection === path)
    if (collected !== undefined && isMade(collected) && (method === 'DELETE' || method === 'PATCH'))
      return changeSeveral(operation, collected, request, template)
    const own = graph.resources.find((one) => one.item === path)
    const acted = own === undefined ? actedResource(operation) : undefined
    if (acted !== undefined) return changed(operation, acted, request)
    if (own === undefined) return single(operation, request)
    if (!isMade(own) && own.update === undefined && own.delete === undefined) {
      // A catalogue: there is what the example of its list shows.
      if (method !== 'GET' || own.list === undefined || own.collection.includes('{')) return undefined
      const all = { ...request, concrete: own.collection, query: {} }
      const any = await listedAsShown(own.list, own, all, template)
      if (any === undefined) return undefined
      const item = store.get(own.collection, idIn(own, concrete))
      if (item === undefined) throw missing(own)
      return present(operation, { resource: own, item, path: request.path })
    }
    if (method === 'GET') return shown(operation, own, request)
    if (method === 'DELETE') return removed(operation, own, request, template)
    if (own.put === operation && find(own, concrete) === undefined) {
      const known = { ...request.path, [own.idMember]: idIn(own, concrete) }
      const sent = sentItem(document, operation, own, request.body)
      const item = newItem(maker, operation, own, sent, known, seenIn(own, operation), originOf(request))
      store.put(collectionIn(own, concrete), idIn(own, concrete), item)
      const status = operation.successes.includes(201) ? 201 : successOf(operation)
      return present(operation, { resource: own, item, path: request.path }, status)
    }
    if (['PATCH', 'PUT', 'POST'].includes(method)) return changed(operation, own, request)
    return undefined
  }

  const begin = () => {
    if (seeded) seed(maker, graph, targets, store)
  }
  begin()
  return {
    answer,
    reset() {
      store.clear()
      begin()
    },
    resources: graph.resources,
  }
}
