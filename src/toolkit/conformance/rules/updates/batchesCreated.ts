/** Batches of creations with a result for each entry, such as `POST /issues/batch` that returns 207. */

import { type Api, type ApiOperation, bodyPlace, successSchema } from '../../../model/api.ts'
import { descriptionOf, saysInOrder } from '../../../model/description.ts'
import type { Resource } from '../../../model/resources.ts'
import { isIdName, leadsTo, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { tokensOf } from '../../../openapi/pointer.ts'
import { violationsOf } from '../../../schema/values/violations.ts'
import { membersOf, requiredOf, typesOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { idInside } from '../../engine/items.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { type Difference, differences } from '../compare.ts'

interface Batch {
  resource: Resource
  create: ApiOperation
  operation: ApiOperation
  /** The property with the entries. */
  member: string
  /** Properties of an entry. */
  names: readonly string[]
}

export function* batchesCreated({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    const { create } = resource
    if (create?.body === undefined || resource.read === undefined) continue
    for (const operation of api.operations) {
      const batch = batchOf(api, resource, create, operation)
      if (batch === undefined) continue
      yield {
        name: `${batch.member} each`,
        constraint: `body.${batch.member} is stored`,
        operation,
        run: (context) => createsEach(context, batch),
      }
      if (hasStatuses(api, operation))
        yield {
          name: `${batch.member} with an invalid entry`,
          constraint: `body.${batch.member} has results`,
          operation,
          run: (context) => rejectsEntry(context, batch),
        }
    }
  }
}

function batchOf(
  { document }: Api,
  resource: Resource,
  create: ApiOperation,
  operation: ApiOperation,
): Batch | undefined {
  const { method, path, body } = operation
  const name = path.startsWith(resource.collection) ? path.slice(resource.collection.length) : ''
  if (method !== 'POST' || body === undefined || !leadsTo('batch', name)) return undefined
  for (const [member, schema] of membersOf(viewOf(document, body.schema))) {
    const view = viewOf(document, schema)
    if (!typesOf(view).includes('array')) continue
    const names = membersOf(viewOf(document, view.items)).map(([one]) => one)
    const needed = requiredOf(viewOf(document, create.body?.schema))
    if (names.length > 0 && [...needed].every((one) => names.includes(one)))
      return { resource, create, operation, member, names }
  }
  return undefined
}

/** Whether each result has a status of its own. */
function hasStatuses({ document, ...api }: Api, operation: ApiOperation): boolean {
  const whole = viewOf(document, successSchema({ document, ...api }, operation)?.schema)
  return [whole, ...membersOf(whole).map(([, schema]) => viewOf(document, schema))].some(({ items }) =>
    membersOf(viewOf(document, items)).some(
      ([name, schema]) => soundsLike('status', name) && typesOf(viewOf(document, schema)).includes('integer'),
    ),
  )
}

interface Sent {
  entries: JsonObject[]
  params: Item['params']
  exchange: Recorded
  results: JsonObject[]
}

/** Sends valid entries. `change` returns other ones, or undefined where there are none to try. */
async function sendBatch(
  context: CheckContext,
  { operation, create, member, names }: Batch,
  change: (entries: JsonObject[]) => JsonObject[] | undefined = (entries) => entries,
): Promise<Sent> {
  const base = await context.parts(operation, { fresh: true })
  const valid: JsonObject[] = []
  for (let count = 0; count < 3; count++) {
    const { body } = await context.parts(create, { fresh: true, params: base.params })
    const entries = isObject(body) ? Object.entries(body).filter(([name]) => names.includes(name)) : []
    valid.push(Object.fromEntries(entries))
  }
  const entries = change(valid)
  const body = { ...(isObject(base.body) ? base.body : {}), [member]: entries ?? [] }
  if (entries === undefined || !context.isValidBody(operation, body))
    return context.notObserved({ code: 'not-made', what: `batch of ${member}` })
  const exchange = await context.send(operation, { ...base, body })
  if (exchange.status >= 300)
    return context.notObserved({ code: 'rejected', what: 'the batch', status: exchange.status })
  const results = resultsIn(exchange.json as Json)
  if (results.length === 0)
    return context.notObserved({ code: 'absent', from: 'the response', what: 'results' })
  return { entries, params: base.params as Item['params'], exchange, results }
}

function resultsIn(json: Json): JsonObject[] {
  const lists = Array.isArray(json) ? [json] : isObject(json) ? Object.values(json).filter(Array.isArray) : []
  return lists.map((list) => list.filter(isObject)).find((list) => list.length > 0) ?? []
}

const statusIn = (result: JsonObject | undefined): number | undefined =>
  Object.entries(result ?? {}).flatMap(([name, value]) =>
    soundsLike('status', name) && typeof value === 'number' ? [value] : [],
  )[0]

/** The item in a result: itself, or one of its properties. */
function itemIn(result: JsonObject, { resource }: Batch): JsonObject | undefined {
  const hasId = (one: JsonObject) =>
    Object.keys(one).some((name) => name === resource.idMember || isIdName(name))
  return [result, ...Object.values(result).filter(isObject)].find(hasId)
}

async function createsEach(context: CheckContext, batch: Batch): Promise<void> {
  const { operation, member, resource } = batch
  const { entries, params, exchange, results } = await sendBatch(context, batch)
  if (results.some((one) => (statusIn(one) ?? 200) >= 400))
    return context.notObserved({ code: 'rejected', what: 'an entry of the batch', status: exchange.status })
  const proof = { exchange, place: bodyPlace(operation) }
  if (results.length !== entries.length)
    return context.broken({
      ...proof,
      code: 'created-count-differs',
      subject: member,
      received: results.length,
      expected: entries.length,
    })
  const items = results.map((one) => itemIn(one, batch))
  for (const item of items) {
    const id = item && idInside(item, resource)
    if (typeof id === 'string' || typeof id === 'number')
      context.own(resource, { ...params, [resource.parameter]: id }, exchange)
  }
  const wrong = differing(operation, entries, items)
  if (wrong === undefined) return areThere(context, batch, { params, exchange, items })
  context.broken({
    ...proof,
    code: 'created-value-differs',
    subject: wrong.pointer,
    received: wrong.received,
    expected: wrong.sent,
    details: { number: wrong.index + 1, property: member },
  })
}

/** The first entry that its result shows otherwise; in any order, unless the document states the order. */
function differing(
  { responses }: ApiOperation,
  entries: readonly JsonObject[],
  items: readonly (JsonObject | undefined)[],
): (Difference & { index: number }) | undefined {
  const inOrder = saysInOrder([...responses.values()].map(({ node }) => descriptionOf(node)).join(' '))
  const differencesIn = (entry: JsonObject, item: JsonObject) => differences(visible(entry, item), item)
  for (const [index, entry] of entries.entries()) {
    const own = items[index]
    if (own === undefined) continue
    const [difference] = differencesIn(entry, own)
    if (difference === undefined) continue
    const isElsewhere = items.some((one) => one !== undefined && differencesIn(entry, one).length === 0)
    if (inOrder || !isElsewhere) return { ...difference, index }
  }
  return undefined
}

const visible = (entry: JsonObject, item: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => Object.hasOwn(item, name)))

async function areThere(
  context: CheckContext,
  { resource, member }: Batch,
  { params, exchange, items }: Pick<Sent, 'params' | 'exchange'> & { items: (JsonObject | undefined)[] },
): Promise<void> {
  for (const [index, item] of items.entries()) {
    const id = item && idInside(item, resource)
    if (resource.read === undefined || (typeof id !== 'string' && typeof id !== 'number')) continue
    const at = { params: { ...params, [resource.parameter]: id }, query: {}, headers: {} }
    const read = await context.send(resource.read, at)
    if (read.status !== 404) continue
    return context.broken({
      code: 'wrong-status',
      subject: `GET of item ${index + 1} of ${member}`,
      received: read.status,
      expected: 200,
      exchange: read,
      with: [exchange],
      place: resource.read.pointer,
    })
  }
}

/** An entry that the creation of one item rejects has an error as its result. */
async function rejectsEntry(context: CheckContext, batch: Batch): Promise<void> {
  const { operation, create, member } = batch
  const { exchange, results } = await sendBatch(context, batch, ([first, second, third]) => {
    if (first === undefined || second === undefined || third === undefined) return undefined
    const required = requiredOf(viewOf(context.api.document, create.body?.schema))
    for (const { value, pointer } of violationsOf(context.api.document, create.body?.schema, second)) {
      // The batch may declare an optional property otherwise on purpose.
      if (!isObject(value) || !required.has(tokensOf(pointer)[0] ?? '') || context.isValidBody(create, value))
        continue
      const entries = [first, value, third]
      if (context.isValidBody(operation, { [member]: entries })) return entries
    }
    return undefined
  })
  const status = statusIn(results[1])
  if (results.length !== 3 || status === undefined || status >= 400) return
  context.broken({
    code: 'invalid-entry-accepted',
    subject: member,
    received: status,
    exchange,
    place: bodyPlace(operation),
  })
}
