/** Deletes created resources, children first, and reports those that cannot be deleted. */

import type { ApiOperation } from '../../model/api.ts'
import { decoded } from '../../model/paths.ts'
import type { Resource } from '../../model/resources.ts'
import { isState } from '../../model/vocabulary.ts'
import { isObject, type Json } from '../../openapi/document.ts'
import { readHeader } from '../../openapi/headers.ts'
import { readJson } from '../../openapi/json.ts'
import type { CheckContextParts } from './checkParts.ts'
import type { Recorded } from './events.ts'
import { present, withQuery } from './identities.ts'
import { itemOf } from './items.ts'
import { CURRENT_TAG, requestOf, requiredTag, type WireRequest } from './requests.ts'
import { NotObserved, type Plan } from './rule.ts'
import { NoResponse, OutOfTime, pauseOf, Unreachable } from './send.ts'

interface Leftover {
  wire: WireRequest
  /** The identity that created it, and may delete it. */
  identity: string | null
  resource: Resource
  check: string
  /** Whether checks other than the one that made it use it. */
  isShared: boolean
}

/** The resources that this run created and has not deleted, by the path of their DELETE. */
export interface Leftovers {
  note(exchange: Recorded, isShared: boolean): void
  /** A check begins, perhaps again: no other check may delete its resources. */
  begin(check: string): void
  /** Marks the resources that a finished check created only for itself as deletable. */
  finish(check: string): void
  /** Removes and returns deletable resources, oldest first, except those of a check that runs, or runs again. */
  takeFinished(resource: Resource, most: number, running: string): Leftover[]
  list(): Leftover[]
  /** The remaining resources that a check created for itself, children first. */
  of(check: string): Leftover[]
  /** Removes an entry whose resource no longer exists. */
  gone(leftover: Leftover): void
}

/**
 * Observes all responses, since a faulty server may create a resource although it should have rejected the request.
 * @param isOwn whether the run created the resource at a path; a creation may return an existing one
 */
export function createLeftovers({ api, graph }: Plan, isOwn: (path: string) => boolean): Leftovers {
  const makers = new Map<string, { resource: Resource; maker: ApiOperation }>()
  for (const resource of graph.resources) {
    const maker = resource.create ?? resource.put
    if (maker !== undefined && resource.delete !== undefined)
      makers.set(maker.operationId, { resource, maker })
  }
  const made = new Map<string, Leftover>()
  const finished = new Set<string>()
  return {
    note(exchange, isShared) {
      if (exchange.status >= 300) return
      if (exchange.method === 'DELETE') return void made.delete(exchange.path.split('?', 1)[0] ?? '')
      const found = makers.get(exchange.operationId ?? '')
      if (found === undefined) return
      const { resource, maker } = found
      try {
        const params = paramsIn(maker.path, exchange.path)
        const item = itemOf(resource, undefined, exchange, { params, query: {}, headers: {} })
        const operation = resource.delete
        if (operation === undefined) return
        const tag = requiredTag(operation)
        const headers: Record<string, string> = tag === undefined ? {} : { [tag.name]: CURRENT_TAG }
        const parts = { params: { ...params, ...item.params }, query: {}, headers }
        const wire = requestOf(api.document, operation, parts)
        if (!isOwn(wire.path)) return
        made.set(wire.path, { wire, resource, isShared, identity: exchange.identity, check: exchange.check })
      } catch (error) {
        if (!(error instanceof NotObserved)) throw error
      }
    },
    begin: (check) => void finished.delete(check),
    finish: (check) => void finished.add(check),
    takeFinished(resource, most, running) {
      const free = [...made.values()].filter(
        (one) =>
          one.resource === resource && !one.isShared && finished.has(one.check) && one.check !== running,
      )
      for (const { wire } of free.slice(0, most)) made.delete(wire.path)
      return free.slice(0, most)
    },
    list: () => [...made.values()],
    of: (check) =>
      [...made.values()].filter((one) => one.check === check && !one.isShared).sort(innermostFirst),
    gone: ({ wire }) => void made.delete(wire.path),
  }
}

/** The values of a template's variables in a path. */
function paramsIn(template: string, path: string): Record<string, string> {
  const given = (path.split('?', 1)[0] ?? '').split('/')
  const params: Record<string, string> = {}
  for (const [index, part] of template.split('/').entries()) {
    const name = /^\{(.+)\}$/.exec(part)?.[1]
    if (name !== undefined) params[name] = decoded(given[index] ?? '')
  }
  return params
}

/** Children before their parents, which may be undeletable while they have children, or delete them too. */
const innermostFirst = (a: Leftover, b: Leftover): number =>
  b.wire.path.split('/').length - a.wire.path.split('/').length

