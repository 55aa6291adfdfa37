/** The effect of a deletion on other items: on those next to the deleted one, and on those that belong to it. */

import type { ApiOperation, Parameter } from '../../../model/api.ts'
import { afterDeletion, descriptionOf, leavesLists, losesReference } from '../../../model/description.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { outcomeText } from '../../../model/outcomes.ts'
import { nounOf, type Relation, relationsTo } from '../../../model/relations.ts'
import type { Resource } from '../../../model/resources.ts'
import { lastSegment, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { idOf, parentOf } from '../../engine/items.ts'
import { type Check, type CheckContext, type Item, NotObserved, type Plan } from '../../engine/rule.ts'
import { relatedItem } from '../related.ts'

export function* neighboursOf(plan: Plan, resource: Resource): Iterable<Check> {
  const { delete: operation } = resource
  if (operation === undefined || resource.read === undefined || resource.create === undefined) return
  yield {
    name: 'neighbours',
    constraint: 'others stay',
    operation,
    // An item that another check creates meanwhile would be the newest, and the one that is deleted by mistake.
    exclusive: true,
    run: (context) => besides(context, resource, operation),
  }
  yield* cascades(plan, resource, operation)
  yield* listsWith(plan, resource, operation)
  const along = operation.inputs.find((one) => isAlong(plan, one))
  const inside = along && insideOf(plan, resource)
  if (along === undefined || inside === undefined) return
  yield {
    name: along.name,
    constraint: `query.${along.name} cascades`,
    operation,
    run: (context) => within(context, resource, operation, along, inside),
  }
}

const isAlong = ({ api }: Plan, { in: place, name, schema }: Parameter): boolean =>
  place === 'query' &&
  soundsLike('recursive', name) &&
  typesOf(viewOf(api.document, schema)).includes('boolean')

const isThere = (status: number) => status < 300

/** One made before it and one made after it are there when it is deleted. */
async function besides(context: CheckContext, resource: Resource, operation: ApiOperation): Promise<void> {
  const before = await context.item(resource, { fresh: true })
  const { parent } = resource
  const holder = parent && { ...before, resource: parent, params: parentOf(before) }
  const make = () => context.item(resource, { fresh: true, ...(holder !== undefined && { within: holder }) })
  const item = await make()
  const after = await make()
  const removed = await context.send(operation, { params: item.params, query: {}, headers: {} })
  if (!isThere(removed.status))
    return context.notObserved({ code: 'rejected', what: 'DELETE', status: removed.status })
  for (const other of [after, before]) {
    const exchange = await context.read(other)
    if (isThere(exchange.status)) continue
    return context.broken({
      code: 'neighbour-deleted',
      received: exchange.status,
      details: { id: other.params[resource.parameter] },
      exchange,
      with: [other.made, item.made, removed],
      place: operation.pointer,
    })
  }
}

/** Checks of the promise that the description of a deletion makes about the items that belong to the deleted one. */
function* cascades({ api, graph }: Plan, resource: Resource, operation: ApiOperation): Iterable<Check> {
  const text = outcomeText(operation)
  const relations = text === '' ? [] : relationsTo(api, graph, resource)
  for (const relation of relations) {
    const promised = afterDeletion(text, nounOf(relation.child))
    const { read, list } = relation.child
    if (promised === undefined || (read ?? (promised === 'deleted' ? list : undefined)) === undefined)
      continue
    yield {
      name: `${promised} ${nounOf(relation.child)}`,
      constraint: `${lastSegment(relation.child.collection)} are ${promised}`,
      operation,
      run: (context) =>
        afterwards(context, relation, operation, {
          promised,
          isOnly: relations.filter(({ child }) => child === relation.child).length === 1,
        }),
    }
  }
}

/** Checks of the promise that the deleted item leaves the lists that other items have of such items. */
function* listsWith({ api, graph }: Plan, resource: Resource, operation: ApiOperation): Iterable<Check> {
  const text = descriptionOf(operation.operation)
  for (const child of text === '' ? [] : graph.resources) {
    if (child.create === undefined || child.read === undefined || child === resource) continue
    for (const [property, schema] of bodyProperties(api, child.create)) {
      const { items } = withoutNull(api.document, viewOf(api.document, schema))
      if (items === undefined || graph.referredBy(property, items, child) !== resource) continue
      if (leavesLists(text, nounOf(child)))
        yield {
          name: `${property} of ${lastSegment(child.collection)}`,
          constraint: `/${property} is without it`,
          operation,
          run: (context) => leftOut(context, resource, operation, { child, property }),
        }
    }
  }
}

async function leftOut(
  context: CheckContext,
  resource: Resource,
  operation: ApiOperation,
  { child: kind, property }: { child: Resource; property: string },
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const id = idOf(item)
  const child = await context.item(kind, {
    fresh: true,
    body: (sent) => void Object.assign(sent, { [property]: [id] }),
  })
  const has = ({ json }: Recorded) => {
    const shown = isObject(json as Json) ? (json as JsonObject)[property] : undefined
    return Array.isArray(shown) && shown.some((one) => one === id)
  }
  const before = await context.read(child)
  const removed = await remove(context, operation, item)
  if (!isThere(removed.status) || removed.status === 202 || !has(before))
    return context.notObserved({ code: 'rejected', what: 'DELETE', status: removed.status })
  const after = await eventually(
    context,
    () => context.read(child),
    (one) => !has(one),
  )
  if (!has(after)) return
  refersStill(context, property, [item.made, child.made, removed], { id, exchange: after, read: kind.read })
}

async function afterwards(
  context: CheckContext,
  relation: Relation,
  operation: ApiOperation,
  { promised, isOnly }: { promised: 'deleted' | 'kept'; isOnly: boolean },
): Promise<void> {
  const item = await context.item(relation.holder, { fresh: true })
  const child = await relatedItem(context, relation, item)
  if (relation.child.read === undefined) return unlisted(context, operation, item, child)
  const before = await context.read(child)
  const removed = await remove(context, operation, item)
  if (!isThere(removed.status) || !isThere(before.status) || removed.status === 202)
    return context.notObserved({ code: 'rejected', what: 'DELETE', status: removed.status })
  const isRight = (status: number) => (promised === 'kept' ? isThere(status) : status >= 400)
  const after = await eventually(
    context,
    () => context.read(child),
    ({ status }) => isRight(status),
  )
  if (isRight(after.status)) {
    const text = descriptionOf(operation.operation)
    const { child: kind, property } = relation
    if (promised === 'kept' && property && losesReference(text, nounOf(kind), property, isOnly))
      await checkReferenceCleared(context, relation, { item, child, removed })
    return
  }
  context.broken({
    code: 'wrong-status',
    subject: `GET of one of its ${lastSegment(relation.child.collection)} after DELETE of ${lastSegment(relation.holder.collection)}`,
    received: after.status,
    expected: promised === 'kept' ? 'a success' : 404,
    exchange: after,
    with: [item.made, child.made, removed],
    place: operation.pointer,
  })
}

async function remove(context: CheckContext, operation: ApiOperation, { params }: Item): Promise<Recorded> {
  const parts = await context.parts(operation, { params })
  return context.send(operation, { ...parts, params: { ...parts.params, ...params } })
}

/** An item without a GET that is deleted with another one must no longer be listed. */
async function unlisted(
  context: CheckContext,
  operation: ApiOperation,
  item: Item,
  child: Item,
): Promise<void> {
  const before = await context.findInList(child)
  const removed = await remove(context, operation, item)
  if (!isThere(removed.status) || before.found === undefined || removed.status === 202)
    return context.notObserved({ code: 'rejected', what: 'DELETE', status: removed.status })
  const { found, last } = await eventually(
    context,
    () => context.findInList(child),
    (looked) => looked.found === undefined,
  )
  if (found !== undefined)
    context.broken({
      code: 'still-listed',
      details: { id: child.params[child.resource.parameter] },
      exchange: last,
      with: [item.made, child.made, removed],
      place: operation.pointer,
    })
}

/** An item that stays must no longer refer to the deleted one. */
async function checkReferenceCleared(
  context: CheckContext,
  { property, child: { read } }: Relation,
  { item, child, removed }: { item: Item; child: Item; removed: Recorded },
): Promise<void> {
  const id = idOf(item)
  if (property === undefined || child.body[property] !== id) return
  const shown = ({ json }: Recorded) => (isObject(json as Json) ? (json as JsonObject)[property] : undefined)
  const isCleared = (exchange: Recorded) => shown(exchange) !== id
  const after = await eventually(context, () => context.read(child), isCleared)
  if (isCleared(after)) return
  refersStill(context, property, [item.made, child.made, removed], { id, exchange: after, read })
}

/** Reports an item that still refers to the deleted one. */
function refersStill(
  context: CheckContext,
  property: string,
  proof: Recorded[],
  { id, exchange, read }: { id: Json; exchange: Recorded; read: ApiOperation | undefined },
): void {
  context.broken({
    code: 'reference-not-cleared',
    subject: `/${property}`,
    received: id,
    expected: null,
    exchange,
    with: proof,
    pointer: `/${property}`,
    place: read?.pointer ?? '',
  })
}

interface Inside {
  resource: Resource
  /** The property that refers to the parent; undefined where the URL does. */
  member: string | undefined
}

/** The items that an item can contain: a collection below it, or another resource that refers to it. */
function insideOf({ api, graph }: Plan, resource: Resource): Inside | undefined {
  for (const one of graph.resources) {
    if (one.create === undefined || one.read === undefined) continue
    if (one.parent === resource) return { resource: one, member: undefined }
    for (const [member, schema] of bodyProperties(api, one.create))
      if (graph.referredBy(member, schema, one) === resource) return { resource: one, member }
  }
  return undefined
}

async function within(
  context: CheckContext,
  resource: Resource,
  operation: ApiOperation,
  along: Parameter,
  inside: Inside,
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const { member } = inside
  const id = item.params[resource.parameter] ?? null
  const child = await context
    .item(inside.resource, {
      fresh: true,
      ...(member === undefined
        ? { within: item }
        : { body: (sent) => Object.assign(sent, { [member]: id }) }),
    })
    .catch((error: unknown) => {
      if (error instanceof NotObserved) return undefined
      throw error
    })
  if (child === undefined)
    return context.notObserved({ code: 'not-made', what: `content of ${resource.item}` })
  const reported = { with: [item.made, child.made], place: along.pointer }
  const plain = await context.send(operation, { params: item.params, query: {}, headers: {} })
  const left = await context.read(child)
  if (!isThere(left.status))
    return context.broken({
      ...reported,
      with: [...reported.with, plain],
      exchange: left,
      code: 'wrong-status',
      subject: `a child after DELETE of its parent without ${along.name}=true`,
      received: left.status,
      expected: 'a success',
    })
  if (isThere(plain.status)) return
  const whole = await context.send(operation, {
    params: item.params,
    query: { [along.name]: true },
    headers: {},
  })
  if (!isThere(whole.status))
    return context.broken({
      ...reported,
      exchange: whole,
      code: 'wrong-status',
      subject: `DELETE with ${along.name}=true`,
      received: whole.status,
      expected: 'a success',
    })
  const gone = await context.read(child)
  if (isThere(gone.status))
    context.broken({
      ...reported,
      with: [...reported.with, whole],
      exchange: gone,
      code: 'wrong-status',
      subject: `a child after DELETE of its parent with ${along.name}=true`,
      received: gone.status,
      expected: 404,
    })
}
