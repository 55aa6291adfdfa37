/** Effects of an action on the other items of the same holder. */

import { nounOf } from '../../../model/relations.ts'
import { type SiblingEffect, siblingEffects } from '../../../model/siblingEffects.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { type Check, type CheckContext, type Item, NotObserved, type Plan } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { itemFor } from '../related.ts'
import { expectEffect } from './missingEffects.ts'

export function* effectsOnSiblings({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const child of graph.resources)
    for (const effect of siblingEffects(api, graph, child))
      yield {
        name: `${effect.status.property} of other ${lastSegment(child.collection)}`,
        constraint: `${effect.state} after the request`,
        operation: effect.operation,
        run: (context) => tryEffect(context, effect),
      }
}

async function tryEffect(context: CheckContext, effect: SiblingEffect): Promise<void> {
  const { relation, operation, status, from, state, text } = effect
  const holder = await context.item(relation.holder, { fresh: true })
  const one = await itemIn(context, effect, holder)
  const other = await itemFor(context, relation, holder, sameTimes(one))
  const before = await context.read(other)
  const was = shownAt(before, [status.property])
  if (was === state || was === undefined || (from !== undefined && was !== from))
    return context.notObserved({ code: 'not-made', what: `${nounOf(relation.child)} in such a state` })
  const { exchange } = await context.succeed(operation, { params: one.params })
  if (exchange.status === 202) return context.notObserved({ code: 'under-way' })
  const { property } = status
  await expectEffect(
    context,
    other,
    { property, text, wanted: JSON.stringify(state), operation, isRight: (value) => value === state },
    [...[holder.made, one.made, other.made], ...[before, exchange]],
  )
}

/** A new item of the holder, which is prepared for it where necessary. */
async function itemIn(context: CheckContext, { relation }: SiblingEffect, holder: Item): Promise<Item> {
  const { create } = relation.child
  try {
    return await itemFor(context, relation, holder)
  } catch (error) {
    const isInside = relation.property === undefined && create !== undefined
    if (!(error instanceof NotObserved) || !isInside) throw error
    await context.succeed(create, { fresh: true, params: holder.params })
    return itemFor(context, relation, holder)
  }
}

/** Two items for the same time overlap. */
const sameTimes =
  ({ sent }: Item) =>
  (body: JsonObject): void => {
    const given: Json = isObject(sent?.body) ? sent.body : {}
    for (const [name, value] of Object.entries(given as JsonObject))
      if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && name in body) body[name] = value
  }
