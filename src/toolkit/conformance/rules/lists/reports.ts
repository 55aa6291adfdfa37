/** Reports, such as `GET /stats`: their counts and sums follow the creation, the state and the deletion of an item. */

import { type Aggregate, aggregatesIn } from '../../../model/aggregates.ts'
import type { Api, ApiOperation } from '../../../model/api.ts'
import { reportPeriod } from '../../../model/bounds.ts'
import { listPlace } from '../../../model/listPlace.ts'
import { type Relation, relationsTo } from '../../../model/relations.ts'
import type { ResourceGraph } from '../../../model/resources.ts'
import { statusOf } from '../../../model/roles.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { viewOf, withoutNull } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { parentOf } from '../../engine/items.ts'
import { type Check, type CheckContext, type Item, type Plan, returned } from '../../engine/rule.ts'
import { relatedItem } from '../related.ts'
import { throughStates } from '../states.ts'
import { addedBy, rounded, shownBy } from './amounts.ts'

interface Report {
  operation: ApiOperation
  aggregate: Aggregate
  /** The relation to the item of the path, where the report is about what belongs to it. Undefined: about all items. */
  relation: Relation | undefined
}

export function* reports({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  const reads = new Set(graph.resources.map(({ read }) => read))
  for (const operation of api.operations) {
    if (!isReport(api, operation) || reads.has(operation)) continue
    for (const report of reportsOf(api, graph, operation)) {
      const { aggregate, relation } = report
      const at = aggregate.path.join('/')
      yield {
        name: `report ${at}`,
        constraint: `/${at} ${aggregate.of === undefined ? 'counts' : 'adds up'}`,
        operation,
        // Items of other checks would be in the report as well.
        ...(relation === undefined && { exclusive: true }),
        run: (context) => new Comparison(context, report).run(),
      }
    }
  }
}

/** A report requires nothing but the period that it is about. */
function isReport(api: Api, operation: ApiOperation): boolean {
  if (operation.method !== 'GET' || listPlace(api, operation) !== undefined) return false
  const period = reportPeriod(api.document, operation.inputs)
  return operation.inputs.every(
    ({ in: place, required, name }) =>
      place !== 'query' || !required || name === period?.from || name === period?.until,
  )
}

/** Periods of requests, the longest first: servers may limit their length. An item may lie outside the shorter one. */
const PERIODS = [
  ['2001-01-01', '2099-12-31'],
  ['2030-01-01', '2032-12-31'],
] as const

function reportsOf(api: Api, graph: ResourceGraph, operation: ApiOperation): Report[] {
  const holder = graph.alongPath(operation.path).at(-1)
  if (holder === undefined && operation.path.includes('{')) return []
  const relations = holder && relationsTo(api, graph, holder)
  const kinds = relations?.map(({ child }) => child) ?? graph.resources
  const counts = new Map<string, number>()
  for (const { collection } of new Set(kinds))
    counts.set(lastSegment(collection), (counts.get(lastSegment(collection)) ?? 0) + 1)
  // Comments of issues and comments of pages have one name.
  const distinct = [...new Set(kinds)].filter(
    ({ collection, create }) => create !== undefined && counts.get(lastSegment(collection)) === 1,
  )
  return aggregatesIn(api, operation, distinct)
    .filter(({ by, from }) => by === 'sum' && from === undefined)
    .map((aggregate) => ({
      operation,
      aggregate,
      relation: relations?.find(({ child }) => child === aggregate.resource),
    }))
}

class Comparison {
  readonly #context: CheckContext
  readonly #report: Report
  #holder: Item | undefined
  /** The period of the query, once the server has accepted it. */
  #period: Record<string, Json> | undefined
  #start = 0
  #exchanges: Recorded[] = []

  constructor(context: CheckContext, report: Report) {
    this.#context = context
    this.#report = report
  }

  async run(): Promise<void> {
    const { aggregate, relation } = this.#report
    const { resource } = aggregate
    this.#holder = relation && (await this.#context.item(relation.holder, { fresh: true }))
    // Items that the new one refers to are created before the first report, because they may be counted too.
    const first = await this.#created()
    const before = await this.#read()
    const start = shownBy(aggregate, before.json)
    if (before.status >= 300) return this.#context.notObserved(returned('the report', before))
    if (start === undefined)
      return this.#context.notObserved({ code: 'absent', from: 'the report', what: this.#pointer })
    this.#start = start
    const item = await this.#created(first)
    this.#exchanges = [before, item.made]
    if (await this.#differs(item)) return
    if (await this.#differsInStates(item)) return
    if (resource.delete === undefined || resource.read === undefined) return
    const removed = await this.#context.send(resource.delete, { params: item.params, query: {}, headers: {} })
    // An item that is only marked as deleted may still be counted.
    const isGone = removed.status < 300 && (await this.#context.read(item)).status >= 400
    if (isGone) await this.#differs(item, removed)
  }

  /** Compares the report after each change of the state, where only items in some states are counted. */
  async #differsInStates(item: Item): Promise<boolean> {
    const { portion, resource } = this.#report.aggregate
    const status = portion && statusOf(this.#context.api, resource)
    if (status === undefined) return false
    for await (const changed of throughStates(this.#context, item, status, portion?.states ?? []))
      if (await this.#differs(item, changed)) return true
    return false
  }

  async #read(): Promise<Recorded> {
    const { operation } = this.#report
    const params = { ...this.#holder?.params }
    const parts = await this.#context.parts(operation, this.#holder === undefined ? {} : { params })
    const send = (query: Record<string, Json>) =>
      this.#context.send(operation, {
        ...parts,
        params: { ...parts.params, ...params },
        query: { ...parts.query, ...query },
      })
    if (this.#period !== undefined) return send(this.#period)
    for (const query of this.#periods()) {
      const response = await send(query)
      if (response.status < 300) this.#period = query
      if (response.status < 300) return response
    }
    return send({})
  }

  /** Queries with a long period, where the report requires one. */
  #periods(): Record<string, Json>[] {
    const { inputs } = this.#report.operation
    const period = reportPeriod(this.#context.api.document, inputs)
    if (period === undefined || !inputs.some(({ name, required }) => name === period.from && required))
      return []
    const { from, until, format } = period
    return PERIODS.map(([first, last]) =>
      format === 'date'
        ? { [from]: first, [until]: last }
        : { [from]: `${first}T00:00:00Z`, [until]: `${last}T00:00:00Z` },
    )
  }

  /** A new item; with `like`, one that needs no other new item. */
  #created(like?: Item): Promise<Item> {
    const { aggregate, relation } = this.#report
    const { resource } = aggregate
    const references = like === undefined ? {} : this.#referencesIn(like)
    const refer = (sent: JsonObject) => void Object.assign(sent, references)
    if (relation !== undefined && this.#holder !== undefined)
      return relatedItem(this.#context, relation, this.#holder, refer)
    const { parent } = resource
    const within = like && parent && { ...like, resource: parent, params: parentOf(like) }
    return this.#context.item(resource, { fresh: true, body: refer, ...(within !== undefined && { within }) })
  }

  #referencesIn({ sent, resource }: Item): JsonObject {
    const { graph } = this.#context
    const isReference = (name: string, value: Json | undefined) =>
      typeof value !== 'object' && graph.referredBy(name, undefined, resource) !== undefined
    return isObject(sent?.body)
      ? Object.fromEntries(Object.entries(sent.body).filter(([name, value]) => isReference(name, value)))
      : {}
  }

  /** Compares the report with the item as it is now; true where nothing more can be learnt. */
  async #differs(item: Item, changed?: Recorded): Promise<boolean> {
    const { aggregate, operation } = this.#report
    if (changed !== undefined) this.#exchanges.push(changed)
    const added = await this.#addition(item)
    if (added === undefined) return true
    const expected = rounded(this.#start + added)
    const isRight = ({ json }: Recorded) => shownBy(aggregate, json) === expected
    const after = await eventually(this.#context, () => this.#read(), isRight)
    if (isRight(after) || after.status >= 300) return false
    const shown = shownBy(aggregate, after.json)
    // A report of a day or a month leaves out most of what a check creates.
    if (shown === this.#start && this.#hasPeriod()) return true
    const { of, resource } = aggregate
    const items = lastSegment(resource.collection)
    this.#context.broken({
      ...(of === undefined
        ? { code: 'wrong-count', details: { items } }
        : { code: 'wrong-sum', details: { of, items } }),
      subject: this.#pointer,
      received: shown,
      expected,
      exchange: after,
      with: this.#exchanges,
      pointer: this.#pointer,
      place: operation.pointer,
    })
    return true
  }

  /** The amount that the item adds to the report. */
  async #addition(item: Item): Promise<number | undefined> {
    const { aggregate } = this.#report
    const isRead = aggregate.resource.read !== undefined
    const { json, status } = isRead ? await this.#context.read(item) : item.made
    if (status === 404 || status === 410) return 0
    return isObject(json as Json) ? addedBy(aggregate, json as JsonObject) : undefined
  }

  get #pointer(): string {
    return `/${this.#report.aggregate.path.join('/')}`
  }

  #hasPeriod(): boolean {
    const { document } = this.#context.api
    return this.#report.operation.inputs.some(({ in: place, schema }) => {
      const { format } = withoutNull(document, viewOf(document, schema))
      return place === 'query' && (format === 'date' || format === 'date-time')
    })
  }
}
