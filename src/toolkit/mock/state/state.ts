/**
 * The stateful mock stores created resources, which clients can read, list, change and delete. It infers the role of each
 * operation from paths, links and names. Other operations get stateless responses, or 404 if an item on their path does
 * not exist.
 */
import { type ApiOperation, declares } from '../../model/api.ts'
import { isMade } from '../../model/homes.ts'
import type { Resource } from '../../model/resources.ts'
import { statedInvariants } from '../../model/statedInvariants.ts'
import type { JsonObject } from '../../openapi/document.ts'
import type { HttpResponse } from '../../requests/exchange.ts'
import { filledIn } from '../../requests/path.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { createRandom, seedFor } from '../../schema/values/random.ts'
import { Batches, type Making, makingOf } from './batches.ts'
import { actedOn, createTargets, storedResources } from './graph.ts'
import { createListing } from './listing.ts'
import { keysInSegments } from './parenthesized.ts'
import { ParentMaps } from './parentMaps.ts'
import type { StateParts } from './parts.ts'
import { createPresenter } from './presenter.ts'
import { seed } from './seeding.ts'
import { createSingles } from './singles.ts'
import { createStore } from './store.ts'
import { createStored, idIn, missing } from './stored.ts'
import { type Maker, sentItem } from './targets.ts'
import { contradictedBy, isWrite, namedInBody, notStored } from './unstored.ts'
import { type Template, Writes } from './writes.ts'

export interface State {
  /**
   * Responds from the state.
   * @param template returns the stateless response, for headers and for the properties around a list
   * @returns undefined if the operation is not about stored items
   */
  respond(
    operation: ApiOperation,
    request: PlacedRequest,
    template: () => Promise<HttpResponse>,
  ): Promise<HttpResponse | undefined>
  reset(): void
  /** The stored resources as JSON. */
  snapshot(): StateSnapshot
  /** Replaces the stored resources. Items that are created afterwards get other identifiers than those before. */
  restore(snapshot: StateSnapshot): void
  resources: Resource[]
}

/** The stored resources: JSON that a file, a link or IndexedDB can carry. */
export interface StateSnapshot {
  /** How often it was restored. */
  generation: number
  collections: [path: string, items: [id: string, item: JsonObject, generated?: JsonObject][]][]
}

interface StateSettings {
  /** Whether it begins with the items that the document shows. */
  seeded?: boolean
  seed: string
}

export const createState = (given: Omit<Maker, 'pathTo'>, settings: StateSettings): State =>
  new StoredState(given, settings)

class StoredState implements State {
  readonly resources: Resource[]
  readonly #settings: StateSettings
  readonly #keys: ReturnType<typeof keysInSegments>
  readonly #parts: StateParts
  readonly #listing
  readonly #batches: Batches
  readonly #single
  readonly #writes: Writes
  readonly #parentMaps: ParentMaps
  /** The resource that an action such as `POST /orders/{id}/cancel` is about; found once for each operation. */
  readonly #acted = new Map<ApiOperation, Resource | undefined>()
  readonly #several = new Map<ApiOperation, Making | undefined>()

  #generation = 0

