/** Deletions that a declared 409 or 422 rejects while another resource refers to the item: "The customer has orders." */

import { type Api, type ApiOperation, actionsOn } from '../../../model/api.ts'
import { type DeletionBlock, deletionBlocks } from '../../../model/deletionBlocks.ts'
import { preventsDeletion, promisedConflict, statesBefore } from '../../../model/description.ts'
import { rejectionsOf } from '../../../model/rejections.ts'
import { nounOf, relationsTo } from '../../../model/relations.ts'
import type { Resource, ResourceGraph } from '../../../model/resources.ts'
import { statusOf } from '../../../model/roles.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf } from '../../engine/items.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { issuedItem, linkedItem, relatedItem } from '../related.ts'
import { enterState } from '../states.ts'

/** Levels of a body at which a reference is looked for. */
const MAX_LEVELS = 4

interface DeletionPromise {
  operation: ApiOperation
  status: number
  description: string
}

type Breaks = (context: CheckContext, promise: DeletionPromise, exchanges: Recorded[]) => void

/** @param breaks reports an accepted request: the exchanges of the item and of what refers to it, then the request */
export function* promisedDeletions(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: Breaks,
): Generator<Check> {
  for (const resource of graph.resources) {
    if (resource.create === undefined) continue
    const blocks = deletionBlocks(api, graph, resource)
    for (const block of blocks)
      yield {
        name: `with ${block.states.map((state) => `${state} `).join('')}${lastSegment(block.link.child.collection)}`,
        constraint: `response ${block.status}`,
        operation: block.operation,
        ...(block.link.by === undefined && { later: true as const }),
        async run(context) {
          const exchanges = await tryBlocked(context, block)
          if (exchanges !== undefined) breaks(context, block, exchanges)
        },
      }
    const isRead = (operation: ApiOperation, other: Resource) =>
      blocks.some((one) => one.operation === operation && one.link.child === other)
    for (const promise of namedDeletions(api, resource))
      for (const other of preventing(api, graph, resource, promise.cause, promise.operation))
        if (!isRead(promise.operation, other))
          yield {
            name: `with ${lastSegment(other.collection)}`,
            constraint: `response ${promise.status}`,
            operation: promise.operation,
            run: (context) => tryReferred(context, resource, { ...promise, other }, breaks),
          }
  }
}

/** The rejections of the deletion of an item, and of the actions on it. */
const namedDeletions = (
  api: Api,
  { delete: remove, item }: Resource,
): (DeletionPromise & { cause: string })[] =>
  [...(remove === undefined ? [] : [remove]), ...actionsOn(api, item)].flatMap((operation) =>
    rejectionsOf(operation).map((one) => ({ ...one, operation })),
  )

/** Sends the request where an item of the other resource refers to the item. */
async function tryReferred(
  context: CheckContext,
  resource: Resource,
  { cause, other, ...promise }: DeletionPromise & { cause: string; other: Resource },
  breaks: Breaks,
): Promise<void> {
  const { operation } = promise
  const item = await context.item(resource, { fresh: true })
  const one = await referringTo(context, item, other)
  await inNamedState(context, one, cause)
  const parts = await context.parts(operation, { params: item.params })
  const exchange = await context.send(operation, { ...parts, params: { ...parts.params, ...item.params } })
  if (exchange.status < 300) breaks(context, promise, [item.made, one.made, exchange])
}

/** States of an item that rules out a request that are tried. */
const MAX_STATES = 3

/** Sends the request where an item in each such state rules it out; the exchanges that show that one was accepted. */
async function tryBlocked(
  context: CheckContext,
  { operation, link, states }: DeletionBlock,
): Promise<Recorded[] | undefined> {
  const wanted = states.length === 0 ? [undefined] : states.slice(0, MAX_STATES)
  let isTried = false
  for (const state of wanted) {
    const { holder, item, exchanges } = await linked(context, link)
    const shown = state === undefined ? undefined : await shownIn(context, item, state)
    if (state !== undefined && shown === undefined) continue
    const parts = await context.parts(operation, { params: holder.params })
    const exchange = await context.send(operation, {
      ...parts,
      params: { ...parts.params, ...holder.params },
    })
    if (exchange.status < 300 && exchange.status !== 202)
      return [holder.made, ...exchanges, ...(shown === undefined ? [] : [shown]), exchange]
    isTried = true
  }
  return isTried
    ? undefined
    : context.notObserved({ code: 'not-made', what: `item that is ${states.join(' or ')}` })
}

