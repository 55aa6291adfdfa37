/** Reports, such as `GET /stats`: their counts and sums follow the creation and the deletion of an item. */
import { type Aggregate, aggregatesIn } from '../../../model/aggregates.ts'
import type { ApiOperation } from '../../../model/api.ts'
import { listPlace } from '../../../model/listPlace.ts'
import { type Relation, relationsTo } from '../../../model/relations.ts'
import type { Resource } from '../../../model/resources.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { viewOf, withoutNull } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { type Check, type CheckContext, type Item, type Plan, returned } from '../../engine/rule.ts'
import { relatedItem } from '../related.ts'
import { changeState, statusOf } from '../states.ts'
import { addedBy, rounded, shownBy } from './amounts.ts'

export function* reports({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  const reads = new Set(graph.resources.map(({ read }) => read))
  for (const operation of api.operations) {
    const { method, inputs } = operation
    if (method !== 'GET' || reads.has(operation) || listPlace(api, operation) !== undefined) continue
    if (inputs.some(({ in: place, required }) => place === 'query' && required)) continue
    const holder = graph.alongPath(operation.path).at(-1)
    if (holder === undefined && operation.path.includes('{')) continue
    const relations = holder === undefined ? undefined : relationsTo(api, graph, holder)
    const kinds = relations?.map(({ child }) => child) ?? graph.resources
    const distinct = [...new Set(kinds)].filter(
      ({ collection, create }) =>
        create !== undefined &&
        // Comments of issues and comments of pages have one name.
        kinds.filter((one) => lastSegment(one.collection) === lastSegment(collection)).length === 1,
    )
    for (const aggregate of aggregatesIn(api, operation, distinct)) {
      const at = aggregate.path.join('/')
      const relation = relations?.find(({ child }) => child === aggregate.resource)
      yield {
        name: `report ${at}`,
        constraint: `/${at} ${aggregate.of === undefined ? 'counts' : 'adds up'}`,
        operation,
        // Items of other checks would be in the report as well.
        ...(relation === undefined && { exclusive: true }),
        run: (context) => compare(context, operation, aggregate, relation),
      }
    }
  }
}

async function compare(
  context: CheckContext,
  operation: ApiOperation,
  aggregate: Aggregate,
  relation: Relation | undefined,
): Promise<void> {
  const { resource } = aggregate
  const holder = relation && (await context.item(relation.holder, { fresh: true }))
  const report = async (): Promise<Recorded> => {
    const parts = await context.parts(operation, holder === undefined ? {} : { params: holder.params })
    return context.send(operation, { ...parts, params: { ...parts.params, ...holder?.params } })
  }
  // What the item refers to is created before the first report, because it may be counted itself.
  const first = await created(context, resource, relation, holder)
  const before = await report()
  const start = shownBy(aggregate, before.json)
  if (before.status >= 300) return context.notObserved(returned('the report', before))
  if (start === undefined)
    return context.notObserved({ code: 'absent', from: 'the report', what: `/${aggregate.path.join('/')}` })
  const item = await created(context, resource, relation, holder, first)
  const differs = async (exchanges: Recorded[]): Promise<boolean> => {
    const added = await addition(context, aggregate, item)
    if (added === undefined) return true
    const expected = rounded(start + added)
    const after = await eventually(context, report, ({ json }) => shownBy(aggregate, json) === expected)
    const shown = shownBy(aggregate, after.json)
    if (shown === expected || after.status >= 300) return false
    // A report of a day or a month leaves out most of what a check creates.
    if (shown === start && hasPeriod(context, operation)) return true
    const { of } = aggregate
    const items = lastSegment(resource.collection)
    context.broken({
      ...(of === undefined
        ? { code: 'wrong-count', details: { items } }
        : { code: 'wrong-sum', details: { of, items } }),
      subject: `/${aggregate.path.join('/')}`,
      received: shown,
      expected,
      exchange: after,
      with: [before, item.made, ...exchanges],
      pointer: `/${aggregate.path.join('/')}`,
      place: operation.pointer,
    })
    return true
  }
  if (await differs([])) return
  const status = aggregate.portion && statusOf(context.api, resource)
  const changed = status && (await changeState(context, item, status, aggregate.portion?.states ?? []))
  if (changed !== undefined && (await differs([changed]))) return
  if (resource.delete === undefined || resource.read === undefined) return
  const removed = await context.send(resource.delete, { params: item.params, query: {}, headers: {} })
  // What is only marked as deleted may be counted still.
  if (removed.status < 300 && (await context.read(item)).status >= 400) await differs([removed])
}

/** A new item; one that differs from another one only by being another, where there is one. */
const created = (
  context: CheckContext,
  resource: Resource,
  relation: Relation | undefined,
  holder: Item | undefined,
  like?: Item,
): Promise<Item> => {
  const references = like === undefined ? {} : referencesIn(context, like)
  const refer = (sent: JsonObject) => void Object.assign(sent, references)
  if (relation !== undefined && holder !== undefined) return relatedItem(context, relation, holder, refer)
  const { parent } = resource
  const within =
    like !== undefined && parent !== undefined
      ? { ...like, resource: parent, params: parentParams(like) }
      : undefined
  return context.item(resource, { fresh: true, body: refer, ...(within !== undefined && { within }) })
}

const parentParams = ({ params, resource }: Item): Item['params'] =>
  Object.fromEntries(Object.entries(params).filter(([name]) => name !== resource.parameter))

/** The references of an item, so that the next one needs nothing new. */
function referencesIn({ graph }: CheckContext, { sent, resource }: Item): JsonObject {
  const body = sent?.body
  if (!isObject(body)) return {}
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) =>
        typeof value !== 'object' && graph.referredBy(name, undefined, resource) !== undefined,
    ),
  )
}

async function addition(
  context: CheckContext,
  aggregate: Aggregate,
  item: Item,
): Promise<number | undefined> {
  const { json, status } = aggregate.resource.read === undefined ? item.made : await context.read(item)
  if (status === 404 || status === 410) return 0
  return isObject(json as Json) ? addedBy(aggregate, json as JsonObject) : undefined
}

const hasPeriod = ({ api }: CheckContext, { inputs }: ApiOperation): boolean =>
  inputs.some(({ in: place, schema }) => {
    const { format } = withoutNull(api.document, viewOf(api.document, schema))
    return place === 'query' && (format === 'date' || format === 'date-time')
  })
