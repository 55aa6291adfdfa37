import { bodyPlace } from '../../../model/api.ts'
import { descriptionOf, saysNow } from '../../../model/description.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { isOfRole } from '../../../model/roles.ts'
import { thingSent } from '../../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { tokensOf } from '../../../openapi/pointer.ts'
import { requiredOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf } from '../../engine/items.ts'
import { itemMadeBy } from '../../engine/jobs.ts'
import { type CheckContext, defineRule, type Item } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import {
  type Difference,
  hidesNull,
  isLeftToServer,
  isOfSentForm,
  isVolatile,
  sharedDifferences,
  storedDifferences,
  transferred,
} from '../compare.ts'
import { rejectedValue } from '../expectation.ts'
import { batchesCreated } from './batchesCreated.ts'
import { createdTogether } from './createdTogether.ts'
import { plainTexts } from './plainTexts.ts'
import { putReadBack } from './putReadBack.ts'
import { type Choice, choicesFor } from './references.ts'
import { textsStored } from './storedForms.ts'

/** The GET of a created item must show the sent properties and the state of the creation's response. */
export const createdReadBack = defineRule({
  ...definitionOf('created-read-back'),
  *checks({ api, graph, ...plan }) {
    yield* plainTexts({ graph })
    yield* putReadBack({ api, graph, ...plan })
    yield* batchesCreated({ api, graph })
    yield* textsStored({ api, graph })
    for (const resource of graph.resources) {
      const { create } = resource
      if (create?.body === undefined || resource.read === undefined) continue
      yield {
        name: 'base',
        constraint: 'created is read back',
        operation: create,
        run: (context) => readBack(context, resource),
      }
      const shown = responseProperties(api, resource.read)
      yield* createdTogether({ api, graph, ...plan }, resource, create)
      for (const [member, schema] of bodyProperties(api, create)) {
        if (!shown.has(member) || viewOf(api.document, schema).readOnly === true) continue
        for (const choice of choicesFor({ api, graph, ...plan }, resource, member, schema)) {
          yield {
            name: `${member}.${choice.name}`,
            constraint: `body.${member} is stored`,
            operation: create,
            run: (context) => variant(context, resource, member, choice),
          }
        }
      }
    }
  },
})

async function variant(
  context: CheckContext,
  resource: Resource,
  member: string,
  { choose, reform }: Choice,
): Promise<void> {
  const { create } = resource
  if (create?.body === undefined) return
  const { params } = await context.parts(create)
  const chosen = await choose(context, params)
  if (chosen === undefined) return context.notObserved({ code: 'not-made', what: 'such value' })
  // The variant that has the property, where there are several variants.
  const example = create.body.examples.findIndex((one) => isObject(one) && Object.hasOwn(one, member))
  const { parts } = await context.succeed(create, { fresh: false })
  const base = parts.body
  if (!isObject(base)) return context.notObserved({ code: 'not-an-object' })
  // A new name each time, for servers that require unique names.
  const again = await context.parts(create, example > 0 ? { example } : {})
  const own = isObject(again.body) ? again.body : base
  if (!isOfSentForm(context.api, create, own, member))
    return context.notObserved({ code: 'not-made', what: `body of the form with ${member}` })
  const body = { ...own, [member]: reform?.(own[member] ?? null) ?? chosen.value }
  if (!context.isValidBody(create, body))
    return context.notObserved({ code: 'invalid-together', what: `${chosen.what} for ${member}` })
  const made = await context.send(create, { ...again, body })
  if (made.status >= 300) {
    if (made.status >= 500)
      context.broken({
        ...rejectedValue(made, member, chosen),
        exchange: made,
        place: bodyPlace(create),
      })
    // Some values are only valid with knowledge that a schema does not contain.
    return context.notObserved({
      code: 'rejected',
      what: `${chosen.what} for ${member}`,
      status: made.status,
      body: made.body.toString(),
    })
  }
  const item = await itemMadeBy(context, resource, undefined, { exchange: made, parts: { ...again, body } })
  item.params = { ...again.params, ...item.params } as Item['params']
  await compare(context, item, [member])
}

async function readBack(context: CheckContext, resource: Resource): Promise<void> {
  const first = await differing(context, resource)
  if (first.length === 0) return
  // Other checks may have changed the item meanwhile: an invoice that contains a new time entry.
  const second = await differing(context, resource)
  const both = first.filter(({ pointer }) => second.some((one) => one.pointer === pointer))
  for (const one of both.slice(0, 2)) context.broken({ ...one, code: 'read-differs' })
}

