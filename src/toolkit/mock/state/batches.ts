/** The batch forms of a collection. */
import type { ApiOperation } from '../../model/api.ts'
import { listItems, listPlace } from '../../model/listPlace.ts'
import type { Resource } from '../../model/resources.ts'
import { normal } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { withValueAt } from '../../openapi/pointer.ts'
import { type HttpAnswer, refusedField } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { membersOf, viewOf } from '../../schema/view.ts'
import { patchSent } from './bodies.ts'
import type { KeptGraph, Targets } from './graph.ts'
import { isMade, nameOf, thingOf } from './homes.ts'
import { changedItem } from './items.ts'
import type { Presenter } from './presenter.ts'
import type { Store } from './store.ts'
import { listTargetOf, type Maker, type Target, viewWithForms } from './targets.ts'

/** An operation that makes several things, and how it makes one of them. */
export interface Making {
  resource: Resource
  /** The list in the body; '' where the body is the list. */
  member: string
  /** The operation with the schema of one thing as its body. */
  one: ApiOperation
  /** Whether the response lists the new items; otherwise it shows the first. */
  isListed: boolean
}

const SEVERAL = /^[/:]_?[a-z]*(batch|bulk|many|multiple|import)[a-z]*$/i

/** `POST /things {"items": […]}` or `POST /things/batch`, answered with a list; undefined where it makes one thing. */
export function makingOf({ api }: Maker, graph: KeptGraph, operation: ApiOperation): Making | undefined {
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
        (SEVERAL.test(path.slice(one.collection.length)) ||
          (isOfThings(one) && /^\/[^/{}]+$/.test(path.slice(one.collection.length))))),
  )
  if (first === undefined || others.length > 0 || resource === undefined || !isMade(resource))
    return undefined
  // An order that has lines is one thing, and answers a list of others.
  const answered = listPlace(api, operation) && nameOf(listItems(api, operation))
  const isListed = answered !== undefined && answered === thingOf(api, { ...resource, create: undefined })
  if (!isListed && !isOfThings(resource)) return undefined
  const one = { ...operation, body: { ...body, schema: first[1] } }
  return { resource, member: first[0], one, isListed }
}

/** Several at once: `PATCH /things {"things": [{"id": …}]}` and `DELETE /things?id=…`, all or none. */
export function createBatches(maker: Maker, { targetFor }: Targets, presenter: Presenter, store: Store) {
  const { api } = maker
  const targets = new Map<ApiOperation, Target | undefined>()
  /** Where the changed items stand in the answer. */
  function targetIn(operation: ApiOperation): Target | undefined {
    if (!targets.has(operation)) targets.set(operation, listTargetOf(maker, operation))
    return targets.get(operation)
  }

  /** The answer that lists the items. */
  async function listing(
    operation: ApiOperation,
    resource: Resource,
    items: readonly JsonObject[],
    request: PlacedRequest,
    template: () => Promise<HttpAnswer>,
    otherwise: string,
  ): Promise<HttpAnswer> {
    const frame = await template()
    const target = targetIn(operation)
    const shown = items.map(
      (item) => (target && presenter.show(target, { resource, item, path: request.path })) ?? item,
    )
    const place = listPlace(api, operation) ?? [otherwise]
    const body = isObject(frame.body as Json) ? withValueAt(frame.body as JsonObject, place, shown) : shown
    return { ...frame, body }
  }

  async function changeSeveral(
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    template: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer | undefined> {
    const collection = request.concrete
    if (operation.method === 'DELETE') {
      const [ids] = Object.entries(request.query)
        .filter(([name]) => /^ids?$/.test(normal(name)))
        .map(([, value]) => [value].flat().map(String))
      if (ids === undefined) return undefined
      const unknown = ids.findIndex((id) => store.get(collection, id) === undefined)
      if (unknown >= 0)
        throw refusedField(`query.id[${unknown}]`, `received ${ids[unknown]}; expected an item that is there`)
      for (const id of ids) store.delete(collection, id)
      return template()
    }
    const [sentMember, entries] =
      Object.entries(isObject(request.body) ? request.body : {}).find(([, value]) => Array.isArray(value)) ??
      []
    const { update } = resource
    if (sentMember === undefined || !Array.isArray(entries) || update === undefined) return undefined
    const changed = new Map<string, JsonObject>()
    const changes = entries.map((entry, index) => {
      const id = isObject(entry) ? String(entry[resource.idMember]) : ''
      const before = changed.get(id) ?? store.get(collection, id)
      const field = `${sentMember}[${index}].${resource.idMember}`
      if (before === undefined)
        throw refusedField(field, 'received an unknown item; expected one that is there')
      const target = resource.read && targetFor(resource.read, resource)
      const given = isObject(entry) ? entry : {}
      const sent = patchSent(api.document, target?.view ?? {}, before, given, request.headers)
      const item = changedItem(maker, update, resource, before, sent, target)
      presenter.carry(before, item)
      changed.set(id, item)
      return item
    })
    for (const item of changes) store.put(collection, String(item[resource.idMember]), item)
    return listing(operation, resource, changes, request, template, sentMember)
  }
  return { changeSeveral, listing }
}