/** A resource that another one blocks can be deleted in the next round. */
const ROUNDS = 3
/** Milliseconds to wait for asynchronous operations before resources can be deleted. */
const MAX_WAIT = 10_000

/**
 * @param until when to give up, by the clock of the run
 * @returns the paths of what is left on the target
 */
export async function cleanUp(
  parts: CheckContextParts,
  leftovers: Leftovers,
  until: number,
): Promise<string[]> {
  const left: string[] = []
  let pending = leftovers.list().sort(innermostFirst)
  try {
    const latest = Math.min(until, parts.clock.now() + MAX_WAIT)
    for (let round = 0; round < ROUNDS && pending.length > 0; round++)
      pending = await removeAll(parts, pending, until)
    let [areUnderWay, delay] = [true, 20]
    while (areUnderWay && pending.length > 0 && parts.clock.now() <= latest) {
      areUnderWay = await someUnderWay(parts, pending)
      if (areUnderWay) await parts.clock.wait(delay)
      delay = Math.min(500, 2 * delay)
      // Also a resource whose work ended since the last round.
      pending = await removeAll(parts, pending, until)
    }
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof OutOfTime)) throw error
  }
  left.push(...pending.map(({ wire }) => wire.path))
  return left
}

/** Deletes four at a time; returns those that are still there. */
async function removeAll(
  parts: CheckContextParts,
  pending: readonly Leftover[],
  until: number,
): Promise<Leftover[]> {
  const remaining: Leftover[] = []
  const queue = [...pending]
  const work = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift())
      if (parts.clock.now() > until || !(await remove(parts, one, until))) remaining.push(one)
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return remaining
}

/**
 * Deletes the resources of a finished check immediately: subscriptions would receive events of all other checks, and lists
 * would grow. Resources that cannot be deleted yet are left for the end of the run.
 */
export async function cleanUpAfter(
  parts: CheckContextParts,
  leftovers: Leftovers,
  check: string,
): Promise<void> {
  for (const one of leftovers.of(check)) {
    if (await remove(parts, one, parts.clock.now())) leftovers.gone(one)
  }
}

/** Whether one of them is in a temporary state, in which servers reject deletion. */
async function someUnderWay(parts: CheckContextParts, pending: readonly Leftover[]): Promise<boolean> {
  for (const { wire, identity, resource } of pending) {
    if (resource.read === undefined) continue
    try {
      const { path, headers } = await asCaller(parts, { wire, identity })
      const { status, body } = await parts.transport.send({ ...wire, method: 'GET', path, headers })
      if (status === 429) return true // retry later
      const read = status < 300 ? readJson(body) : {}
      const item = 'value' in read ? (read.value as Json) : undefined
      if (isObject(item) && typeof item.status === 'string' && isState('passing', item.status)) return true
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
    }
  }
  return false
}

/** The request with the credentials of the identity that created the resource. */
async function asCaller(
  { plan, tokens }: Pick<CheckContextParts, 'plan' | 'tokens'>,
  { wire, identity }: Pick<Leftover, 'wire' | 'identity'>,
): Promise<{ path: string; headers: WireRequest['headers']; tag: string | undefined }> {
  const caller = plan.identities.find(({ name }) => name === identity) ?? plan.roles.main
  await tokens.prepare(caller)
  const shown = present(caller)
  const headers = { ...wire.headers, ...shown.headers }
  const tag = Object.keys(headers).find((name) => headers[name] === CURRENT_TAG)
  if (tag !== undefined) delete headers[tag]
  return { path: withQuery(wire.path, shown.query), headers, tag }
}

/** Deletes one; whether it is gone. */
export async function remove(parts: CheckContextParts, leftover: Leftover, until: number): Promise<boolean> {
  const { plan, transport, tokens, clock } = parts
  const { wire, check, resource } = leftover
  const operationId = resource.delete?.operationId ?? null
  const ended = parts.begin({ check, operationId, method: 'DELETE' })
  const { path, headers, tag } = await asCaller({ plan, tokens }, leftover)
  try {
    if (tag !== undefined) {
      const item = await transport.send({ ...wire, method: 'GET', path, headers })
      headers[tag] = readHeader(item.headers, 'etag') ?? '*'
    }
    for (;;) {
      const response = await transport.send({ ...wire, path, headers })
      const { status } = response
      parts.writes.sent(wire, { status, creates: false })
      const pause = pauseOf(response, clock.now())
      if (status !== 429 || !(clock.now() + pause <= until))
        return status < 300 || status === 404 || status === 410
      await clock.wait(pause)
    }
  } catch (error) {
    if (error instanceof NoResponse || error instanceof OutOfTime) return false
    throw error
  } finally {
    ended({ number: parts.recorded() + 1, status: 0 })
  }
}