  constructor(given: Omit<Maker, 'pathTo'>, settings: StateSettings) {
    this.#settings = settings
    this.#keys = keysInSegments(given.api)
    const maker: Maker = { ...given, api: this.#keys.api, pathTo: this.#keys.pathTo }
    // One that cannot be parsed stops here, and not at a request.
    statedInvariants(maker.api.document)
    const graph = storedResources(maker)
    const targets = createTargets(maker)
    const store = createStore()
    const stored = createStored(maker, graph, targets, store)
    const presenter = createPresenter(maker, graph, targets, store)
    const parts = { maker, graph, targets, store, stored, presenter }
    this.resources = graph.resources
    this.#parts = parts
    this.#listing = createListing(parts)
    this.#batches = new Batches(parts)
    this.#single = createSingles(maker, targets, presenter, store)
    this.#writes = new Writes(parts)
    this.#parentMaps = new ParentMaps(parts)
    this.#begin()
  }

  reset(): void {
    this.#parts.store.clear()
    this.#begin()
  }

  snapshot(): StateSnapshot {
    const { store, presenter } = this.#parts
    const collections = store
      .collections()
      .map((path): StateSnapshot['collections'][number] => [
        path,
        store.entries(path).map(([id, item]) => [id, item, presenter.generatedFor(item)]),
      ])
    return { generation: this.#generation, collections }
  }

  restore({ generation, collections }: StateSnapshot): void {
    const { maker, store, presenter } = this.#parts
    store.clear()
    for (const [path, items] of collections) {
      for (const [id, item, generated] of items) {
        store.put(path, id, item)
        presenter.showWith(item, generated ?? {})
      }
    }
    this.#generation = generation + 1
    maker.random.restart(createRandom(seedFor(this.#generation + 1, this.#settings.seed)))
  }

  #begin(): void {
    const { maker, graph, targets, store } = this.#parts
    if (this.#settings.seeded === true) seed(maker, graph, targets, store)
  }

  async respond(
    asked: ApiOperation,
    sent: PlacedRequest,
    template: Template,
  ): Promise<HttpResponse | undefined> {
    const { maker, graph, targets, stored } = this.#parts
    const { operation, request: placed } = this.#keys.inSegments(asked, sent)
    const concrete = stored.canonical(operation.path, placed.concrete)
    const request = { ...placed, concrete }
    stored.requireParents(operation.path, concrete)
    if (request.unread !== undefined && isWrite(operation))
      throw notStored(operation, `it reads JSON and forms only and received ${request.unread}.`)
    const carried = await this.#carryOut(operation, request, template)
    if (carried !== undefined || !isWrite(operation)) return carried
    const reason = contradictedBy(maker.api, graph, targets.targetFor, operation)
    if (reason !== undefined) throw notStored(operation, reason)
    return undefined
  }

  /** The first of these that the operation is about: an entry, several items, a collection, one item, a singleton. */
  async #carryOut(
    operation: ApiOperation,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpResponse | undefined> {
    const { maker, graph } = this.#parts
    const entry = await this.#parentMaps.respond(operation, request, template)
    if (entry !== undefined) return entry
    const several = this.#severalOf(operation)
    if (several !== undefined) return this.#createSeveral(operation, several, request, template)
    const created = graph.madeBy(operation)
    if (created !== undefined) return this.#create(operation, created, request)
    const inList = graph.listedBy(operation)
    if (inList !== undefined) return this.#list(operation, inList, request, template)
    const changed = await this.#changeSeveral(operation, request, template)
    if (changed !== undefined) return changed
    const named = namedInBody(maker.api, graph, operation)
    if (named !== undefined) return this.#changeNamed(operation, named, request)
    const own = graph.resources.find((one) => one.item === operation.path)
    if (own !== undefined) return this.#item(operation, own, request, template)
    const acted = this.#actedOf(operation)
    return acted === undefined
      ? this.#single(operation, request, template)
      : this.#writes.changed(operation, acted, request)
  }

  #create(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpResponse {
    const isHere = this.#parts.graph.placesOf(resource).includes(operation.path)
    const collection = isHere ? request.concrete : filledIn(resource.collection, request.path)
    return this.#writes.created(operation, resource, request, collection)
  }

  async #createSeveral(
    operation: ApiOperation,
    several: Making,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpResponse> {
    const items = this.#writes.createdSeveral(several, request).map(({ item }) => item)
    const { resource, isListed } = several
    const [item] = items
    return !isListed && item !== undefined
      ? this.#parts.presenter.present(operation, { resource, item, path: request.path })
      : this.#batches.listing(operation, several, items, request, template)
  }

  /** Undefined if the operation is not a batch operation on a collection. */
  async #changeSeveral(
    operation: ApiOperation,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpResponse | undefined> {
    const { path, method } = operation
    const collected = this.#parts.graph.resources.find((one) => one.collection === path)
    return collected !== undefined && isMade(collected) && (method === 'DELETE' || method === 'PATCH')
      ? this.#batches.change(operation, collected, request, template)
      : undefined
  }

  #list(operation: ApiOperation, resource: Resource, request: PlacedRequest, template: Template) {
    const { listed, listedAsShown } = this.#listing
    return isMade(resource)
      ? listed(operation, resource, request, template)
      : listedAsShown(operation, resource, request, template)
  }

  /** Changes the item whose id is in the body. */
  #changeNamed(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpResponse {
    const id = sentItem(this.#parts.maker.api.document, operation, resource, request.body)[resource.idMember]
    const concrete = `${request.concrete}/${encodeURIComponent(String(id ?? ''))}`
    return this.#writes.changed(operation, resource, { ...request, concrete })
  }

  /** Reads, changes or deletes the item at the path of the request. */
  async #item(
    operation: ApiOperation,
    own: Resource,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpResponse | undefined> {
    const { method } = operation
    if (!isMade(own) && own.update === undefined && own.delete === undefined)
      return this.#fromCatalogue(operation, own, request, template)
    if (method === 'GET') return this.#read(operation, own, request)
    if (method === 'DELETE') return this.#writes.removed(operation, own, request, template)
    if (own.put === operation && this.#parts.stored.find(own, request.concrete) === undefined)
      return this.#writes.put(operation, own, request)
    return ['PATCH', 'PUT', 'POST'].includes(method)
      ? this.#writes.changed(operation, own, request)
      : undefined
  }

  #read(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpResponse {
    const { stored, presenter } = this.#parts
    const item = stored.find(resource, request.concrete)
    if (item === undefined) throw missing(resource)
    const response = presenter.present(operation, { resource, item, path: request.path })
    const { ETag } = response.headers
    return ETag !== undefined && request.headers['if-none-match'] === ETag && declares(operation, 304)
      ? { status: 304, headers: { ETag } }
      : response
  }

  /** No operation writes these items: there are those that the example of their list shows. */
  async #fromCatalogue(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpResponse | undefined> {
    const { list, collection } = resource
    if (operation.method !== 'GET' || list === undefined || collection.includes('{')) return undefined
    const all = { ...request, concrete: collection, query: {} }
    const any = await this.#listing.listedAsShown(list, resource, all, template)
    if (any === undefined) return undefined
    const item = this.#parts.store.get(collection, idIn(resource, request.concrete))
    if (item === undefined) throw missing(resource)
    return this.#parts.presenter.present(operation, { resource, item, path: request.path })
  }

  #actedOf(operation: ApiOperation): Resource | undefined {
    const { maker, graph, targets } = this.#parts
    if (!this.#acted.has(operation))
      this.#acted.set(operation, actedOn(maker, graph, targets.targetFor, operation))
    return this.#acted.get(operation)
  }

  #severalOf(operation: ApiOperation): Making | undefined {
    const { maker, graph } = this.#parts
    if (!this.#several.has(operation)) this.#several.set(operation, makingOf(maker, graph, operation))
    return this.#several.get(operation)
  }
}
