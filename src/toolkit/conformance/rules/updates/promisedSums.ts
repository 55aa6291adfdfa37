/** Adds items until their sum is more than the document allows: two refunds of a payment that is larger than either. */

import { bodyProperties } from '../../../model/operationProperties.ts'
import { type SumLimit, sumLimits } from '../../../model/sumLimits.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import { viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Plan } from '../../engine/rule.ts'
import { type Check, type CheckContext, rejected } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { createFor } from '../related.ts'

/** The part of the limit that each of two items has. */
const PART = 0.6

/** @param breaks reports an accepted request: the exchanges before it, then the request */
export function* promisedSums(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: (context: CheckContext, promise: SumLimit, exchanges: Recorded[]) => void,
): Generator<Check> {
  for (const holder of graph.resources.filter(({ create }) => create !== undefined))
    for (const limit of sumLimits(api, graph, holder))
      yield {
        name: `sum of ${limit.of} above ${limit.most}`,
        constraint: `response ${limit.status}`,
        operation: limit.operation,
        async run(context) {
          const exchanges = await exceed(context, limit)
          if (exchanges !== undefined) breaks(context, limit, exchanges)
        },
      }
}

async function exceed(context: CheckContext, limit: SumLimit): Promise<Recorded[] | undefined> {
  const { relation, operation, of, most } = limit
  const holder = await context.item(relation.holder, { fresh: true, readyFor: operation })
  const read = await context.read(holder)
  const whole = shownAt(read, [most])
  const isWhole =
    viewOf(context.api.document, bodyProperties(context.api, operation).get(of)).type === 'integer'
  if (typeof whole !== 'number' || whole < 2)
    return context.notObserved({ code: 'not-made', what: `item with ${most}` })
  const part = isWhole ? Math.ceil(whole * PART) : Math.round(whole * PART * 100) / 100
  const create = () =>
    createFor(context, relation, holder, { [of]: part }, `two of ${lastSegment(relation.child.collection)}`)
  const first = await create()
  if (first.status >= 300) return context.notObserved(rejected('the first one', first))
  const now = shownAt(await context.read(holder), [most])
  // The sentence may be about the rest of it.
  if (now !== whole) return undefined
  const second = await create()
  return second.status < 300 && second.status !== 202 ? [holder.made, read, first, second] : undefined
}
