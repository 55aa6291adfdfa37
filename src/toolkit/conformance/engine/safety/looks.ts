/** Requests that only read, by which the guard finds out whether an address has something and whose it is. */

import type { ApiOperation } from '../../../model/api.ts'
import { largestLimit, limitOf } from '../../../model/paging.ts'
import { decoded, isUnguessable } from '../../../model/paths.ts'
import type { Resource } from '../../../model/resources.ts'
import type { Json } from '../../../openapi/document.ts'
import { validatorOf } from '../../../schema/validators.ts'
import type { Identity } from '../../config/identity.ts'
import type { Recorded } from '../events.ts'
import { idListed } from '../items.ts'
import { pagesOf } from '../pages.ts'
import { requestOf, type WireRequest } from '../requests.ts'
import type { Plan } from '../rule.ts'
import { beginningOf, segmentsOf } from './addresses.ts'
import { itemAddress, type Ownership } from './ownership.ts'

/** Sends a GET as the caller; undefined where no response comes. */
export type Look = (wire: WireRequest, caller: Identity) => Promise<Recorded | undefined>

/** Of longer lists nothing is known. */
const MAX_PAGES = 5
/** Statuses by which a GET shows that nothing has the address. */
const ABSENT = new Set([400, 404, 410, 422])

interface Looks {
  isAbsent(resource: Resource, address: string, caller: Identity): Promise<boolean>
  /** The same for an item whose collection is not in the document. */
  isAbsentAt(operation: ApiOperation, wire: WireRequest, caller: Identity): Promise<boolean>
  /** Whether a list shows nothing but what the run created. */
  listsOwnOnly(resource: Resource, path: string, caller: Identity): Promise<boolean>
  /** The path parameters of the collection. */
  paramsOf(path: string, resource: Resource): Record<string, Json>
}

export function createLooks(plan: Plan, ownership: Ownership, look: Look): Looks {
  const { api } = plan

  const paramsOf = (path: string, { item }: Pick<Resource, 'item'>): Record<string, Json> => {
    const segments = segmentsOf(beginningOf(path, item))
    const params: Record<string, Json> = {}
    for (const [index, part] of item.split('/').slice(1).entries()) {
      const name = /^\{(.+)\}$/.exec(part)?.[1]
      if (name !== undefined) params[name] = decoded(segments[index] ?? '')
    }
    return params
  }
  const get = (
    operation: ApiOperation,
    params: Record<string, Json>,
    query: Record<string, Json>,
    caller: Identity,
  ) => look(requestOf(api.document, operation, { params, query, headers: {} }), caller)

  /** The ids of a list; undefined where it could not be read to its end. */
  const idsOf = async (resource: Resource, params: Record<string, Json>, caller: Identity) => {
    const { list } = resource
    if (list === undefined) return undefined
    const limit = limitOf(api, list)
    const query: Record<string, Json> =
      limit === undefined ? {} : { [limit.name]: largestLimit(api, limit, 100) }
    const ids: string[] = []
    const send = (one: Record<string, Json>) => get(list, params, one, caller)
    for await (const { response, items, next } of pagesOf(api, resource, query, send, MAX_PAGES)) {
      if (response.status >= 300) return undefined
      for (const one of items) {
        const id = idListed(one, resource)
        if (id === undefined) return undefined
        ids.push(id)
      }
      if (next === undefined || items.length === 0) return ids
    }
    return undefined
  }

  const isAbsent: Looks['isAbsent'] = async (resource, address, caller) => {
    if (ownership.ownerOf(address) === undefined && ownership.isForeign(address)) return false
    const params = paramsOf(address, resource)
    const id = String(params[resource.parameter] ?? '')
    if (resource.read !== undefined) {
      const response = await get(resource.read, params, {}, caller)
      const absent = response !== undefined && ABSENT.has(response.status)
      if (absent && ownership.ownerOf(address) === undefined) ownership.noteAbsent(address)
      // An unreadable item may exist, unless its id cannot be guessed.
      const hidden = response !== undefined && response.status >= 400 && response.status < 500
      return absent || (hidden && isUnguessable(id))
    }
    if (isUnguessable(id)) return true
    // Servers that cut `5.2` or `5x` to 5 find what no list shows.
    if (!isAllowed(resource, id)) return false
    const ids = await idsOf(resource, params, caller)
    return ids !== undefined && !ids.includes(id)
  }

  const isAllowed = ({ item, parameter }: Resource, id: string): boolean => {
    const input = api.operations
      .find(({ path }) => path === item || path.startsWith(`${item}/`))
      ?.inputs.find((one) => one.in === 'path' && one.name === parameter)
    return (
      input?.schemaPointer !== undefined &&
      validatorOf(api.document)(input.schemaPointer, id, 'text').length === 0
    )
  }

  return {
    paramsOf,
    isAbsent,
    async isAbsentAt(operation, wire, caller) {
      const item = operation.path.slice(0, operation.path.lastIndexOf('}') + 1)
      const read = api.operations.find((one) => one.method === 'GET' && one.path === item)
      const params = paramsOf(wire.path, { item })
      if (read === undefined) return isUnguessable(String(Object.values(params).at(-1) ?? ''))
      const response = await get(read, params, {}, caller)
      return response !== undefined && ABSENT.has(response.status)
    },
    async listsOwnOnly(resource, path, caller) {
      const params = paramsOf(path, { item: resource.collection })
      const own = ownership.organizationOf(caller.name)
      const isOwn = (id: string) =>
        ownership.ownerOf(itemAddress(resource, { ...params, [resource.parameter]: id })) === own
      const shows = async () => (await idsOf(resource, params, caller))?.every(isOwn) ?? false
      // Read again, since another check's creation may just have finished.
      return (await shows()) || (await shows())
    },
  }
}
