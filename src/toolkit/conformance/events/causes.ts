/** Which operation raises which event: configured, or guessed from names. */

import type { ApiOperation } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { endsInId, isVerb, lastSegment, singularOf, wordsOf } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { variantsOf } from '../../schema/values/variants.ts'
import { membersOf, viewOf } from '../../schema/view.ts'
import type { Recorded } from '../engine/events.ts'
import { itemOf } from '../engine/items.ts'
import type { Parts } from '../engine/requests.ts'
import type { CheckContext, Item, Plan } from '../engine/rule.ts'
import type { EventMessage } from './eventTypes.ts'
import type { WebhookSettings } from './settings.ts'

export interface EventCause {
  message: EventMessage
  operation: ApiOperation
  /** Properties that the request must have. */
  body: JsonObject | undefined
  /** Whether a change without its event is a mistake; a guess from a vague name proves nothing. */
  certain: boolean
}

/** A change that was made, and what is known of it. */
export interface Change {
  cause: EventCause
  exchange: Recorded
  /** Of the request. */
  parts: Parts
  /** Ids that distinguish this change's event from others, the innermost last. */
  ids: string[]
  /** The resource as the API shows it: the response, or the resource before it was deleted. */
  shown: JsonObject | undefined
  /** The resource before the change, where that was read. */
  before: JsonObject | undefined
  startedAt: number
  endedAt: number
}

/** Whether the event reports the end of the work that a request began. */
export const isEnding = ({ type }: EventMessage): boolean => isVerb('ended', wordsOf(type).at(-1) ?? '')

/** The causes of a message's event; empty when none is known. */
export function causesOf(plan: Plan, message: EventMessage, settings: WebhookSettings): EventCause[] {
  const reported = settings.raised[message.type]
  if (reported !== undefined)
    return reported.flatMap(({ operation, body }) => {
      const found = plan.api.byId.get(operation)
      return found === undefined ? [] : [{ message, operation: found, body, certain: true }]
    })
  if (settings.unraised[message.type] !== undefined) return []
  const guessed = guess(plan, message)
  return guessed === undefined ? [] : [{ message, body: undefined, ...guessed }]
}

const singularWords = (text: string): string[] => wordsOf(text).map(singularOf)

function guess(plan: Plan, message: EventMessage): Pick<EventCause, 'operation' | 'certain'> | undefined {
  const words = wordsOf(message.type)
  const verb = words.pop() ?? ''
  // `com.example.order.created` begins with what no path has.
  for (let from = 0; from === 0 || from < words.length; from++) {
    const found = guessOf(plan, words.slice(from).map(singularOf), verb)
    if (found !== undefined) return found
  }
  return undefined
}

function guessOf(
  plan: Plan,
  subject: readonly string[],
  verb: string,
): Pick<EventCause, 'operation' | 'certain'> | undefined {
  const resource = resourceOf(plan, subject)
  if (isVerb('created', verb))
    return certain(resource?.create ?? resource?.put ?? collectionOf(plan, subject))
  if (isVerb('updated', verb)) return certain(resource?.update)
  if (isVerb('deleted', verb)) return certain(resource?.delete)
  // `cancelled` is of `cancel`.
  const stem = verb.replace(/(ied|ed|d)$/, '').replace(/([lpt])\1$/, '$1')
  const named = plan.api.operations
    .filter(
      ({ method, operationId, path }) =>
        method !== 'GET' &&
        stem.length > 2 &&
        [...wordsOf(operationId), ...wordsOf(path)].some((word) => word.startsWith(stem)) &&
        subject.some((word) => [...singularWords(operationId), ...singularWords(path)].includes(word)),
    )
    .sort((a, b) => a.path.length - b.path.length)
  if (named[0] !== undefined) return { operation: named[0], certain: true }
  const made = resource?.create
  return (isVerb('begun', verb) || isVerb('ended', verb)) && made !== undefined
    ? { operation: made, certain: false }
    : undefined
}

/** A POST to a collection whose items have no address of their own. */
const collectionOf = ({ api }: Plan, subject: readonly string[]): ApiOperation | undefined =>
  api.operations.find(
    ({ method, path }) => method === 'POST' && singularWords(lastSegment(path)).join() === subject.at(-1),
  )

const certain = (operation: ApiOperation | undefined) =>
  operation === undefined ? undefined : { operation, certain: true }

/** The resource whose collection's words end with the subject's: `prompt.version` is `/prompts/{id}/versions`. */
function resourceOf({ graph }: Plan, subject: readonly string[]): Resource | undefined {
  if (subject.length === 0) return undefined
  const fits = graph.resources.filter((resource) => {
    const path = resource.collection
      .split('/')
      .filter((part) => part !== '' && !part.startsWith('{'))
      .flatMap(singularWords)
    const along = subject.length > 1 ? path : path.slice(-wordsOf(path.at(-1) ?? '').length)
    return subject.every((word) => along.includes(word)) && path.at(-1) === subject.at(-1)
  })
  return fits.sort((a, b) => a.collection.length - b.collection.length)[0]
}

/**
 * Makes the change that raises the event, on an item of its own.
 * @param home the parent of the subscription, and so of the change
 * @throws NotObserved when the operation rejects the document's example
 */
