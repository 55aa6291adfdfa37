/** Records what a run created and what existed before, by URL. Only created resources may be changed. */

import type { ApiOperation } from '../../../model/api.ts'
import { isMade } from '../../../model/homes.ts'
import { isUnguessable } from '../../../model/paths.ts'
import type { Resource } from '../../../model/resources.ts'
import { thingSchema } from '../../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { isNullable, membersOf, requiredOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../events.ts'
import { idListed, itemOf, itemsOf } from '../items.ts'
import { isOfAJob } from '../jobs.ts'
import { NotObserved, type Plan } from '../rule.ts'
import { addressesAlong, addressOf, beginningOf, pathBelow, segmentsOf } from './addresses.ts'

/** Methods that change nothing (RFC 9110, 9.2.1). */
export const isSafe = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)

export interface Ownership {
  /** Reads what a response shows: what was created, and what is there. */
  note(exchange: Recorded, beganAt: number): void
  /** A resource that the run created by a job: `accepted` is the response that accepted the creation. */
  own(resource: Resource, params: Record<string, Json>, accepted: Recorded): void
  /** The organization for which the run created what this path leads to or through; undefined for none. */
  ownerOf(path: string): string | undefined
  /**
   * Whether a caller of this organization may write to what the run created at or above this path. Another organization
   * may have a resource of its own under an id that can be guessed, such as 5.
   */
  isOwnFor(path: string, organization: string): boolean
  /** A response showed it, and the run did not create it. */
  isForeign(path: string): boolean
  /** Nothing had this address when the run looked. */
  noteAbsent(path: string): void
  /** Created resources without a DELETE, of their own or of a parent. */
  undeletable(): string[]
  organizationOf(identity: string | null): string
}

const MAX_SEEN = 200_000

