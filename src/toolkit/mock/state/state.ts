/**
 * The stateful mock: what is posted is kept, read, listed, changed and deleted. Which operation does which of these is
 * found from paths, links and names; an operation that does none of them is answered without state, unless an item
 * on its path is not there.
 */
import { type ApiOperation, declares } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import type { HttpAnswer } from '../../requests/exchange.ts'
import { filledIn } from '../../requests/path.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { createBatches, type Making, makingOf } from './batches.ts'
import { actedOn, createTargets, keptResources } from './graph.ts'
import { isMade } from './homes.ts'
import { createKept, idIn, missing } from './kept.ts'
import { createListing } from './listing.ts'
import { keysInSegments } from './parenthesized.ts'
import { createParentMaps } from './parentMaps.ts'
import { createPresenter } from './presenter.ts'
import { seed } from './seeding.ts'
import { createSingles } from './singles.ts'
import { createStore } from './store.ts'
import { type Maker, sentItem } from './targets.ts'
import { contradictedBy, isWrite, namedInBody, notStored } from './unstored.ts'
import { createWrites, type Template } from './writes.ts'

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

/** @param seeded whether it begins with the items that the document shows */
export function createState(given: Omit<Maker, 'pathTo'>, seeded = false): State {
  const keys = keysInSegments(given.api)
  const maker: Maker = { ...given, api: keys.api, pathTo: keys.pathTo }
  const { document } = maker.api
  const graph = keptResources(maker)
  const targets = createTargets(maker)
  const { targetFor } = targets
  const store = createStore()
  const kept = createKept(maker, graph, targets, store)
  const { find, requireParents } = kept
  const presenter = createPresenter(maker, graph, targets, store)
  const { present } = presenter
  const { listed, listedAsShown } = createListing(maker, targets, presenter, store, graph, kept)
  const { changeSeveral, listing } = createBatches(maker, targets, presenter, store)
  const single = createSingles(maker, targets, presenter, store)
  const writes = createWrites(maker, graph, targets, store, kept, presenter)
  const parentMap = createParentMaps(maker, graph, targets, store, kept, presenter)

  function shown(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpAnswer {
    const item = find(resource, request.concrete)
    if (item === undefined) throw missing(resource)
    const answer = present(operation, { resource, item, path: request.path })
    const { ETag } = answer.headers
    if (ETag !== undefined && request.headers['if-none-match'] === ETag && declares(operation, 304))
      return { status: 304, headers: { ETag } }
    return answer
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
    const concrete = kept.canonical(operation.path, placed.concrete)
    const request = { ...placed, concrete }
    requireParents(operation.path, concrete)
    if (request.unread !== undefined && isWrite(operation))
      throw notStored(operation, `it reads JSON and forms only and received ${request.unread}.`)
    const carried = await carryOut(operation, request, template)
    if (carried !== undefined || !isWrite(operation)) return carried
    const reason = contradictedBy(maker.api, graph, operation)
    if (reason !== undefined) throw notStored(operation, reason)
    return undefined
  }

  async function carryOut(
    operation: ApiOperation,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpAnswer | undefined> {
    const { path, method } = operation
    const { concrete } = request
    const entry = await parentMap(operation, request, template)
    if (entry !== undefined) return entry
    const several = makingSeveral(operation)
    if (several !== undefined) {
      const items = writes.createdSeveral(operation, several, request).map(({ item }) => item)
      const { resource, member, isListed } = several
      const [item] = items
      return !isListed && item !== undefined
        ? present(operation, { resource, item, path: request.path })
        : listing(operation, resource, items, request, template, member)
    }
    const made = graph.madeBy(operation)
    if (made !== undefined) {
      const here = graph.placesOf(made).includes(path)
      const collection = here ? concrete : filledIn(made.collection, request.path)
      return writes.created(operation, made, request, collection)
    }
    const inList = graph.listedBy(operation)
    if (inList !== undefined)
      return isMade(inList)
        ? listed(operation, inList, request, template)
        : listedAsShown(operation, inList, request, template)
    const collected = graph.resources.find((one) => one.collection === path)
    if (collected !== undefined && isMade(collected) && (method === 'DELETE' || method === 'PATCH')) {
      const changedSeveral = await changeSeveral(operation, collected, request, template)
      if (changedSeveral !== undefined) return changedSeveral
    }
    const named = namedInBody(maker.api, graph, operation)
    if (named !== undefined) {
      const id = sentItem(document, operation, named, request.body)[named.idMember]
      const item = `${concrete}/${encodeURIComponent(String(id ?? ''))}`
      return writes.changed(operation, named, { ...request, concrete: item })
    }
    const own = graph.resources.find((one) => one.item === path)
    const acted = own === undefined ? actedResource(operation) : undefined
    if (acted !== undefined) return writes.changed(operation, acted, request)
    if (own === undefined) return single(operation, request, template)
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
    if (method === 'DELETE') return writes.removed(operation, own, request, template)
    if (own.put === operation && find(own, concrete) === undefined) return writes.put(operation, own, request)
    if (['PATCH', 'PUT', 'POST'].includes(method)) return writes.changed(operation, own, request)
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
