/** Effects of a request on the item that its own item refers to: "Ends the trip; the vehicle becomes `idle`." */
import { type ApiOperation, actionsOn } from '../../../model/api.ts'
import { descriptionOf } from '../../../model/description.ts'
import { type RelatedEffect, relatedEffectsIn } from '../../../model/effects.ts'
import { type Relation, relationsTo } from '../../../model/relations.ts'
import { type Status, statusOf } from '../../../model/roles.ts'
import { holderNouns } from '../../../model/singles.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { type Check, type CheckContext, type Item, type Plan, rejected } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { relatedItem } from '../related.ts'

interface Effect extends RelatedEffect {
  relation: Relation
  operation: ApiOperation
  of: Status
}

export function* relatedEffects({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const holder of graph.resources) {
    const of = statusOf(api, holder)
    if (of === undefined || holder.read === undefined || holder.create === undefined) continue
    for (const relation of relationsTo(api, graph, holder))
      for (const effect of effectsIn({ api }, relation, of))
        yield {
          name: `${of.property} of ${lastSegment(holder.collection)}`,
          constraint: `${effect.state} after the request`,
          operation: effect.operation,
          run: (context) => tryEffect(context, effect),
        }
  }
}

/** The effects of the creation and the deletion of an item, and of the actions on it. */
function effectsIn({ api }: Pick<Plan, 'api'>, relation: Relation, of: Status): Effect[] {
  const { create, delete: remove, item } = relation.child
  const operations = [create, remove, ...actionsOn(api, item)].filter((one) => one !== undefined)
  return operations.flatMap((operation) =>
    relatedEffectsIn(descriptionOf(operation.operation), holderNouns(relation), of.values).map((effect) => ({
      ...effect,
      relation,
      operation,
      of,
    })),
  )
}

async function tryEffect(context: CheckContext, effect: Effect): Promise<void> {
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
  const isRight = (one: Recorded) => shownAt(one, [of.property]) === state
  const after = await eventually(
    context,
    () => context.read(holder),
    (one) => isRight(one) || one.status >= 300,
  )
  if (after.status >= 300) return context.notObserved(rejected('GET after the request', after))
  if (isRight(after)) return
  context.broken({
    code: 'effect-missing',
    subject: `/${of.property}`,
    received: shownAt(after, [of.property]) ?? null,
    details: { text },
    exchange: after,
    with: [holder.made, ...(earlier === undefined ? [] : [earlier.made]), before, exchange],
    pointer: `/${of.property}`,
    place: operation.pointer,
  })
}

/** Creates the item, or sends the request to it. */
async function requestOn(
  context: CheckContext,
  { relation, operation }: Effect,
  holder: Item,
  item: Item | undefined,
): Promise<Recorded> {
  return item === undefined
    ? (await relatedItem(context, relation, holder)).made
    : (await context.succeed(operation, { params: item.params })).exchange
}
