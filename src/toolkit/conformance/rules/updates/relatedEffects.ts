/** Effects of a request on the item that its own item refers to: "Ends the trip; the vehicle becomes `idle`." */
import { type RelatedAction, relatedActions } from '../../../model/relatedActions.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { relatedItem } from '../related.ts'
import { enterState } from '../states.ts'
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
  const { relation, operation, of, state, from, text } = effect
  const holder = await context.item(relation.holder, { fresh: true })
  const isCreation = operation === relation.child.create
  const earlier = isCreation ? undefined : await relatedItem(context, relation, holder)
  const before = await readIn(context, holder, of, from)
  if (shownAt(before, [of.property]) === state)
    return context.notObserved({ code: 'not-made', what: `item whose ${of.property} is not ${state} yet` })
  const exchange = await requestOn(context, effect, holder, earlier)
  // A job that was only accepted may be under way.
  if (exchange.status === 202) return context.notObserved({ code: 'under-way' })
  await expectEffect(
    context,
    holder,
    {
      property: of.property,
      text,
      wanted: JSON.stringify(state),
      operation,
      isRight: (value) => value === state,
    },
    [holder.made, ...(earlier === undefined ? [] : [earlier.made]), before, exchange],
  )
}

/** The item in one of the states, or as it is where there are none. */
async function readIn(
  context: CheckContext,
  holder: Item,
  of: RelatedAction['of'],
  states: readonly string[],
): Promise<Recorded> {
  const isIn = (one: Recorded) =>
    states.length === 0 || states.some((state) => shownAt(one, [of.property]) === state)
  const before = await context.read(holder)
  if (isIn(before)) return before
  await enterState(context, holder, of, states[0] ?? '')
  const after = await context.read(holder)
  return isIn(after)
    ? after
    : context.notObserved({ code: 'not-made', what: `item that is ${states.join(' or ')}` })
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
