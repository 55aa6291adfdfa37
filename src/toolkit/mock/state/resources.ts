/**
 * The stateful mock: what is posted is kept, read, listed, changed and deleted. Which operation does which of these is
 * found from paths, links and names; an operation that does none of them is answered without state, unless an item
 * on its path is not there.
 */
import { createHash } from 'node:crypto'
import { type ApiOperation, declares } from '../../conformance/api/api.ts'
import { listMember, type Resource } from '../../conformance/api/resources.ts'
import { isObject, type Json, type JsonObject, responseFor } from '../../contract/index.ts'
import { type HttpAnswer, Refusal } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { mediaOf } from '../samples.ts'
import { changeSeveral } from './batches.ts'
import { patchSent } from './bodies.ts'
import { actedOn, createTargets, keptResources } from './graph.ts'
import { changedItem, newItem, shownAs } from './items.ts'
import { createCursorSigner, pageOf } from './lists.ts'
import { listHeaders } from './pages.ts'
import { createStore } from './store.ts'
import { exampleOf, type Maker, sentItem } from './targets.ts'

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

/** Identifiers of what was deleted and nobody made. */
const GONE = '#gone'

export function createState(maker: Maker): State {
  const { api } = maker
  const { document } = api
  const graph = keptResources(maker)
  const { targetFor, seenIn } = createTargets(maker)
  const store = createStore()
  const signer = createCursorSigner()
  const etagOf = (item: JsonObject) =>
    `"${createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 22)}"`

  const has = (operation: ApiOperation, status: number) => declares(operation, status)
  const missing = (resource: Resource) =>
    new Refusal(404, `There is no such ${lastWord(resource)}.`, { hint: /NOT_FOUND/i })
  /** Somebody makes these items; what nobody makes is there from the beginning. */
  const isMade = ({ create, put }: Resource) => create !== undefined || put !== undefined

  /** Every item that the path goes through must be there. */
  function requireParents(path: string, concrete: string): void {
    for (const resource of graph.alongPath(path)) {
      if (resource.item === path || !isMade(resource)) continue
      if (find(resource, concrete) === undefined) throw missing(resource)
    }
  }
  const collectionIn = (resource: Resource, concrete: string) =>
    concrete.split('/').slice(0, resource.collection.split('/').length).join('/')
  const idIn = (resource: Resource, concrete: string) =>
    decodeURIComponent(concrete.split('/')[resource.collection.split('/').length] ?? '')

  function find(resource: Resource, concrete: string): JsonObject | undefined {
    const [collection, id] = [collectionIn(resource, concrete), idIn(resource, concrete)]
    const kept = store.get(collection, id)
    if (kept !== undefined || isMade(resource)) return kept
    if (store.get(collection + GONE, id) !== undefined) return undefined
    const first = resource.read ?? resource.update ?? resource.delete ?? resource.list
    if (first === undefined) return undefined
    const item = newItem(maker, first, resource, {}, { [resource.idMember]: id }, seenIn(resource, first))
    store.put(collection, id, item)
    return item
  }

  function headersFor(operation: ApiOperation, status: number, item: JsonObject): Record<string, string> {
    const declared = Object.keys((responseFor(operation, status)?.node.headers ?? {}) as JsonObject)
    return declared.some((name) => /^etag$/i.test(name)) ? { ETag: etagOf(item) } : {}
  }

  function requireMatch(operation: ApiOperation, item: JsonObject, headers: Record<string, string>): void {
    const wanted = headers['if-match']
    if (wanted === undefined || wanted === '*' || !has(operation, 412)) return
    const all = wanted.split(',').map((one) => one.trim())
    if (!all.includes(etagOf(item)))
      throw new Refusal(412, `The item is ${etagOf(item)} by now; received If-Match: ${wanted}.`, {
        hint: /PRECONDITION/i,
      })
  }

  /** A document that declares no success is answered as HTTP would have it. */
  const successOf = ({ successes, method }: ApiOperation) => successes[0] ?? (method === 'DELETE' ? 204 : 200)

  /** The item in the answer of an operation. */
  function presented(
    operation: ApiOperation,
    resource: Resource,
    item: JsonObject,
    status = successOf(operation),
  ): HttpAnswer {
    const response = responseFor(operation, status)
    const headers = headersFor(operation, status, item)
    if (status === 204 || response === undefined || mediaOf(response).length === 0) return { status, headers }
    const target = targetFor(operation, resource)
    const shown = target && shownAs(maker, target, item, resource.idMember)
    return { status, headers, body: shown === undefined ? item : target?.whole(shown) }
  }

  function created(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    collection: string,
  ): HttpAnswer {
    const sent = sentItem(document, operation, resource, request.body)
    const item = newItem(maker, operation, resource, sent, request.path, seenIn(resource, operation))
    const id = String(item[resource.idMember])
    if (store.get(collection, id) !== undefined && has(operation, 409))
      throw new Refusal(409, `There is a ${lastWord(resource)} ${id} already.`, {
        hint: /CONFLICT|exists|TAKEN/i,
      })
    store.put(collection, id, item)
    const answer = presented(operation, resource, item)
    const declared = Object.keys((responseFor(operation, answer.status)?.node.headers ?? {}) as JsonObject)
    const location = declared.find((name) => /^location$/i.test(name))
    const place = `${request.prefix}${collection}/${encodeURIComponent(id)}`
    return { ...answer, headers: { ...answer.headers, ...(location !== undefined && { [location]: place }) } }
  }

  function shown(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpAnswer {
    const item = find(resource, request.concrete)
    if (item === undefined) throw missing(resource)
    const answer = presented(operation, resource, item)
    const { ETag } = answer.headers
    if (ETag !== undefined && request.headers['if-none-match'] === ETag && has(operation, 304))
      return { status: 304, headers: { ETag } }
    return answer
  }

  function changed(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpAnswer {
    const before = find(resource, request.concrete)
    if (before === undefined) throw missing(resource)
    requireMatch(operation, before, request.headers)
    const target = seenIn(resource, operation)
    const given = sentItem(document, operation, resource, request.body)
    const sent = patchSent(document, target?.view ?? {}, before, given, request.headers)
    const item = changedItem(maker, operation, resource, before, sent, target)
    store.put(collectionIn(resource, request.concrete), idIn(resource, request.concrete), item)
    return presented(operation, resource, item)
  }

  async function removed(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpAnswer> {
    const item = find(resource, request.concrete)
    if (item === undefined) throw missing(resource)
    requireMatch(operation, item, request.headers)
    const [collection, id] = [collectionIn(resource, request.concrete), idIn(resource, request.concrete)]
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

  async function listed(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpAnswer> {
    const frame = await template()
    const target = targetFor(operation, resource)
    const items = store.all(collectionIn(resource, request.concrete)).map((item) => {
      return (target && shownAs(maker, target, item, resource.idMember)) ?? item
    })
    const within = (around: Json) => pageOf(api, operation, items, request, around, resource.idMember, signer)
    const page = within((frame.body ?? {}) as Json)
    const { body } = target === undefined || target.allows(page.body) ? page : within(target.frame())
    return { ...frame, headers: listHeaders(api, operation, frame, page.facts), body }
  }

  /** What nobody makes is, in a list, what the example of the list shows, and what was read since. */
  async function listedAsShown(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpAnswer | undefined> {
    const collection = collectionIn(resource, request.concrete)
    const member = listMember(api, operation) ?? ''
    const list = exampleOf(api, operation)
    const items = isObject(list) ? list[member] : list
    for (const item of Array.isArray(items) ? items.filter(isObject) : []) {
      const id = String(item[resource.idMember])
      if (store.get(collection, id) === undefined && store.get(collection + GONE, id) === undefined)
        store.put(collection, id, item)
    }
    const any = store.all(collection).length > 0 || store.all(collection + GONE).length > 0
    return any ? listed(operation, resource, request, template) : undefined
  }

  /** A resource that is there once, such as one's own account: read and changed at a path without a variable at its end. */
  function single(operation: ApiOperation, request: PlacedRequest): HttpAnswer | undefined {
    const at = (method: string) =>
      api.operations.find((one) => one.path === operation.path && one.method === method)
    const read = at('GET')
    const change = at('PATCH') ?? at('PUT') ?? at('POST')
    if (read === undefined || change === undefined || listMember(api, read) !== undefined) return undefined
    if (operation !== read && operation !== change) return undefined
    const resource = singleAt(operation.path, read, change)
    const target = seenIn(resource, read)
    const before = store.get(request.concrete, '') ?? newItem(maker, read, resource, {}, request.path, target)
    if (operation === change) requireMatch(operation, before, request.headers)
    const given = sentItem(document, operation, resource, request.body)
    const sent = patchSent(document, target?.view ?? {}, before, given, request.headers)
    const item = operation === change ? changedItem(maker, operation, resource, before, sent, target) : before
    store.put(request.concrete, '', item)
    return presented(operation, resource, item)
  }
  const singles = new Map<string, Resource>()
  function singleAt(path: string, read: ApiOperation, update: ApiOperation): Resource {
    const none = { create: undefined, list: undefined, put: undefined, delete: undefined, parent: undefined }
    const known = singles.get(path) ?? {
      ...none,
      ...{ collection: path, item: path, parameter: '', idMember: '', read, update },
    }
    singles.set(path, known)
    return known
  }

  async function answer(
    operation: ApiOperation,
    request: PlacedRequest,
    template: Template,
  ): Promise<HttpAnswer | undefined> {
    const { path, method } = operation
    const { concrete } = request
    requireParents(path, concrete)
    const made = graph.resources.find((one) => one.create === operation)
    if (made !== undefined) {
      const collection = made.collection === path ? concrete : fill(made.collection, request.path)
      return created(operation, made, request, collection)
    }
    const collected = graph.resources.find((one) => one.collection === path)
    if (collected?.list === operation)
      return isMade(collected)
        ? listed(operation, collected, request, template)
        : listedAsShown(operation, collected, request, template)
    if (collected !== undefined && isMade(collected) && (method === 'DELETE' || method === 'PATCH'))
      return changeSeveral(maker, store, operation, collected, request, template)
    const own = graph.resources.find((one) => one.item === path)
    const acted = own === undefined ? actedOn(maker, graph, targetFor, operation) : undefined
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
      return presented(operation, own, item)
    }
    if (method === 'GET') return shown(operation, own, request)
    if (method === 'DELETE') return removed(operation, own, request, template)
    if (own.put === operation && find(own, concrete) === undefined) {
      const known = { ...request.path, [own.idMember]: idIn(own, concrete) }
      const sent = sentItem(document, operation, own, request.body)
      const item = newItem(maker, operation, own, sent, known, seenIn(own, operation))
      store.put(collectionIn(own, concrete), idIn(own, concrete), item)
      const status = operation.successes.includes(201) ? 201 : successOf(operation)
      return presented(operation, own, item, status)
    }
    if (['PATCH', 'PUT', 'POST'].includes(method)) return changed(operation, own, request)
    return undefined
  }

  return { answer, reset: () => store.clear(), resources: graph.resources }
}

const lastWord = ({ parameter }: Resource): string => parameter.replace(/_?id$/i, '') || 'item'

const fill = (template: string, path: Record<string, string>): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
