/** Sends a value that the document compares with another one: the same one where they must differ, and another where not. */
import { bodyProperties } from '../../../model/operationProperties.ts'
import { isAt } from '../../../model/paths.ts'
import type { Resource } from '../../../model/resources.ts'
import { type ValueMatch, valueMatches } from '../../../model/valueMatches.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { validValue } from '../../../schema/values/valid.ts'
import { viewOf, withoutNull } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf } from '../../engine/items.ts'
import type { Parts } from '../../engine/requests.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { isOfSentForm, isSame, shownAt } from '../compare.ts'

/** @param breaks reports an accepted request: the exchanges before it, then the request */
export function* promisedMatches(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: (context: CheckContext, promise: ValueMatch, exchanges: Recorded[]) => void,
): Generator<Check> {
  for (const operation of api.operations)
    for (const match of valueMatches(api, graph, operation))
      yield {
        name: `${match.property} ${match.relation === 'different' ? 'like' : 'unlike'} ${match.other.property}`,
        constraint: `response ${match.status}`,
        operation,
        async run(context) {
          const exchanges = await contradict(context, match)
          if (exchanges !== undefined) breaks(context, match, exchanges)
        },
      }
}

async function contradict(context: CheckContext, match: ValueMatch): Promise<Recorded[] | undefined> {
  const { operation, property, relation } = match
  const { parts, other, proof } = await stage(context, match)
  const sent = isObject(parts.body) ? parts.body : {}
  const value = relation === 'different' ? other : differing(context, match, other)
  const body: JsonObject = { ...sent, [property]: value ?? null }
  const isUsable = (value ?? null) !== null && (other ?? null) !== null
  if (
    !isUsable ||
    !isOfSentForm(context.api, operation, sent, property) ||
    !context.isValidBody(operation, body)
  )
    return context.notObserved({ code: 'not-made', what: `other ${property}` })
  const exchange = await context.send(operation, { ...parts, body })
  const shown = shownAt(exchange, [property])
  const isStored = shown === undefined || isSame(shown, value)
  return exchange.status < 300 && exchange.status !== 202 && isStored ? [...proof, exchange] : undefined
}

interface Stage {
  parts: Parts
  /** The value that the property is compared with. */
  other: Json | undefined
  proof: Recorded[]
}

/** A request that would succeed, with the value to compare with. */
async function stage(context: CheckContext, { operation, other }: ValueMatch): Promise<Stage> {
  if (other.in === 'reference') {
    const holder = await context.item(other.holder, { fresh: true })
    const read = await context.read(holder)
    const parts = await context.parts(operation, { fresh: true })
    const body = { ...(isObject(parts.body) ? parts.body : {}), [other.by]: idOf(holder) }
    return { parts: { ...parts, body }, other: shownAt(read, [other.property]), proof: [holder.made, read] }
  }
  const { parts: first } = await context.succeed(operation, { fresh: true })
  if (other.in === 'body') {
    const parts = await context.parts(operation, { fresh: true, params: first.params })
    return { parts, other: isObject(parts.body) ? parts.body[other.property] : undefined, proof: [] }
  }
  const resource = itemOn(context, operation.path)
  if (resource === undefined) return context.notObserved({ code: 'not-made', what: 'item' })
  const item = await context.item(resource, { readyFor: operation })
  const read = await context.read(item)
  const parts = await context.parts(operation, { params: item.params })
  return {
    parts: { ...parts, params: { ...parts.params, ...item.params } },
    other: shownAt(read, [other.property]),
    proof: [item.made, read],
  }
}

const itemOn = ({ graph }: CheckContext, path: string): Resource | undefined =>
  graph.resources.findLast((one) => isAt(one.item, path) && one.create !== undefined)

/** A valid value of the property that is not the other one, or none of its entries. */
function differing(
  { api: { document }, api, random }: CheckContext,
  { operation, property }: ValueMatch,
  other: Json | undefined,
): Json | undefined {
  const schema = bodyProperties(api, operation).get(property)
  const view = withoutNull(document, viewOf(document, schema))
  const isOther = (one: Json | undefined) =>
    one !== undefined && one !== null && ![other].flat().some((each) => isSame(each, one))
  if (Array.isArray(view.enum)) return view.enum.find(isOther)
  const values = [1, 2, 3].map(() => validValue(schema, { document, random, extent: 'full' }, property))
  return values.find(isOther)
}
