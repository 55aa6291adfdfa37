/** The batch forms of a collection. */
import type { ApiOperation } from '../../model/api.ts'
import { isMade, nameOf, thingOf } from '../../model/homes.ts'
import { listItems, listPlace } from '../../model/listPlace.ts'
import type { Resource } from '../../model/resources.ts'
import { isIdList, leadsTo } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { withValueAt } from '../../openapi/pointer.ts'
import { type HttpResponse, rejectedField } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { membersOf, viewOf } from '../../schema/view.ts'
import { patchSent } from './bodies.ts'
import type { StoredGraph } from './graph.ts'
import { changedItem } from './items.ts'
import type { StateParts } from './parts.ts'
import { listTargetOf, type Maker, type Target, viewWithForms } from './targets.ts'

/** An operation that creates several resources, and how it creates each of them. */
export interface Making {
  resource: Resource
  /** The property with the list in the body; '' if the body is the list. */
  member: string
  /** The operation with the schema of one resource as its body. */
  one: ApiOperation
  /** Whether the response lists the new items; otherwise it shows the first. */
  isListed: boolean
}

/** Recognizes `POST /orders {"items": […]}` and `POST /orders/batch` with a list in the response; undefined for other operations. */
export function makingOf({ api }: Maker, graph: StoredGraph, operation: ApiOperation): Making | undefined {
  const { method, path, body } = operation
  if (method !== 'POST' || body === undefined) return undefined
  const itemsOf = (schema: Json): Json | undefined => {
    const { items } = viewOf(api.document, schema)
    return membersOf(viewWithForms(api.document, items)).length > 0 ? items : undefined
  }
  const whole = itemsOf(body.schema ?? {})
  const lists = membersOf(viewOf(api.document, body.schema)).flatMap(([name, schema]): [string, Json][] => {
    const items = itemsOf(schema)
    return items === undefined ? [] : [[name, items]]
  })
  const [first, ...others] = whole === undefined ? lists : [['', whole] as const]
  const isOfThings = (resource: Resource) =>
    whole !== undefined && nameOf(whole) !== undefined && nameOf(whole) === thingOf(api, resource)
  const resource = graph.resources.find(
    (one) =>
      path === one.collection ||
      (path.startsWith(one.collection) &&
        (leadsTo('batch', path.slice(one.collection.length)) ||
          (isOfThings(one) && /^\/[^/{}]+$/.test(path.slice(one.collection.length))))),
  )
  if (first === undefined || others.length > 0 || resource === undefined || !isMade(resource))
    return undefined
  // An order with lines is one resource, even if the operation returns a list of other resources.
  const received = listPlace(api, operation) && nameOf(listItems(api, operation))
  const isListed = received !== undefined && received === thingOf(api, { ...resource, create: undefined })
  if (!isListed && !isOfThings(resource)) return undefined
  const one = { ...operation, body: { ...body, schema: first[1] } }
  return { resource, member: first[0], one, isListed }
}

/** Batch changes: `PATCH /orders {"orders": [{"id": …}]}` and `DELETE /orders?id=…`, all or nothing. */
export class Batches {
  readonly #parts: StateParts
  /** Where the changed items are in the response of each operation. */
  readonly #targets = new Map<ApiOperation, Target | undefined>()

  constructor(parts: StateParts) {
    this.#parts = parts
  }

  /**
   * The response that lists the items.
   * @param several `member` has the list where the response declares none
   */
  async listing(
    operation: ApiOperation,
    { resource, member }: Pick<Making, 'resource' | 'member'>,
    items: readonly JsonObject[],
    request: PlacedRequest,
    template: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    const { maker, presenter } = this.#parts
    const frame = await template()
    if (frame.body === undefined) return frame // declares no content
    const target = this.#targetIn(operation)
    const shown = items.map(
      (item) => (target && presenter.show(target, { resource, item, path: request.path })) ?? item,
    )
    const place = listPlace(maker.api, operation) ?? [member]
    const body = isObject(frame.body as Json) ? withValueAt(frame.body as JsonObject, place, shown) : shown
    return { ...frame, body }
  }

  /** Undefined where the request names no items. */
  async change(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    template: () => Promise<HttpResponse>,
  ): Promise<HttpResponse | undefined> {
    if (operation.method === 'DELETE') return this.#delete(request, template)
    const body = isObject(request.body) ? request.body : {}
    const [member, entries] = Object.entries(body).find(([, value]) => Array.isArray(value)) ?? []
    const { update } = resource
    if (member === undefined || !Array.isArray(entries) || update === undefined) return undefined
    const items = this.#update({ resource, member }, update, entries, request)
    return this.listing(operation, { resource, member }, items, request, template)
  }

  async #delete(
    request: PlacedRequest,
    template: () => Promise<HttpResponse>,
  ): Promise<HttpResponse | undefined> {
    const { store } = this.#parts
    const collection = request.concrete
    const [ids] = Object.entries(request.query)
      .filter(([name]) => isIdList(name))
      .map(([, value]) => [value].flat().map(String))
    if (ids === undefined) return undefined
    const unknown = ids.findIndex((id) => store.get(collection, id) === undefined)
    if (unknown >= 0)
      throw rejectedField(`query.id[${unknown}]`, `received ${ids[unknown]}; expected an item that is there`)
    for (const id of ids) store.delete(collection, id)
    return template()
  }

  #update(
    { resource, member }: Pick<Making, 'resource' | 'member'>,
    update: ApiOperation,
    entries: readonly Json[],
    { concrete: collection, headers }: PlacedRequest,
  ): JsonObject[] {
    const { maker, targets, store, presenter } = this.#parts
    const changed = new Map<string, JsonObject>()
    const items = entries.map((entry, index) => {
      const id = isObject(entry) ? String(entry[resource.idMember]) : ''
      const before = changed.get(id) ?? store.get(collection, id)
      const field = `${member}[${index}].${resource.idMember}`
      if (before === undefined)
        throw rejectedField(field, 'received an unknown item; expected one that is there')
      const target = resource.read && targets.targetFor(resource.read, resource)
      const given = isObject(entry) ? entry : {}
      const sent = patchSent(maker.api.document, target?.view ?? {}, before, given, headers)
      const item = changedItem(maker, update, resource, before, sent, target)
      presenter.carry(before, item)
      changed.set(id, item)
      return item
    })
    for (const item of items) store.put(collection, String(item[resource.idMember]), item)
    return items
  }

  #targetIn(operation: ApiOperation): Target | undefined {
    if (!this.#targets.has(operation))
      this.#targets.set(operation, listTargetOf(this.#parts.maker, operation))
    return this.#targets.get(operation)
  }
}
