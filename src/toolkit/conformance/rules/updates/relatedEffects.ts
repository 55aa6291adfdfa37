/** Effects of a request on the item that its own item refers to: "Ends the trip; the vehicle becomes `idle`." */
import { type RelatedAction, relatedActions } from '../../../model/relatedActions.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { relatedItem } from '../related.ts'
import { expectEffect } from './missingEffects.ts'

export function* relatedEffects({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const holder of graph.resources) {
    if (holder.read === undefined || holder.create === undefined) continue
    for (const effect of relatedActions(api, graph, holder))
      yield {
        name: `${effect.of.property} of ${lastSegment(holder.collection)}`,
        constraint: `${effect.state} after the request`,
        operation: effect.operation,
        run: (context) => tryEffect(context, effect),
      }
  }
}

async function tryEffect(context: CheckContext, effect: RelatedAction): Promise<void> {
  const { relation, operation, of, state, text } = effect
  const holder = await context.item(relation.holder, { fresh: true })
  const isCreation = operation === relation.child.create
  const earlier = isCreation ? undefined : await relatedItem(context, relation, holder)
  const before = await context.read(holder)
  if (shownAt(before, [of.property]) === state)
    return context.notObserved({ code: 'not-made', what: `item whose ${of.property} is not ${state} yet` })
  const exchange = await requestOn(context, effect, holder, earlier)
  // A job that was only accepted may be under way.
  if (exchange.status === 202) return context.notObserved({ code: 'under-way' })
  await expectEffect(
    context,
    holder,
    { property: of.property, text, operation, isRight: (value) => value === state },
    [holder.made, ...(earlier === undefined ? [] : [earlier.made]), before, exchange],
  )
}

/** Creates the item, or sends the request to it. */
async function requestOn(
  context: CheckContext,
  { relation, operation }: RelatedAction,
  holder: Item,
  item: Item | undefined,
): Promise<Recorded> {
  return item === undefined
    ? (await relatedItem(context, relation, holder)).made
    : (await context.succeed(operation, { params: item.params })).exchange
}