/** The places at which the response to a creation and the GET show other values. */
async function differing(
  context: CheckContext,
  resource: Resource,
): Promise<(ReadDiffers & { pointer: string })[]> {
  const item = await context.item(resource, { fresh: true })
  await compare(context, item)
  const { json, status } = await context.read(item)
  const { made } = item
  if (status >= 300 || !isObject(made.json as Json) || !isObject(json as Json)) return []
  const later = await context.read(item)
  // An item that changes state by itself has other properties in its next state, too.
  const passed = Object.entries(json as JsonObject).some(
    ([name, value]) =>
      isOfRole(context.api, resource, 'passing', name) &&
      typeof value === 'string' &&
      item.body[name] !== value,
  )
  if (passed) return []
  // The response to the creation and the GET must show the same item.
  const found = sharedDifferences(
    item.body,
    json as never,
    (name) => isVolatile(context, resource, name) || isOfRole(context.api, resource, 'passing', name),
    (name) => isOfRole(context.api, resource, 'secret', name),
  )
  // Another request has put it into another item, such as an invoice of all new time entries.
  const isMoved = found.some(
    ({ pointer, sent, received }) =>
      (sent ?? null) === null &&
      (received ?? null) !== null &&
      context.graph.referredBy(pointer.slice(1), undefined, resource) !== undefined,
  )
  if (isMoved) return []
  return found.map(({ pointer, sent, received }) => ({
    subject: pointer,
    received,
    expected: sent,
    exchange: later,
    with: [made],
    pointer,
    place: resource.read?.pointer ?? '',
  }))
}

interface ReadDiffers {
  subject: string
  received: Json | undefined
  expected: Json | undefined
  exchange: Recorded
  with: Recorded[]
  place: string
}

/** Compares the response to the creation, and the GET afterwards, with the sent values. */
async function compare(context: CheckContext, item: Item, only?: string[]): Promise<void> {
  const { resource, sent, made } = item
  const { create, read } = resource
  if (create === undefined || read === undefined || !isObject(sent?.body)) return
  const first = await context.read(item)
  const response = first.status === 404 ? ((await readByOther(context, item)) ?? first) : first
  // An ID that the client chose may be too long for an address or a header (RFC 9110, 15.5.15; RFC 6585, 5).
  if ([414, 431].includes(response.status))
    return context.notObserved({
      code: 'rejected',
      what: 'such a long address',
      status: response.status,
      body: response.body.toString(),
    })
  if (response.status >= 300) {
    context.broken({
      code: 'wrong-status',
      subject: 'GET of a resource that was just created',
      received: response.status,
      expected: 200,
      exchange: response,
      with: [made],
      place: read.pointer,
    })
    return
  }
  for (const [exchange, operation] of [
    [made, create],
    [response, read],
  ] as const) {
    const shown = responseProperties(context.api, operation)
    for (const [member, given] of Object.entries(thingSent(context.api, create, sent.body))) {
      const value = given === undefined ? undefined : transferred(create, given)
      if (value === undefined || !shown.has(member) || (only !== undefined && !only.includes(member)))
        continue
      if (isLeftToServer(context, resource, member, value) || isOptionalId(context, resource, member))
        continue
      if (!isObject(exchange.json as Json)) continue
      if (value === null && hidesNull(context.api, operation, member)) continue
      const received = (exchange.json as Record<string, Json>)[member]
      const schema = bodyProperties(context.api, create).get(member)
      const found = storedDifferences(context.api, create, { member, value, received }, operation)
      for (const difference of found.slice(0, 2)) {
        if (isOfRole(context.api, create, 'passing', tokensOf(difference.pointer)[0] ?? '')) continue
        if (isCutToNow(viewOf(context.api.document, schema), difference, made)) continue
        context.broken({
          code: 'sent-value-changed',
          subject: difference.pointer,
          received: difference.received,
          expected: difference.sent,
          exchange,
          with: [made],
          pointer: difference.pointer,
          place: bodyPlace(create),
        })
      }
    }
  }
}

const MAX_CANDIDATES = 5

/** The item by another value of its creation: several may look like its ID, and the one that leads to it is. */
async function readByOther(context: CheckContext, item: Item): Promise<Recorded | undefined> {
  const { resource, body, params } = item
  const candidates = Object.entries(body).filter(
    (entry): entry is [string, string | number] =>
      (typeof entry[1] === 'number' || (typeof entry[1] === 'string' && /^[^\s/]{1,200}$/.test(entry[1]))) &&
      entry[1] !== idOf(item),
  )
  // The longest first: they are the least likely to be those of another item.
  candidates.sort(([, one], [, other]) => String(other).length - String(one).length)
  for (const [name, value] of candidates.slice(0, MAX_CANDIDATES)) {
    const response = await context.read({ ...item, params: { ...params, [resource.parameter]: value } })
    const shown = response.json as Json
    if (response.status >= 300 || !isObject(shown) || shown[name] !== value) continue
    const changing = (one: string) => isVolatile(context, resource, one)
    if (sharedDifferences(body, shown, changing, () => false).length === 0) return response
  }
  return undefined
}

/**
 * "A later moment than now means now": where the document declares that, the time of the request is also
 * correct.
 */
function isCutToNow(view: JsonObject, { sent, received }: Difference, made: Recorded): boolean {
  if (!saysNow(descriptionOf(view))) return false
  const [asked, answered] = [Date.parse(String(sent)), Date.parse(String(received))]
  return asked > made.startedAt && Math.abs(answered - made.startedAt) < 120_000
}

/** Whether a creation may leave the identifier to the server. Many servers then ignore one that is sent. */
const isOptionalId = (
  { api }: Pick<CheckContext, 'api'>,
  { idMember, create }: Resource,
  member: string,
): boolean =>
  member === idMember &&
  create !== undefined &&
  !requiredOf(viewOf(api.document, create.body?.schema)).has(member)
