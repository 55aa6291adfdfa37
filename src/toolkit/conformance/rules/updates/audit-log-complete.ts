import type { ApiOperation } from '../../../model/api.ts'
import { itemProperties } from '../../../model/filters.ts'
import type { Resource } from '../../../model/resources.ts'
import { lastSegment, leadsTo, normal, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually, PAUSES } from '../../engine/eventually.ts'
import { itemsOf } from '../../engine/items.ts'
import { wholeList } from '../../engine/pages.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isSame } from '../compare.ts'
import { actionsRecorded } from './itemHistories.ts'

interface Log {
  list: ApiOperation
  /** The property of an entry with the id of its resource. */
  target: string
  /** The property with the id of the request, where entries have one. */
  request: string | undefined
}

/** A log that records creations and changes must record deletions too, each with the id of its own request. */
export const auditLogComplete = defineRule({
  ...definitionOf('audit-log-complete'),
  *checks({ api, graph }) {
    yield* actionsRecorded({ api, graph })
    const list = api.operations.find(
      ({ method, path }) =>
        method === 'GET' && !path.includes('{') && leadsTo('audit', normal(lastSegment(path))),
    )
    if (list === undefined) return
    const members = itemProperties(api, list).map(([name]) => name)
    const target = members.find((name) => soundsLike('auditTarget', name))
    if (target === undefined) return
    const log: Log = {
      list,
      target,
      request: members.find((name) => soundsLike('requestId', name)),
    }
    for (const resource of graph.resources) {
      const { create, update, delete: remove } = resource
      if (create === undefined || remove === undefined || resource.parent !== undefined) continue
      yield {
        name: lastSegment(resource.collection),
        constraint: 'the log contains it',
        operation: remove,
        run: (context) => reportsOf(context, resource, log, update !== undefined),
      }
    }
  },
})

async function reportsOf(
  context: CheckContext,
  resource: Resource,
  log: Log,
  changes: boolean,
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const id = String(item.params[resource.parameter])
  const done: { what: string; exchange: Recorded }[] = [{ what: 'creation', exchange: item.made }]
  if (changes && resource.update !== undefined) {
    const parts = await context.parts(resource.update, { params: item.params })
    const exchange = await context.send(resource.update, {
      ...parts,
      params: { ...parts.params, ...item.params },
    })
    // A request that changes nothing may be missing in the log.
    const differs = Object.entries(isObject(parts.body) ? parts.body : {}).some(
      ([member, value]) => !isSame(item.body[member], value),
    )
    if (exchange.status < 300 && differs) done.push({ what: 'change', exchange })
  }
  if (resource.delete === undefined) return
  const removed = await context.send(resource.delete, { params: item.params, query: {}, headers: {} })
  if (removed.status < 300) done.push({ what: 'deletion', exchange: removed })
  const read = await settledEntries(context, log, { resource, id, expected: done.length })
  if (read === undefined) return context.notObserved({ code: 'not-read', what: 'the whole audit log' })
  const { entries, last } = read
  // A log without an entry for a creation may only record selected changes.
  if (entries.length === 0)
    return context.notObserved({ code: 'absent', from: 'the audit log', what: 'entry of this kind' })
  if (entries.length < done.length && !read.isWritten)
    return context.notObserved({ code: 'longer-than-waited', what: 'the audit log' })
  const reported = {
    exchange: last,
    with: done.map(({ exchange }) => exchange),
    place: log.list.pointer,
  }
  const ids = done.map(({ exchange }) => readHeader(exchange.headers, 'x-request-id'))
  const { request } = log
  if (request !== undefined && ids.every((one) => one !== undefined)) {
    const known = entries.map((entry) => entry[request]).filter((one) => typeof one === 'string')
    if (known.length > 0 && !known.some((one) => ids.includes(String(one)))) {
      if (!ids.some((one) => kindOf(String(one)) === kindOf(String(known[0]))))
        return context.notObserved({
          code: 'absent',
          from: 'the audit log',
          what: 'X-Request-Id of requests',
        })
      return context.broken({
        ...reported,
        code: 'wrong-request-id',
        subject: `/${request}`,
        received: known[0],
        expected: ids,
      })
    }
    const missing = done.find((_, index) => !known.includes(ids[index] ?? ''))
    if (missing !== undefined && known.length > 0 && known.length < done.length)
      return context.broken({
        ...reported,
        code: 'no-audit-entry',
        subject: missing.what,
        details: { id, other: done.find((one) => one !== missing)?.what ?? '' },
      })
  }
}

/** The kind of an id: its prefix, or its length. It distinguishes ids of different generators. */
const kindOf = (id: string): string => /^[a-z]+(?=[_:.])/i.exec(id)?.[0] ?? String(id.length)

interface About {
  resource: Resource
  id: string
  /** As many entries as changes were made. */
  expected: number
}

/**
 * Reads the entries about an item until all are there, or until the log shows an item that was created and
 * deleted later. Entries are in order, so that missing ones will not appear any more.
 */
async function settledEntries(
  context: CheckContext,
  log: Log,
  { resource, id, expected }: About,
): Promise<{ entries: JsonObject[]; last: Recorded; isWritten: boolean } | undefined> {
  let later: string | undefined
  const look = async () => {
    const isStatedLater = later !== undefined && (await entriesOf(context, log, later))?.entries.length
    const read = await entriesOf(context, log, id)
    if (read === undefined) return undefined
    const isWritten = read.entries.length >= expected || Boolean(isStatedLater)
    if (!isWritten && later === undefined && resource.delete !== undefined) {
      const item = await context.item(resource, { fresh: true })
      await context.send(resource.delete, { params: item.params, query: {}, headers: {} })
      later = String(item.params[resource.parameter])
    }
    return { ...read, isWritten }
  }
  return eventually(context, look, (read) => read?.isWritten !== false, PAUSES.logged)
}

/**
 * The entries about an item: by the filter of the list where it has one, otherwise on all of its pages,
 * because the newest may be on the last. Undefined where there are too many to read.
 */
async function entriesOf(
  context: CheckContext,
  { list, target }: Log,
  id: string,
): Promise<{ entries: JsonObject[]; last: Recorded } | undefined> {
  const filter = list.inputs.find((one) => one.in === 'query' && normal(one.name) === normal(target))
  const query: Record<string, Json> = filter === undefined ? {} : { [filter.name]: id }
  const { pages, ended } = await wholeList(context, { list, idMember: 'id' }, {}, query)
  const last = pages.at(-1)
  if (last === undefined || (filter === undefined && !ended)) return undefined
  const entries = pages.flatMap((page) => itemsOf(context, { list }, page))
  return { entries: entries.filter((one) => String(one[target]) === id), last }
}
