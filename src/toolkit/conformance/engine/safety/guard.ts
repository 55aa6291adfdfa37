/**
 * The one place that decides whether a write may be sent. A write goes to what the run created, to an address that
 * nothing has, or to a singleton that is put back. Everything else needs `--allow-existing-data`. A write that should be
 * rejected counts too: a faulty server carries it out.
 */

import type { ApiOperation } from '../../../model/api.ts'
import { endsRun } from '../../../model/endings.ts'
import type { Resource } from '../../../model/resources.ts'
import { leadsTo } from '../../../model/vocabulary.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import type { Identity } from '../../config/identity.ts'
import { callerOf } from '../identities.ts'
import type { WireRequest } from '../requests.ts'
import type { Plan } from '../rule.ts'
import { addressesAlong, addressOf, beginningOf, operationOf, segmentsOf } from './addresses.ts'
import { idsIn } from './batchIds.ts'
import { createLooks, type Look } from './looks.ts'
import { isSafe, itemAddress, type Ownership } from './ownership.ts'
import { isScope } from './scopes.ts'
import { isSingleton } from './singletonState.ts'

/** A write may go out; a singleton is to be put back when the check is over. */
type Verdict =
  | { send: true; putBack?: ApiOperation }
  /** `endsRun`: not even with `--allow-existing-data`. */
  | { send: false; why: string; endsRun?: true }

export interface Guard {
  /** Whether this write may be sent, after looking at what it addresses. */
  check(wire: WireRequest, identity: Identity | null): Promise<Verdict>
  /** Allows the operation to write to what a recipe names, or to an item of the run at another path than its own. */
  state(operation: ApiOperation, params: Record<string, Json>): void
}

interface GuardParts {
  plan: Plan
  ownership: Ownership
  look: Look
}

const YES: Verdict = { send: true }
const no = (why: string): Verdict => ({ send: false, why })

export const createGuard = (parts: GuardParts): Guard => new WriteGuard(parts)

class WriteGuard implements Guard {
  readonly #plan: Plan
  readonly #ownership: Ownership
  readonly #looks
  /** The writes that were allowed so. */
  readonly #stated = new Set<string>()
  /** Containers below which items may be created although the run did not create them. */
  readonly #scopes: ReadonlySet<Resource>

  constructor({ plan, ownership, look }: GuardParts) {
    this.#plan = plan
    this.#ownership = ownership
    this.#looks = createLooks(plan, ownership, look)
    this.#scopes = new Set(plan.graph.resources.filter((one) => isScope(plan.api, one)))
  }

  readonly check = async (wire: WireRequest, identity: Identity | null): Promise<Verdict> => {
    if (/^https?:/.test(wire.path)) return YES
    if (identity !== null && this.#endsRun(wire))
      return { send: false, why: `${wire.method} ${wire.path.split('?', 1)[0]}`, endsRun: true }
    if (isSafe(wire.method)) return YES
    return this.#judgeWrite(wire, callerOf(this.#plan, identity))
  }

  readonly state = (operation: ApiOperation, params: Record<string, Json>): void => {
    const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
      encodeURIComponent(isObject(params[name]) ? '' : String(params[name] ?? '')),
    )
    this.#stated.add(`${operation.operationId} ${addressOf(segmentsOf(path))}`)
  }