export async function makeChange(context: CheckContext, cause: EventCause, home?: Item): Promise<Change> {
  const { operation, body } = cause
  const params = home && (await paramsBelow(context, operation, home))
  const chosen = { fresh: true, ...(params && { params }) }
  const resource = context.graph.resources.find(
    ({ update, delete: end, put }) => update === operation || end === operation || put === operation,
  )
  const startedAt = context.now()
  let before: JsonObject | undefined
  let parts: Parts
  let exchange: Recorded
  if (operation.method === 'DELETE') {
    parts = await context.parts(operation, chosen)
    before = await readAt(context, resource, parts)
    exchange = await context.send(operation, parts)
    if (exchange.status >= 300)
      return context.notObserved({
        code: 'returned',
        what: `${operation.operationId}, for its own item,`,
        status: exchange.status,
      })
  } else {
    const change = (given: Parts) => {
      if (body !== undefined)
        given.body = { ...(isObject(given.body as Json) ? (given.body as JsonObject) : {}), ...body }
    }
    const updates = resource !== undefined && (resource.update === operation || resource.put === operation)
    const made =
      (updates ? await changed(context, { resource, operation, change, chosen }) : undefined) ??
      (await context.succeed(operation, { ...chosen, change }))
    parts = made.parts
    exchange = made.exchange
  }
  const response = isObject(exchange.json as Json) ? (exchange.json as JsonObject) : undefined
  const ids = idsOf(context, operation, exchange, parts)
  // The ids of the common parent of all changes do not distinguish one from another.
  const own = ids.filter((id) => !Object.values(home?.params ?? {}).some((one) => String(one) === id))
  return {
    cause,
    exchange,
    parts,
    ids: own.length > 0 ? own : ids,
    shown: response ?? before,
    before,
    startedAt,
    endedAt: context.now(),
  }
}

/** Path parameters of an item of its own below `home`; undefined where the operation does not lead there. */
async function paramsBelow(
  context: CheckContext,
  operation: ApiOperation,
  home: Item,
): Promise<Parts['params'] | undefined> {
  const { resource } = home
  if (operation === resource.create || operation === resource.delete)
    return context.notObserved({
      code: 'outside-subscription',
      item: resource.item,
      operationId: operation.operationId,
    })
  const along = context.graph.alongPath(operation.path)
  if (!along.includes(resource)) return undefined
  let item = home
  for (const inner of along.slice(along.indexOf(resource) + 1))
    if (inner.put !== operation) item = await context.item(inner, { fresh: true, within: item })
  return item.params
}

/** An update that changes something: the document's example may have the values of the new item. */
async function changed(
  context: CheckContext,
  {
    resource,
    operation,
    change,
    chosen,
  }: {
    resource: Resource
    operation: ApiOperation
    change(given: Parts): void
    chosen: { fresh: boolean; params?: Parts['params'] }
  },
): Promise<{ exchange: Recorded; parts: Parts } | undefined> {
  const parts = await context.parts(operation, chosen)
  const before = await readAt(context, resource, parts)
  change(parts)
  if (before === undefined || !isObject(parts.body as Json)) return undefined
  const body = parts.body as JsonObject
  const same = (name: string, value: Json | undefined) =>
    JSON.stringify(before[name]) === JSON.stringify(value)
  if (Object.entries(body).every(([name, value]) => same(name, value))) {
    const { document } = context.api
    for (const [name, schema] of membersOf(viewOf(document, operation.body?.schema))) {
      const other =
        typeof before[name] === 'object'
          ? undefined
          : variantsOf(document, schema, context.random, name).find(({ value }) => !same(name, value))
      if (other === undefined || before[name] === undefined) continue
      parts.body = { ...body, [name]: other.value }
      break
    }
  }
  const exchange = await context.send(operation, parts)
  return exchange.status < 300 ? { exchange, parts } : undefined
}

async function readAt(
  context: CheckContext,
  resource: Resource | undefined,
  parts: Parts,
): Promise<JsonObject | undefined> {
  if (resource?.read === undefined) return undefined
  const { json, status } = await context.send(resource.read, { params: parts.params, query: {}, headers: {} })
  return status < 300 && isObject(json as Json) ? (json as JsonObject) : undefined
}

/** Values that name what was changed: of its path, and the id of what was made; for a batch those that its body names. */
function idsOf(context: CheckContext, operation: ApiOperation, exchange: Recorded, parts: Parts): string[] {
  const ids = Object.values(parts.params).map(String)
  const resource = context.graph.resources.find(
    ({ create, put }) => create === operation || put === operation,
  )
  if (resource !== undefined) {
    try {
      ids.push(String(itemOf(resource, undefined, exchange, parts).params[resource.parameter]))
    } catch {
      // Without an id in the response, only those of the path identify the change.
    }
  } else if (operation.method !== 'DELETE' && ids.length === 0) {
    const { json } = exchange
    const id = isObject(json as Json) ? (json as JsonObject).id : undefined
    if (typeof id === 'string' || typeof id === 'number') ids.push(String(id))
  }
  if (ids.length === 0) ids.push(...idsIn(parts.body ?? null), ...idsIn(parts.query as Json))
  return ids
}

/** Strings in properties named after ids. */
function idsIn(node: Json | undefined, named = false): string[] {
  if (typeof node === 'string') return named ? [node] : []
  if (Array.isArray(node)) return node.flatMap((one) => idsIn(one, named))
  if (!isObject(node as Json)) return []
  return Object.entries(node as JsonObject).flatMap(([name, value]) => idsIn(value, endsInId(name)))
}

/** Whether a payload contains a value, as a whole string or number. */
export function containsValue(node: unknown, value: string): boolean {
  if (typeof node === 'string') return node === value || node.endsWith(`/${value}`)
  if (typeof node === 'number') return String(node) === value
  if (Array.isArray(node)) return node.some((one) => containsValue(one, value))
  return (
    typeof node === 'object' && node !== null && Object.values(node).some((one) => containsValue(one, value))
  )
}
