/**
 * The one place that decides whether a write may be sent. A write goes to what the run created, to an address that
 * nothing has, or to a singleton that is put back. Everything else needs `--allow-existing-data`. A write that should be
 * rejected counts too: a faulty server carries it out.
 */

import type { ApiOperation } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { isObject, type Json } from '../../openapi/document.ts'
import { callerOf, type Identity } from '../run/identities.ts'
import type { WireRequest } from '../run/requests.ts'
import type { Plan } from '../run/rule.ts'
import { addressesAlong, addressOf, beginningOf, operationOf, segmentsOf } from './addresses.ts'
import { idsIn } from './batchIds.ts'
import { createLooks, type Look } from './looks.ts'
import { isSafe, itemAddress, type Ownership } from './ownership.ts'
import { isSingleton } from './singletonState.ts'

export const NEEDS_EXISTING_DATA = 'needs existing data: allow with --allow-existing-data'

/** A write may go out; a singleton is to be put back when the check is over. */
type Verdict = { send: true; putBack?: ApiOperation } | { send: false; why: string }

export interface Guard {
  /** Whether this write may be sent, after looking at what it addresses. */
  judge(wire: WireRequest, identity: Identity | null): Promise<Verdict>
  /** What a recipe of the configuration names may be written to by that operation. */
  state(operation: ApiOperation, params: Record<string, Json>): void
}

interface GuardParts {
  plan: Plan
  ownership: Ownership
  look: Look
}

const YES: Verdict = { send: true }
const no = (why: string): Verdict => ({ send: false, why })

export function createGuard({ plan, ownership, look }: GuardParts): Guard {
  const { api, graph } = plan
  const looks = createLooks(plan, ownership, look)
  const stated = new Set<string>()

  /** A write to or below a resource. */
  const toItem = async (
    wire: WireRequest,
    along: readonly Resource[],
    caller: Identity,
  ): Promise<Verdict> => {
    const innermost = along.at(-1)
    const owner = ownership.ownerOf(wire.path)
    const own = ownership.organizationOf(caller.name)
    if (ownership.isOwnFor(wire.path, own)) return YES
    // Nothing is below what does not exist.
    for (const resource of [...along].reverse()) {
      const address = beginningOf(wire.path, resource.item)
      if (await looks.isAbsent(resource, address, caller)) return YES
    }
    const what = innermost === undefined ? wire.path : `${wire.method} ${innermost.item}`
    return no(
      owner === undefined
        ? `${what} addresses a resource that this run did not create`
        : `${what} as ${caller.name} may address a resource of that organization`,
    )
  }

  /** A write to a collection as a whole, or to several of its items by their ids. */
  const toCollection = async (
    wire: WireRequest,
    operation: ApiOperation,
    resource: Resource,
    caller: Identity,
  ): Promise<Verdict> => {
    const isDeclared = operation.method === wire.method
    const ids = idsIn(wire, resource)
    const params = looks.paramsOf(wire.path, resource)
    let namesOwn = false
    for (const id of ids) {
      const address = itemAddress(resource, { ...params, [resource.parameter]: id })
      const isOwn = ownership.isOwnFor(address, ownership.organizationOf(caller.name))
      namesOwn ||= isOwn
      if (!isOwn && !(await looks.isAbsent(resource, address, caller)))
        return no(`${wire.method} ${resource.collection} names a resource that this run did not create`)
    }
    if (namesOwn) return YES
    // Without an id that is the run's own, a faulty server may take all.
    const mayTakeAll = isDeclared && wire.method === 'DELETE' && ids.length === 0
    if (!mayTakeAll && (await looks.listsOwnOnly(resource, wire.path, caller))) return YES
    return no(`${wire.method} ${resource.collection} addresses a whole collection with existing data`)
  }

  /** A POST at an address without an item. */
  const toPost = (wire: WireRequest, operation: ApiOperation, caller: Identity): Verdict => {
    const { collection, item } =
      graph.resources.find((one) => operation.path.startsWith(`${one.collection}/`)) ?? {}
    const name = operation.path.split(/[/:]/).at(-1) ?? ''
    if (collection !== undefined && item !== undefined) {
      const resource = graph.resources.find((one) => one.item === item) as Resource
      const ids = idsIn(wire, resource)
      const own = ownership.organizationOf(caller.name)
      const params = looks.paramsOf(wire.path, resource)
      const foreign = ids.find(
        (id) => !ownership.isOwnFor(itemAddress(resource, { ...params, [resource.parameter]: id }), own),
      )
      if (foreign !== undefined)
        return no(`POST ${operation.path} names a resource that this run did not create`)
      if (ids.length > 0) return YES
    }
    return ACTS.test(name) ? no(`POST ${operation.path} acts on existing data`) : YES
  }

  const judgeWrite = async (wire: WireRequest, caller: Identity): Promise<Verdict> => {
    const operation = operationOf(api, wire)
    if (operation === undefined)
      return ownership.isOwnFor(wire.path, ownership.organizationOf(caller.name))
        ? YES
        : no(`${wire.method} ${wire.path.split('?', 1)[0]} is not declared`)
    if (stated.has(`${operation.operationId} ${addressOf(segmentsOf(wire.path))}`)) return YES
    const { path } = operation
    const along = graph.alongPath(path)
    if (along.length > 0) return toItem(wire, along, caller)
    const isBelowUnlisted = path.includes('{')
    if (isBelowUnlisted && addressesAlong(wire.path).some((one) => ownership.ownerOf(one) !== undefined))
      return toItem(wire, [], caller)
    const resource = graph.resources.find((one) => one.collection === path)
    const creates =
      wire.method === 'POST' && (resource !== undefined || api.operations.some((one) => isListAt(one, path)))
    if (creates) return YES
    if (isBelowUnlisted)
      return (await looks.isAbsentAt(operation, wire, caller))
        ? YES
        : no(`${wire.method} ${path} addresses a resource that this run did not create`)
    if (resource !== undefined) return toCollection(wire, operation, resource, caller)
    const read = api.operations.find((one) => one.path === path && one.method === 'GET')
    if (read !== undefined && isSingleton(api, graph, path))
      return wire.method === 'DELETE' ? no(`DELETE ${path} cannot be undone`) : { send: true, putBack: read }
    if (wire.method === 'POST') return toPost(wire, operation, caller)
    return no(`${wire.method} ${path} addresses data that this run did not create`)
  }
  const isListAt = (one: ApiOperation, path: string): boolean =>
    one.path === path && one.method === 'GET' && !isSingleton(api, graph, path)

  return {
    async judge(wire, identity) {
      if (isSafe(wire.method) || /^https?:/.test(wire.path)) return YES
      return judgeWrite(wire, callerOf(plan, identity))
    },
    state(operation, params) {
      const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
        encodeURIComponent(isObject(params[name]) ? '' : String(params[name] ?? '')),
      )
      stated.add(`${operation.operationId} ${addressOf(segmentsOf(path))}`)
    },
  }
}

/** Last words of a path that change what is there instead of creating something. */
const ACTS =
  /^(clear|reset|purge|flush|wipe|empty|truncate|delete|remove|destroy|archive|unarchive|close|cancel|stop|pause|disable|deactivate|suspend|revoke|rotate|regenerate|restore|rollback|merge|sync|publish|unpublish|approve|reject|complete|transfer|migrate|logout|signout|shutdown|restart)([-_A-Z]|$)/