  /** Whether the operation ends the session of the caller, or the server: `/auth/logout`, `/shutdown`. */
  #endsRun(wire: WireRequest): boolean {
    const operation = operationOf(this.#plan.api, wire)
    return (
      operation !== undefined &&
      endsRun(this.#plan.api, operation) &&
      !this.#stated.has(`${operation.operationId} ${addressOf(segmentsOf(wire.path))}`)
    )
  }

  /** A write to or below a resource. */
  async #toItem(wire: WireRequest, along: readonly Resource[], caller: Identity): Promise<Verdict> {
    const innermost = along.at(-1)
    const owner = this.#ownership.ownerOf(wire.path)
    const own = this.#ownership.organizationOf(caller.name)
    if (this.#ownership.isOwnFor(wire.path, own)) return YES
    // Nothing is below what does not exist.
    for (const resource of [...along].reverse()) {
      const address = beginningOf(wire.path, resource.item)
      if (await this.#looks.isAbsent(resource, address, caller)) return YES
    }
    const what = innermost === undefined ? wire.path : `${wire.method} ${innermost.item}`
    return no(
      owner === undefined
        ? `${what} addresses a resource that this run did not create`
        : `${what} as ${caller.name} may address a resource of that organization`,
    )
  }

  /** A write to a collection as a whole, or to several of its items by their ids. */
  async #toCollection(
    wire: WireRequest,
    operation: ApiOperation,
    resource: Resource,
    caller: Identity,
  ): Promise<Verdict> {
    const isDeclared = operation.method === wire.method
    const ids = idsIn(wire, resource)
    const params = this.#looks.paramsOf(wire.path, resource)
    let namesOwn = false
    for (const id of ids) {
      const address = itemAddress(resource, { ...params, [resource.parameter]: id })
      const isOwn = this.#ownership.isOwnFor(address, this.#ownership.organizationOf(caller.name))
      namesOwn ||= isOwn
      if (!isOwn && !(await this.#looks.isAbsent(resource, address, caller)))
        return no(`${wire.method} ${resource.collection} names a resource that this run did not create`)
    }
    if (namesOwn) return YES
    // A faulty server may delete everything if the request contains no id of the run.
    const mayAcceptAll = isDeclared && wire.method === 'DELETE' && ids.length === 0
    if (!mayAcceptAll && (await this.#looks.listsOwnOnly(resource, wire.path, caller))) return YES
    return no(`${wire.method} ${resource.collection} addresses a whole collection with existing data`)
  }

  /** A POST at an address without an item. */
  async #toPost(wire: WireRequest, operation: ApiOperation, caller: Identity): Promise<Verdict> {
    const resource = this.#plan.graph.resources.find(({ collection }) =>
      ['/', ':'].some((sign) => operation.path.startsWith(collection + sign)),
    )
    const name = operation.path.split(/[/:]/).at(-1) ?? ''
    if (resource !== undefined) {
      const ids = idsIn(wire, resource)
      const own = this.#ownership.organizationOf(caller.name)
      const params = this.#looks.paramsOf(wire.path, resource)
      const addresses = ids.map((id) => itemAddress(resource, { ...params, [resource.parameter]: id }))
      const others = addresses.filter((address) => !this.#ownership.isOwnFor(address, own))
      // A list may hide items, and a read may hide those that an action finds: both must show none.
      const rejection = no(`POST ${operation.path} names a resource that this run did not create`)
      for (const address of others)
        if (!(await this.#looks.isAbsent(resource, address, caller))) return rejection
      if (others.length > 0 && !(await this.#looks.listsOwnOnly(resource, wire.path, caller)))
        return rejection
      if (ids.length > 0) return YES
    }
    return leadsTo('change', name) || leadsTo('changeOfSeveral', name)
      ? no(`POST ${operation.path} acts on existing data`)
      : YES
  }

  async #judgeWrite(wire: WireRequest, caller: Identity): Promise<Verdict> {
    const { api, graph } = this.#plan
    const operation = operationOf(api, wire)
    if (operation === undefined)
      return this.#ownership.isOwnFor(wire.path, this.#ownership.organizationOf(caller.name))
        ? YES
        : no(`${wire.method} ${wire.path.split('?', 1)[0]} is not declared`)
    if (this.#stated.has(`${operation.operationId} ${addressOf(segmentsOf(wire.path))}`)) return YES
    const along = graph.alongPath(operation.path)
    const isInScope = along.length > 0 && along.every((one) => this.#scopes.has(one))
    if (isInScope && this.#isOfCollection(operation.path)) return this.#toFixedPath(wire, operation, caller)
    if (along.length > 0) return this.#toItem(wire, along, caller)
    return operation.path.includes('{')
      ? this.#belowUnlisted(wire, operation, caller)
      : this.#toFixedPath(wire, operation, caller)
  }

  /** A write to a path with variables that is not the item of a resource. */
  async #belowUnlisted(wire: WireRequest, operation: ApiOperation, caller: Identity): Promise<Verdict> {
    if (addressesAlong(wire.path).some((one) => this.#ownership.ownerOf(one) !== undefined))
      return this.#toItem(wire, [], caller)
    if (this.#creates(wire, operation.path)) return YES
    return (await this.#looks.isAbsentAt(operation, wire, caller))
      ? YES
      : no(`${wire.method} ${operation.path} addresses a resource that this run did not create`)
  }

  async #toFixedPath(wire: WireRequest, operation: ApiOperation, caller: Identity): Promise<Verdict> {
    const { api, graph } = this.#plan
    const { path } = operation
    if (this.#creates(wire, path)) return YES
    const resource = this.#resourceAt(path)
    if (resource !== undefined) return this.#toCollection(wire, operation, resource, caller)
    const read = api.operations.find((one) => one.path === path && one.method === 'GET')
    if (read !== undefined && isSingleton(api, graph, path))
      return wire.method === 'DELETE' ? no(`DELETE ${path} cannot be undone`) : { send: true, putBack: read }
    if (wire.method === 'POST') return this.#toPost(wire, operation, caller)
    return no(`${wire.method} ${path} addresses data that this run did not create`)
  }

  /** Whether a path below a container is about one of its collections. Anything else acts on the container itself. */
  #isOfCollection(path: string): boolean {
    return this.#plan.graph.resources.some(
      (one) => !this.#scopes.has(one) && (path === one.collection || path.startsWith(`${one.collection}/`)),
    )
  }

  #resourceAt(collection: string): Resource | undefined {
    return this.#plan.graph.resources.find((one) => one.collection === collection)
  }

  /** A POST to a collection, or to any path with a list. */
  #creates({ method }: WireRequest, path: string): boolean {
    const { api, graph } = this.#plan
    const isList = (one: ApiOperation) =>
      one.path === path && one.method === 'GET' && !isSingleton(api, graph, path)
    return method === 'POST' && (this.#resourceAt(path) !== undefined || api.operations.some(isList))
  }
}
