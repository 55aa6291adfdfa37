/**
 * Several items created by one request: nested items of a creation, and batches. Each must be stored, in
 * order.
 */

import { type Api, type ApiOperation, bodyPlace } from '../../../model/api.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { lastSegment, normal } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { validatorOf } from '../../../schema/validators.ts'
import { membersOf, typesOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { idInside, itemsOf } from '../../engine/items.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { differences, isOfSentForm } from '../compare.ts'
import { type Choice, choicesFor } from './references.ts'

export function* createdTogether(plan: Plan, resource: Resource, create: ApiOperation): Iterable<Check> {
  const { api, graph } = plan
  for (const [member, schema] of bodyProperties(api, create)) {
    const view = viewOf(api.document, schema)
    if (!typesOf(view).includes('array')) continue
    const constraint = `body.${member} is stored`
    const child = graph.resources.find(
      (one) =>
        one.parent === resource &&
        one.list !== undefined &&
        normal(lastSegment(one.collection)) === normal(member),
    )
    const isBatch = containsItems(api, resource, member)
    if (child === undefined && !isBatch) continue
    for (const choice of choicesFor(plan, resource, member, schema)) {
      yield {
        name: `${member}.${isBatch ? 'batch' : 'below'}.${choice.name}`,
        constraint,
        operation: create,
        run: (context) => tryOne(context, resource, create, member, choice, isBatch ? undefined : child),
      }
    }
  }
}

/** Whether the response to a creation lists the created items, each with its id. */
function containsItems(api: Api, resource: Resource, member: string): boolean {
  const schema = responseProperties(api, resource.create).get(member)
  const item = viewOf(api.document, viewOf(api.document, schema).items)
  return membersOf(item).some(([name]) => name === resource.idMember)
}

async function tryOne(
  context: CheckContext,
  resource: Resource,
  create: ApiOperation,
  member: string,
  choice: Choice,
  child: Resource | undefined,
): Promise<void> {
  const parts = await context.parts(create, { fresh: true })
  const chosen = await choice.choose(context, parts.params)
  if (chosen === undefined || !Array.isArray(chosen.value) || !isObject(parts.body))
    return context.notObserved({ code: 'not-made', what: 'such value' })
  if (!isOfSentForm(context.api, create, parts.body, member))
    return context.notObserved({ code: 'not-made', what: `body of the form with ${member}` })
  const body = { ...parts.body, [member]: chosen.value }
  if (validatorOf(context.api.document)(create.body?.schemaPointer ?? '', body).length > 0)
    return context.notObserved({ code: 'invalid-together', what: `${chosen.what} for ${member}` })
  const made = await context.send(create, { ...parts, body })
  if (made.status >= 300)
    return context.notObserved({
      code: 'rejected',
      what: `${chosen.what} for ${member}`,
      status: made.status,
      body: made.body.toString(),
    })
  if (!isObject(made.json as Json)) return
  const response = made.json as JsonObject
  if (child === undefined) {
    const listed = Array.isArray(response[member]) ? response[member].filter(isObject) : []
    check(context, { made, exchange: made, member, place: create }, chosen.value, listed, true)
    await readEach(context, resource, { made, member, params: parts.params }, chosen.value, listed)
    return
  }
  const id = idInside(response, resource)
  if (child.list === undefined || (typeof id !== 'string' && typeof id !== 'number')) return
  const params = { ...parts.params, [resource.parameter]: id }
  const exchange = await context.send(child.list, { params, query: {}, headers: {} })
  if (exchange.status >= 300)
    return context.notObserved({ code: 'rejected', what: 'the list', status: exchange.status })
  const inOrder = child.list.inputs.some(
    ({ schema }) => viewOf(context.api.document, schema).default === 'asc',
  )
  const listed = itemsOf(context, child, exchange)
  check(context, { made, exchange, member, place: create }, chosen.value, listed, inOrder)
}

interface Reported {
  made: Recorded
  exchange: Recorded
  member: string
  place: ApiOperation
}

/** The sent properties of an item that its representation shows. */
function visible(sent: Json, shown: ReadonlySet<string>): Json {
  if (!isObject(sent)) return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => shown.has(name)))
}

function check(
  context: CheckContext,
  reported: Reported,
  sent: Json[],
  listed: JsonObject[],
  inOrder: boolean,
): void {
  const { made, exchange, member, place } = reported
  const shown = new Set(listed.flatMap((one) => Object.keys(one)))
  const proof = { exchange, with: [made], place: bodyPlace(place) }
  if (listed.length !== sent.length) {
    context.broken({
      ...proof,
      code: 'created-count-differs',
      subject: member,
      received: listed.length,
      expected: sent.length,
    })
    return
  }
  for (const [index, one] of sent.entries()) {
    const wanted = visible(one, shown)
    const fits = (other: JsonObject | undefined) => differences(wanted, other).length === 0
    if (inOrder ? fits(listed[index]) : listed.some(fits)) continue
    const [difference] = differences(wanted, listed[index])
    context.broken({
      ...proof,
      code: 'created-value-differs',
      subject: difference?.pointer ?? '',
      received: difference?.received,
      expected: difference?.sent,
      details: { number: index + 1, property: member },
      ...(difference !== undefined && { pointer: difference.pointer }),
    })
    return
  }
}

/** The response must show each item as its own GET does. */
async function readEach(
  context: CheckContext,
  resource: Resource,
  { made, member, params }: { made: Recorded; member: string; params: Record<string, Json> },
  sent: Json[],
  listed: JsonObject[],
): Promise<void> {
  const { read, parameter } = resource
  if (read === undefined) return
  for (const [index, one] of sent.entries()) {
    const received = listed[index]
    const id = received && idInside(received, resource)
    if (id === undefined || id === null) continue
    const exchange = await context.send(read, {
      params: { ...params, [parameter]: id },
      query: {},
      headers: {},
    })
    if (!isObject(exchange.json as Json)) continue
    const now = exchange.json as JsonObject
    const [difference] = differences(visible(one, new Set(Object.keys(now))), now)
    if (difference === undefined) continue
    return context.broken({
      code: 'created-value-differs',
      subject: difference.pointer,
      received: difference.received,
      expected: difference.sent,
      details: { number: index + 1, property: member },
      exchange,
      with: [made],
      pointer: difference.pointer,
      place: read.pointer,
    })
  }
}