/** An item with another one that refers to it, and the exchanges that show the latter. */
async function linked(
  context: CheckContext,
  link: DeletionBlock['link'],
): Promise<{ holder: Item; item: Item; exchanges: Recorded[] }> {
  if (link.by === undefined) {
    const issued = await issuedItem(context, link)
    return { ...issued, exchanges: [issued.item.made] }
  }
  const holder = await context.item(link.holder, { fresh: true })
  return { holder, ...(await linkedItem(context, link, holder)) }
}

/** The response that shows an item in a state, where it is in it or a request brings it there. */
async function shownIn(context: CheckContext, item: Item, state: string): Promise<Recorded | undefined> {
  const status = statusOf(context.api, item.resource)
  if (status === undefined) return undefined
  const isIn = (one: Recorded) => one.status < 300 && shownAt(one, [status.property]) === state
  const before = await context.read(item)
  if (isIn(before)) return before
  if ((await enterState(context, item, status, state)) === undefined) return undefined
  const after = await context.read(item)
  return isIn(after) ? after : undefined
}

const known = new WeakMap<ResourceGraph, ReadonlyMap<Resource, ReadonlySet<Resource>>>()

/** The resources whose items can refer to items of a resource, or are below them. */
function referring(api: Api, graph: ResourceGraph, resource: Resource): ReadonlySet<Resource> {
  const all = known.get(graph) ?? referencesIn(api, graph)
  known.set(graph, all)
  return all.get(resource) ?? new Set()
}

function referencesIn(api: Api, graph: ResourceGraph): ReadonlyMap<Resource, ReadonlySet<Resource>> {
  const found = new Map<Resource, Set<Resource>>()
  const add = (target: Resource, one: Resource) =>
    void found.set(target, (found.get(target) ?? new Set()).add(one))
  for (const one of graph.resources) {
    if (one.create === undefined) continue
    const around = one.parent ?? graph.alongPath(one.create.path).at(-1)
    if (around !== undefined && around !== one) add(around, one)
    for (const { target } of referencesOf(api, graph, one)) add(target, one)
  }
  return found
}

/** The resources whose items prevent the request as long as they refer to its item; not those that it creates. */
const preventing = (
  api: Api,
  graph: ResourceGraph,
  resource: Resource,
  cause: string,
  operation: ApiOperation,
): Resource[] =>
  isOfSecond(graph, cause, operation)
    ? []
    : [...referring(api, graph, resource)].filter(
        (one) => one.create !== operation && preventsDeletion(cause, nounOf(one)),
      )

/** Whether the cause of a rejected creation is an item with the same values: "A match with this team exists already". */
const isOfSecond = ({ resources }: ResourceGraph, cause: string, operation: ApiOperation): boolean =>
  resources.some(({ create }) => create === operation) && promisedConflict(cause, 'below')

/** Brings an item into a state that the cause names: "The customer has open orders". */
async function inNamedState(context: CheckContext, item: Item, cause: string): Promise<void> {
  const status = statusOf(context.api, item.resource)
  const named = status && statesBefore(cause, nounOf(item.resource), status.values)
  const [state] = named ?? []
  const isInOne = named?.some((one) => one === item.body[status?.property ?? '']) === true
  if (status === undefined || state === undefined || isInOne) return
  if ((await enterState(context, item, status, state)) === undefined)
    context.notObserved({ code: 'not-made', what: `item whose ${status.property} is ${state}` })
}

async function referringTo(context: CheckContext, item: Item, other: Resource): Promise<Item> {
  const { api, graph } = context
  const relation = relationsTo(api, graph, item.resource).find(({ child }) => child === other)
  if (relation !== undefined) return relatedItem(context, relation, item)
  const names = referencesOf(api, graph, other).flatMap(({ name, target }) =>
    target === item.resource ? [name] : [],
  )
  return context.item(other, { fresh: true, body: (sent) => refer(sent, names, idOf(item)) })
}

/** The properties, at any level of the body that creates an item, that refer to others. */
function referencesOf(api: Api, graph: ResourceGraph, from: Resource): { name: string; target: Resource }[] {
  const inside = (schema: Json | undefined, level: number): { name: string; target: Resource }[] => {
    const view = viewOf(api.document, schema)
    if (level > MAX_LEVELS) return []
    return [
      ...(view.items === undefined ? [] : inside(view.items, level + 1)),
      ...membersOf(view).flatMap(([name, inner]) => {
        const target = graph.referredBy(name, inner, from)
        return target === undefined ? inside(inner, level + 1) : [{ name, target }]
      }),
    ]
  }
  return inside(from.create?.body?.schema, 0)
}

/** Sets the references in a body. */
function refer(body: JsonObject, names: readonly string[], id: Json): void {
  for (const [name, value] of Object.entries(body)) {
    if (names.includes(name)) body[name] = Array.isArray(value) ? [id] : id
    else for (const one of [value].flat()) if (isObject(one)) refer(one, names, id)
  }
}
