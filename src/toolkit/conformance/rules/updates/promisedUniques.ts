/** Creates a second item with the values that the document states no two items share: a second review of one product. */
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { statusOf } from '../../../model/roles.ts'
import { type UniquePromise, uniquePromises } from '../../../model/uniqueRules.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { validValue } from '../../../schema/values/valid.ts'
import type { Recorded } from '../../engine/events.ts'
import { itemIn, parentOf } from '../../engine/items.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'
import { enterState } from '../states.ts'

/** @param breaks reports an accepted request: the exchanges of the first item, then the request */
export function* promisedUniques(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: (context: CheckContext, promise: UniquePromise, exchanges: Recorded[]) => void,
): Generator<Check> {
  for (const resource of graph.resources)
    for (const promise of uniquePromises(api, graph, resource))
      yield {
        name: `${promise.most > 1 ? `more than ${promise.most} of the ` : ''}same ${promise.properties.join(' and ')}`,
        constraint: `response ${promise.status}`,
        operation: promise.operation,
        async run(context) {
          const exchanges = await again(context, resource, promise)
          if (exchanges !== undefined) breaks(context, promise, exchanges)
        },
      }
}

/** The exchanges that show that a second item with the same values was accepted. */
async function again(
  context: CheckContext,
  resource: Resource,
  promise: UniquePromise,
): Promise<Recorded[] | undefined> {
  const { operation, properties, states } = promise
  const first = await context.item(resource, {
    fresh: true,
    body: (sent) => addMissing(context, promise, sent),
  })
  const sent = isObject(first.sent?.body) ? first.sent.body : {}
  const [missing] = properties.filter((name) => (sent[name] ?? null) === null)
  if (missing !== undefined)
    return context.notObserved({ code: 'absent', from: 'the creation', what: missing })
  const moved = await broughtInto(context, first, states)
  const params = parentOf(first)
  const values = Object.fromEntries(properties.map((name) => [name, sent[name] ?? null]))
  const further = await more(context, promise, first, values)
  const parts = await context.parts(operation, { fresh: true, params })
  const body = { ...(isObject(parts.body) ? parts.body : {}), ...values }
  if (!context.isValidBody(operation, body))
    return context.notObserved({ code: 'invalid-together', what: properties.join(' and ') })
  const exchange = await context.send(operation, { ...parts, params: { ...parts.params, ...params }, body })
  if (exchange.status >= 300 || exchange.status === 202) return undefined
  const [one, other] = [first.made, exchange].map((each) => shownAt(each, [resource.idMember]))
  if (other === undefined || isSame(one, other)) return context.notObserved({ code: 'returned-first' })
  const isShared = properties.every((name) => isSame(shownAt(exchange, [name]) ?? sent[name], sent[name]))
  const isMeant = !promise.isOfBoth || states.length === 0 || isIn(context, resource, exchange, states)
  return isShared && isMeant && isFlagged(promise, [first.body, exchange.json as Json])
    ? [first.made, ...moved, ...further, exchange]
    : context.notObserved({ code: 'not-as-sent', member: properties[0] ?? '' })
}

/** Whether all items show the flag without which they do not count. */
const isFlagged = ({ flag }: UniquePromise, items: readonly Json[]): boolean =>
  flag === undefined || items.every((one) => isObject(one) && one[flag] === true)

/** Creates as many items with the same values as the document allows, after the first one. */
async function more(
  context: CheckContext,
  { most, states }: UniquePromise,
  first: Item,
  values: JsonObject,
): Promise<Recorded[]> {
  const { resource } = first
  const within = resource.parent && itemIn(resource.parent, first.params)
  const found: Recorded[] = []
  for (let nth = 1; nth < most; nth++) {
    const item = await context.item(resource, {
      fresh: true,
      ...(within && { within }),
      body: (sent) => void Object.assign(sent, values),
    })
    const isShared = Object.entries(values).every(([name, value]) =>
      isSame(isObject(item.sent?.body) ? item.sent.body[name] : undefined, value),
    )
    if (!isShared)
      return context.notObserved({ code: 'not-made', what: `${nth + 1} items with the same values` })
    found.push(item.made, ...(await broughtInto(context, item, states)))
  }
  return found
}

/** Adds values that a body may be without. */
function addMissing(
  { api: { document }, api, random }: CheckContext,
  { operation, properties }: UniquePromise,
  sent: JsonObject,
): void {
  const schemas = bodyProperties(api, operation)
  for (const name of properties) {
    if ((sent[name] ?? null) !== null) continue
    const value = validValue(schemas.get(name), { document, random, extent: 'full' }, name)
    if (value !== undefined) sent[name] = value
  }
}

const isIn = (
  { api }: CheckContext,
  resource: Resource,
  exchange: Recorded,
  states: readonly string[],
): boolean => {
  const shown: Json | undefined = shownAt(exchange, [statusOf(api, resource)?.property ?? ''])
  return states.some((state) => state === shown)
}

/** Brings an item into one of the states. @returns the exchanges that show it */
async function broughtInto(
  context: CheckContext,
  item: Item,
  states: readonly string[],
): Promise<Recorded[]> {
  if (states.length === 0) return []
  const before = await context.read(item)
  if (isIn(context, item.resource, before, states)) return [before]
  const status = statusOf(context.api, item.resource)
  for (const state of states) {
    const moved = await enterState(context, item, status, state)
    if (moved === undefined) continue
    const after = await context.read(item)
    if (isIn(context, item.resource, after, states)) return [moved, after]
  }
  return context.notObserved({ code: 'not-made', what: `item that is ${states.join(' or ')}` })
}
