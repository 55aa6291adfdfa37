/** The batch forms of a collection. */

import type { ApiOperation } from '../../conformance/api/api.ts'
import { normal, type Resource } from '../../conformance/api/resources.ts'
import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import { type HttpAnswer, refusedField } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { patchSent } from './bodies.ts'
import { changedItem } from './items.ts'
import type { Store } from './store.ts'
import { type Maker, targetOf } from './targets.ts'

/** Several at once: `PATCH /things {"things": [{"id": …}]}` and `DELETE /things?id=…`, all or none. */
export async function changeSeveral(
  maker: Maker,
  store: Store,
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
  const [member, entries] =
    Object.entries(isObject(request.body) ? request.body : {}).find(([, value]) => Array.isArray(value)) ?? []
  if (member === undefined || !Array.isArray(entries) || resource.update === undefined) return undefined
  const changed = new Map<string, JsonObject>()
  const changes = entries.map((entry, index) => {
    const id = isObject(entry) ? String(entry[resource.idMember]) : ''
    const before = changed.get(id) ?? store.get(collection, id)
    const field = `${member}[${index}].${resource.idMember}`
    if (before === undefined)
      throw refusedField(field, 'received an unknown item; expected one that is there')
    const target = resource.read && targetOf(maker, resource.read, resource)
    const given = isObject(entry) ? entry : {}
    const sent = patchSent(maker.api.document, target?.view ?? {}, before, given, request.headers)
    const item = changedItem(maker, resource.update as ApiOperation, resource, before, sent, target)
    changed.set(id, item)
    return item
  })
  for (const item of changes) store.put(collection, String(item[resource.idMember]), item)
  const frame = await template()
  return {
    ...frame,
    body: isObject(frame.body as Json) ? { ...(frame.body as JsonObject), [member]: changes } : changes,
  }
}