export function createOwnership(plan: Plan): Ownership {
  const { api, graph } = plan
  const owned = new Map<string, string>()
  /** Addresses that responses showed, with the number of the first exchange that did. */
  const seen = new Map<string, number>()
  const absent = new Set<string>()
  const byList = new Map(graph.resources.flatMap((one) => (one.list ? [[one.list.operationId, one]] : [])))
  const byRead = new Map(graph.resources.flatMap((one) => (one.read ? [[one.read.operationId, one]] : [])))
  const named = new Set(graph.resources.flatMap((one) => one.named ?? []))
  const organizationOf = (identity: string | null): string =>
    plan.identities.find(({ name }) => name === identity)?.organization ?? plan.roles.main.organization ?? ''
  const see = (address: string, number: number) => {
    if (!owned.has(address) && !seen.has(address) && seen.size < MAX_SEEN) seen.set(address, number)
  }
  /** Ignores resources that were seen before the request was sent: the target returned an existing one. */
  const claim = (address: string, exchange: Recorded, beganAt: number) => {
    const since = seen.get(address)
    if (since !== undefined && since <= beganAt) return
    seen.delete(address)
    absent.delete(address)
    owned.set(address, organizationOf(exchange.identity))
  }
  const seeItems = (exchange: Recorded, resource: Resource) => {
    const collection = addressOf(segmentsOf(exchange.path))
    for (const one of itemsOf(plan, resource, exchange)) {
      const id = idListed(one, resource)
      if (id === undefined) continue
      see(`${collection}/${encodeURIComponent(id)}`, exchange.number)
      const address = itemAddress(resource, { [resource.parameter]: id })
      // An item that an earlier response showed was there before, or belonged to another one.
      if (!owned.has(address) && isOfOwn(resource, one)) claim(address, exchange, exchange.number - 1)
    }
  }
  /** Whether the target itself made an item for one that the run created: the fine for a loan. */
  const isOfOwn = (resource: Resource, one: JsonObject): boolean => {
    if (isMade(resource) || resource.parent !== undefined || resource.read === undefined) return false
    const schema = viewOf(api.document, thingSchema(api, resource.read))
    const required = requiredOf(schema)
    // A reference that may be empty, or one of several to others' items, can be set later: the courier of a parcel.
    const isOwn = membersOf(schema).flatMap(([name, inner]) => {
      const target = graph.referredBy(name, inner, resource)
      const value = one[name]
      if (target?.create === undefined || (typeof value !== 'string' && typeof value !== 'number')) return []
      const isOwned = owned.has(itemAddress(target, { [target.parameter]: value }))
      const isFixed = required.has(name) && !isNullable(api.document, viewOf(api.document, inner))
      return [{ isOwned, isMeant: isOwned && isFixed && isUnguessable(String(value)) }]
    })
    return isOwn.every(({ isOwned }) => isOwned) && isOwn.some(({ isMeant }) => isMeant)
  }

  const created = (exchange: Recorded, operation: ApiOperation, beganAt: number) => {
    // Of 200 and 201, 200 is for what was there already (RFC 9110, 9.3.3).
    const isNew = exchange.status !== 200 || !operation.successes.includes(201)
    if (!isNew) return
    for (const resource of graph.resources)
      if (resource.create === operation && !isOfAJob(plan, resource, exchange))
        for (const address of addressesIn(exchange, resource)) claim(address, exchange, beganAt)
    const location = readHeader(exchange.headers, 'location')
    const path = location === undefined ? undefined : pathBelow(plan.target, location)
    // The address of a list names everything in it, so only that of an item counts.
    if (path !== undefined && exchange.status !== 200 && isItemAddress(path))
      claim(addressOf(segmentsOf(path)), exchange, beganAt)
  }
  const resourceAt = (path: string): Resource | undefined => {
    const segments = segmentsOf(path)
    return graph.resources.find(({ item }) => {
      const parts = item.split('/').filter((one) => one !== '')
      return (
        parts.length === segments.length &&
        parts.every((part, index) => part.startsWith('{') || part === segments[index])
      )
    })
  }
  const isItemAddress = (path: string): boolean => resourceAt(path) !== undefined
  const isDeletable = (address: string): boolean =>
    owned.has(address) && resourceAt(address)?.delete !== undefined

  return {
    organizationOf,
    note(exchange, beganAt) {
      const operation = exchange.operationId === null ? undefined : api.byId.get(exchange.operationId)
      if (operation === undefined || exchange.status < 200 || exchange.status >= 300) return
      const list = byList.get(operation.operationId)
      if (exchange.method === 'GET' && list !== undefined) seeItems(exchange, list)
      if (exchange.method === 'GET' && byRead.has(operation.operationId))
        see(addressOf(segmentsOf(exchange.path)), exchange.number)
      if (exchange.method === 'POST') created(exchange, operation, beganAt)
      const isPut = exchange.method === 'PUT'
      if (isPut || named.has(operation)) {
        const address = addressOf(segmentsOf(exchange.path))
        const isItem = graph.resources.some(({ item }) => item === operation.path)
        // Of a POST, 201 may be about something else than its address.
        const isNew = (isPut && exchange.status === 201) || absent.has(address)
        if (isItem && isNew) claim(address, exchange, beganAt)
      }
      if (exchange.method === 'DELETE') seen.delete(addressOf(segmentsOf(exchange.path)))
    },
    own: (resource, params, accepted) => claim(itemAddress(resource, params), accepted, accepted.number),
    ownerOf(path) {
      for (const address of addressesAlong(path)) {
        const owner = owned.get(address)
        if (owner !== undefined) return owner
      }
      return undefined
    },
    isOwnFor(path, organization) {
      const address = addressesAlong(path).find((one) => owned.has(one))
      if (address === undefined) return false
      return owned.get(address) === organization || isUnguessable(address.split('/').at(-1) ?? '')
    },
    isForeign: (path) => seen.has(addressOf(segmentsOf(path))),
    noteAbsent: (path) => void absent.add(addressOf(segmentsOf(path))),
    undeletable: () =>
      [...owned.keys()].filter(
        (address) => resourceAt(address) !== undefined && !addressesAlong(address).some(isDeletable),
      ),
  }
}

/** The address of the resource that these path parameters lead to. */
export const itemAddress = ({ item }: Pick<Resource, 'item'>, params: Record<string, Json>): string =>
  addressOf(
    item
      .split('/')
      .filter((one) => one !== '')
      .map((part) => {
        const name = /^\{(.+)\}$/.exec(part)?.[1]
        return name === undefined ? part : encodeURIComponent(String(params[name] ?? ''))
      }),
  )

/** The addresses of what a creation's response shows: one resource, or each of a batch. */
function addressesIn(exchange: Recorded, resource: Resource): string[] {
  const params = paramsOf(resource, exchange.path)
  const addressFor = (id: Json) => itemAddress(resource, { ...params, [resource.parameter]: id })
  const entries = Array.isArray(exchange.json)
    ? exchange.json.filter((one): one is JsonObject => isObject(one as Json))
    : []
  if (entries.length > 0) return entries.flatMap((one) => idListed(one, resource) ?? []).map(addressFor)
  try {
    const item = itemOf(resource, undefined, exchange, undefined)
    return [itemAddress(resource, { ...params, ...item.params })]
  } catch (error) {
    if (error instanceof NotObserved) return []
    throw error
  }
}

/** The values of a path for the variables that a resource's address shares with it. */
function paramsOf({ item }: Resource, path: string): Record<string, string> {
  const segments = segmentsOf(beginningOf(path, item))
  const params: Record<string, string> = {}
  for (const [index, part] of item.split('/').slice(1).entries()) {
    const name = /^\{(.+)\}$/.exec(part)?.[1]
    const value = segments[index]
    if (name !== undefined && value !== undefined) params[name] = decodeURIComponent(value)
  }
  return params
}
