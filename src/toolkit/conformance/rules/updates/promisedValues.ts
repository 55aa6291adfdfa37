/** Values that the document rules out next to other ones: a lower odometer, more than the capacity of the depot. */

import { bodyProperties } from '../../../model/operationProperties.ts'
import { type RelatedLimit, relatedLimits } from '../../../model/relatedValues.ts'
import { nounOf } from '../../../model/relations.ts'
import type { Resource } from '../../../model/resources.ts'
import { type RisingNumber, risingNumbers } from '../../../model/rising.ts'
import type { Json } from '../../../openapi/document.ts'
import { viewOf, withoutNull } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { type Check, type CheckContext, type Item, type Plan, rejected } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { createFor, relatedItem } from '../related.ts'
import { setBy } from '../states.ts'

type Breaks = (context: CheckContext, promise: RisingNumber | RelatedLimit, exchanges: Recorded[]) => void

/** @param breaks reports an accepted request: the exchanges before it, then the request */
export function* promisedValues(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: Breaks,
): Generator<Check> {
  for (const resource of graph.resources) {
    if (resource.create === undefined || resource.read === undefined) continue
    for (const rising of risingNumbers(api, resource))
      yield {
        name: `lower ${rising.property}`,
        constraint: `response ${rising.status}`,
        operation: rising.operation,
        async run(context) {
          const exchanges = await lower(context, resource, rising)
          if (exchanges !== undefined) breaks(context, rising, exchanges)
        },
      }
    for (const limit of relatedLimits(api, graph, resource))
      yield {
        name: `${limit.property} above the ${limit.of} of the ${nounOf(resource)}`,
        constraint: `response ${limit.status}`,
        operation: limit.operation,
        async run(context) {
          const exchanges = await exceed(context, limit)
          if (exchanges !== undefined) breaks(context, limit, exchanges)
        },
      }
  }
}

/** By how much a number rises, and falls again by half. */
const STEP = 20

/** Raises a number, and lowers it again. @returns the exchanges, where the item then shows the lower one */
async function lower(
  context: CheckContext,
  resource: Resource,
  { operation, property }: RisingNumber,
): Promise<Recorded[] | undefined> {
  const item = await context.item(resource, { fresh: true })
  const start = shownAt(await context.read(item), [property])
  const { minimum } = withoutNull(
    context.api.document,
    viewOf(context.api.document, bodyProperties(context.api, operation).get(property)),
  )
  const low = Math.max(...[start, minimum, 0].map((one) => (typeof one === 'number' ? one : 0)))
  const raised = await setBy(context, item, operation, { [property]: low + STEP })
  if (raised.status >= 300) return context.notObserved(rejected(`the higher ${property}`, raised))
  const before = await context.read(item)
  if (shownAt(before, [property]) !== low + STEP)
    return context.notObserved({ code: 'not-as-sent', member: property })
  const lowered = await setBy(context, item, operation, { [property]: low + STEP / 2 })
  if (lowered.status >= 300) return undefined
  const after = await context.read(item)
  return shownAt(after, [property]) === low + STEP / 2
    ? [item.made, raised, before, after, lowered]
    : undefined
}

/** The capacity of a new holder, where a request can set it. */
const SMALL = 3

/** Creates an item within the limit, and one above it. @returns the exchanges, where the second one was accepted */
async function exceed(context: CheckContext, limit: RelatedLimit): Promise<Recorded[] | undefined> {
  const { relation, property, of } = limit
  const within = await limited(context, limit)
  const allowed = await relatedItem(
    context,
    relation,
    within.holder,
    (sent) => void Object.assign(sent, { [property]: within.most }),
  )
  const { holder, most } = await limited(context, limit)
  const what = `${property} above the ${of}`
  const exchange = await createFor(context, relation, holder, { [property]: most + 1 }, what)
  const shown: Json | undefined = shownAt(exchange, [property])
  return exchange.status < 300 && (shown === undefined || shown === most + 1)
    ? [allowed.made, holder.made, exchange]
    : undefined
}

/** A new holder, and its capacity. */
async function limited(
  context: CheckContext,
  { relation, of }: RelatedLimit,
): Promise<{ holder: Item; most: number }> {
  const isSent = bodyProperties(context.api, relation.holder.create).has(of)
  const holder = await context.item(relation.holder, {
    fresh: true,
    ...(isSent && { body: (sent) => void Object.assign(sent, { [of]: SMALL }) }),
  })
  const most = shownAt(await context.read(holder), [of])
  return typeof most === 'number'
    ? { holder, most }
    : context.notObserved({ code: 'absent', from: `the ${nounOf(relation.holder)}`, what: of })
}
