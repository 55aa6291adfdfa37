/**
 * The stateful mock: what is posted is kept, read, listed, changed and deleted. Which operation does which of these is
 * found from paths, links and names; an operation that does none of them is answered without state, unless an item
 * on its path is not there.
 */
import { createHash } from 'node:crypto'
import { type ApiOperation, declares, successSchema } from '../../conformance/api/api.ts'
import { findResources, listItemSchema, listMember, type Resource } from '../../conformance/api/resources.ts'
import { validatorOf } from '../../conformance/validators.ts'
import { isObject, type Json, type JsonObject, responseFor } from '../../contract/index.ts'
import { type HttpAnswer, Refusal } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { mediaOf } from '../samples.ts'
import { changeSeveral } from './batches.ts'
import { changedItem, exampleOf, type Maker, newItem, shownAs } from './items.ts'
import { createCursorSigner, pageOf } from './lists.ts'
import { createStore } from './store.ts'

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

export function createState(maker: Maker): State {
  const { api } = maker
  const graph = findResources(api)
  const store = createStore()
  const signer = createCursorSigner()
  const etagOf = (item: JsonObject) =>
    `"${createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 22)}"`

  const has = (operation: ApiOperation, status: number) => declares(operation, status)
  const missing = (resource: Resource) =>
    new Refusal(404, `There is no such ${lastWord(resource)}.`, { hint: /NOT_FOUND/i })

  /** Every item that the path goes through must be there. */
  function requireParents(path: string, concrete: string, itself: boolean): void {
    for (const resource of graph.alongPath(path)) {
      if (!itself && resource.item === path) continue
      if (resource.create === undefined && resource.put === undefined) continue
      if (find(resource, concrete) === undefined) throw missing(resource)
    }
  }
  const collectionIn = (resource: Resource, concrete: string) =>
    concrete.split('/').slice(0, resource.collection.split('/').length).join('/')
  const idIn = (resource: Resource, concrete: string) =>
    decodeURIComponent(concrete.split('/')[resource.collection.split('/').length] ?? '')
  const find = (resource: Resource, concrete: string) =>
    store.get(collectionIn(resource, concrete), idIn(resource, concrete))

  function headersFor(operation: ApiOperation, status: number, item: JsonObject): Record<string, string> {
    const declared = Object.keys((responseFor(operation, status)?.node.headers ?? {}) as JsonObject)
    return declared.some((name) => /^etag$/i.test(name)) ? { ETag: etagOf(item) } : {}
  }

  function requireMatch(operation: ApiOperation, item: JsonObject, headers: Record<string, string>): void {
    const wanted = headers['if-match']
    if (wanted === undefined || wanted === '*' || !has(operation, 412)) return
    if (
      !wanted
        .split(',')
        .map((one) => one.trim())
        .includes(etagOf(item))
    )
      throw new Refusal(412, `The item is ${etagOf(item)} by now; received If-Match: ${wanted}.`, {
        hint: /PRECONDITION/i,
      })
  }

  const successOf = (operation: ApiOperation) => operation.successes[0] ?? 200

  function created(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    collection: string,
  ): HttpAnswer {
    const { path, body } = request
    const example = exampleOf(api, operation) ?? exampleOf(api, resource.read ?? operation)
    const item = newItem(maker, operation, resource, body, pathMembers(path), example)
    const id = String(item[resource.idMember] ?? '')
    if (id === '') return { status: successOf(operation), headers: {}, body: item }
    if (store.get(collection, id) !== undefined && has(operation, 409))
      throw new Refusal(409, `There is a ${lastWord(resource)} ${id} already.`, {
        hint: /CONFLICT|exists|TAKEN/i,
      })
    store.put(collection, id, item)
    const status = successOf(operation)
    const declared = Object.keys((responseFor(operation, status)?.node.headers ?? {}) as JsonObject)
    const location = declared.find((name) => /^location$/i.test(name))
    return {
      status,
      headers: {
        ...headersFor(operation, status, item),
        ...(location !== undefined && {
          [location]: `${request.prefix}${collection}/${encodeURIComponent(id)}`,
        }),
      },
      body: item,
    }
  }

  function shown(
    operation: ApiOperation,
    resource: Resource,
    concrete: string,
    headers: Record<string, string>,
  ): HttpAnswer {
    const item = find(resource, concrete)
    if (item === undefined) throw missing(resource)
    const status = successOf(operation)
    const etag = headersFor(operation, status, item)
    if (etag.ETag !== undefined && headers['if-none-match'] === etag.ETag && has(operation, 304))
      return { status: 304, headers: etag }
    return { status, headers: etag, body: shownAs(maker, successSchema(api, operation)?.schema, item) }
  }

  function changed(operation: ApiOperation, resource: Resource, request: PlacedRequest): HttpAnswer {
    const before = find(resource, request.concrete)
    if (before === undefined) throw missing(resource)
    requireMatch(operation, before, request.headers)
    // The path names the item, whatever the body says.
    const id = before[resource.idMember]
    const sent =
      isObject(request.body) && id !== undefined ? { ...request.body, [resource.idMember]: id } : request.body
    const item = changedItem(maker, operation, before, sent)
    store.put(collectionIn(resource, request.concrete), idIn(resource, request.concrete), item)
    const status = successOf(operation)
    return {
      status,
      headers: headersFor(operation, status, item),
      ...(hasBody(operation, status) && { body: item }),
    }
  }

  const hasBody = (operation: ApiOperation, status: number) => {
    const response = responseFor(operation, status)
    return response !== undefined && mediaOf(response).length > 0
  }

  async function removed(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    template: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const item = find(resource, request.concrete)
    if (item === undefined) throw missing(resource)
    requireMatch(operation, item, request.headers)
    store.delete(collectionIn(resource, request.concrete), idIn(resource, request.concrete))
    const answer = await template()
    const own = answer.body !== undefined && isObject(answer.body) && validatorOf(api.document, 'answer')
    return own ? { ...answer, body: fitting(operation, answer, item) } : answer
  }

  /** What a delete answers: the item where its schema allows that, else the template. */
  function fitting(operation: ApiOperation, answer: HttpAnswer, item: JsonObject): unknown {
    const response = responseFor(operation, answer.status)
    const [media] = response === undefined ? [] : mediaOf(response)
    return media !== undefined && validatorOf(api.document, 'answer')(media.pointer, item).length === 0
      ? item
      : answer.body
  }

  async function listed(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    template: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const frame = await template()
    const collection = collectionIn(resource, request.concrete)
    const items = store.all(collection).map((item) => shownAs(maker, listItemSchema(api, operation), item))
    const body = pageOf(
      api,
      operation,
      items,
      request.query,
      (frame.body ?? {}) as Json,
      resource.idMember,
      signer,
    )
    return { ...frame, body }
  }

  /** A resource that only the server makes, such as a catalogue: there is what the example of its list shows. */
  async function fixed(
    operation: ApiOperation,
    request: PlacedRequest,
    template: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer | undefined> {
    const resource = graph.resources.find(
      (one) => (one.item === operation.path || one.list === operation) && one.parent === undefined,
    )
    if (resource?.list === undefined || operation.method !== 'GET' || !/^[^{]*$/.test(resource.collection))
      return undefined
    const member = listMember(api, resource.list) ?? ''
    const list = exampleOf(api, resource.list)
    const shownItems = isObject(list) ? list[member] : list
    for (const item of Array.isArray(shownItems) ? shownItems.filter(isObject) : [])
      store.put(resource.collection, String(item[resource.idMember]), item)
    if (store.all(resource.collection).length === 0) return undefined
    if (resource.list === operation) return listed(operation, resource, request, template)
    return shown(operation, resource, request.concrete, request.headers)
  }

  /** A resource that is there once, such as one's own account: read and changed at a path without a variable at its end. */
  function single(operation: ApiOperation, request: PlacedRequest): HttpAnswer | undefined {
    const at = (method: string) =>
      api.operations.find((one) => one.path === operation.path && one.method === method)
    const read = at('GET')
    const change = at('PATCH') ?? at('PUT')
    if (read === undefined || change === undefined || listMember(api, read) !== undefined) return undefined
    if (operation !== read && operation !== change) return undefined
    const example = store.get(request.concrete, '') ?? exampleOf(api, read)
    if (!isObject(example)) return undefined
    const status = successOf(operation)
    if (operation === change) requireMatch(operation, example, request.headers)
    const item = operation === change ? changedItem(maker, operation, example, request.body) : example
    store.put(request.concrete, '', item)
    return {
      status,
      headers: headersFor(operation, status, item),
      ...(hasBody(operation, status) && { body: item }),
    }
  }

  async function answer(
    operation: ApiOperation,
    request: PlacedRequest,
    template: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer | undefined> {
    const { path, method } = operation
    const { concrete } = request
    const own = graph.resources.find(
      (one) => one.item === path && (one.create !== undefined || one.put !== undefined),
    )
    const collected = graph.resources.find(
      (one) => one.collection === path && (one.create !== undefined || one.put !== undefined),
    )
    const made = graph.resources.find((one) => one.create === operation)
    requireParents(path, concrete, false)
    if (made !== undefined) {
      const collection = made.collection === path ? concrete : fill(made.collection, request.path)
      return created(operation, made, request, collection)
    }
    if (collected?.list === operation) return listed(operation, collected, request, template)
    if (collected !== undefined && (method === 'DELETE' || method === 'PATCH'))
      return changeSeveral(maker, store, operation, collected, request, template)
    if (own === undefined) return (await fixed(operation, request, template)) ?? single(operation, request)
    if (method === 'GET') return shown(operation, own, concrete, request.headers)
    if (method === 'DELETE') return removed(operation, own, request, template)
    if (own.put === operation && find(own, concrete) === undefined) {
      const known = { ...pathMembers(request.path), [own.idMember]: idIn(own, concrete) }
      const item = newItem(
        maker,
        operation,
        own,
        { ...(isObject(request.body) ? request.body : {}), ...known },
        known,
        exampleOf(api, operation),
      )
      store.put(collectionIn(own, concrete), idIn(own, concrete), item)
      const status = operation.successes.includes(201) ? 201 : successOf(operation)
      return {
        status,
        headers: headersFor(operation, status, item),
        ...(hasBody(operation, status) && { body: item }),
      }
    }
    if (method === 'PATCH' || method === 'PUT') return changed(operation, own, request)
    return undefined
  }

  return { answer, reset: () => store.clear(), resources: graph.resources }
}

const lastWord = ({ parameter }: Resource): string => parameter.replace(/_?id$/i, '') || 'item'

/** The members that the path's variables give: `promptId` of the path is `promptId` of the item. */
const pathMembers = (path: Record<string, string>): JsonObject => ({ ...path })

const fill = (template: string, path: Record<string, string>): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
