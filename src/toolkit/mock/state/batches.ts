/** The batch forms of a collection. */
import type { ApiOperation } from '../../conformance/api/api.ts'
import { listMember, normal, type Resource } from '../../conformance/api/resources.ts'
import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import { type HttpAnswer, refusedField } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { patchSent } from './bodies.ts'
import type { Targets } from './graph.ts'
import { changedItem } from './items.ts'
import type { Presenter } from './presenter.ts'
import type { Store } from './store.ts'
import { listTargetOf, type Maker, type Target } from './targets.ts'

/** Several at once: `PATCH /things {"things": [{"id": …}]}` and `DELETE /things?id=…`, all or none. */
export function createBatches(maker: Maker, { targetFor }: Targets, presenter: Presenter, store: Store) {
  const { api } = maker
  const targets = new Map<ApiOperation, Target | undefined>()
  /** Where the changed items stand in the answer. */
  function targetIn(operation: ApiOperation): Target | undefined {
    if (!targets.has(operation)) targets.set(operation, listTargetOf(maker, operation))
    return targets.get(operation)
  }

  return async (
    operation: ApiOperation,
    resource: Resource,
    request: PlacedRequest,
    template: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer | undefined> => {
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
    const frame = await template()
    const target = targetIn(operation)
    const shown = changes.map(
      (item) => (target && presenter.show(target, { resource, item, path: request.path })) ?? item,
    )
    const member = listMember(api, operation) ?? sentMember
    return {
      ...frame,
      body: isObject(frame.body as Json) ? { ...(frame.body as JsonObject), [member]: shown } : shown,
    }
  }
}
