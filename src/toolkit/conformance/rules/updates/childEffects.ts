import { type RelatedChildEffect, relatedChildEffects } from '../../../model/relatedChildEffects.ts'
import { issuedRelations, nounOf, relationsTo } from '../../../model/relations.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import type { Json } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf } from '../../engine/items.ts'
import {
  type Check,
  type CheckContext,
  type Item,
  NotObserved,
  type Plan,
  rejected,
} from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'
import { issuedItem, relatedItem } from '../related.ts'
import { enterState, setBy } from '../states.ts'
import { expectEffect } from './missingEffects.ts'

/** Items that have to change. */
const COUNT = 2

export function* childEffects({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const holder of graph.resources) {
    if (holder.create === undefined) continue
    const relations = [...relationsTo(api, graph, holder), ...issuedRelations(api, graph, holder)]
    for (const effect of relations.flatMap((relation) => relatedChildEffects(api, relation)))
      yield {
        name: `${effect.status.property} of ${lastSegment(effect.relation.child.collection)}`,
        constraint: `${effect.state} after the request`,
        operation: effect.operation,
        // The item to which one refers that no request creates may be one that other checks use.
        ...(effect.relation.child.create === undefined && { later: true as const }),
        run: (context) => tryEffect(context, effect),
      }
  }
}

/** A new holder with the items that have to change; with one of them, where it can have no more. */
async function family(
  context: CheckContext,
  effect: RelatedChildEffect,
): Promise<{ holder: Item; items: Item[] }> {
  if (effect.relation.child.create === undefined) {
    const { holder, item } = await issuedItem(context, effect.relation)
    return { holder, items: [item] }
  }
  const make = async (count: number) => {
    const holder = await context.item(effect.relation.holder, { fresh: true })
    const items: Item[] = []
    while (items.length < count) items.push(await inNext(context, effect, holder, items.length))
    return { holder, items }
  }
  try {
    return await make(COUNT)
  } catch (error) {
    if (!(error instanceof NotObserved)) throw error
    return make(1)
  }
}

/** A new item of the holder in the next one of the states, or in any of them. */
async function inNext(
  context: CheckContext,
  effect: RelatedChildEffect,
  holder: Item,
  nth: number,
): Promise<Item> {
  const { from } = effect
  if (nth === 0 || from.length < 2) return childIn(context, effect, holder, from)
  try {
    return await childIn(context, effect, holder, from.slice(nth % from.length).slice(0, 1))
  } catch (error) {
    if (!(error instanceof NotObserved)) throw error
    return childIn(context, effect, holder, from)
  }
}

async function tryEffect(context: CheckContext, effect: RelatedChildEffect): Promise<void> {
  const { relation, operation } = effect
  const { holder, items } = await family(context, effect)
  const other = items.length < COUNT ? undefined : await childInOther(context, effect, holder)
  const before = await Promise.all(items.map((item) => context.read(item)))
  if (!before.every((one) => isConcerned(effect, holder, one)))
    return context.notObserved({ code: 'not-made', what: `${nounOf(relation.child)} in such a state` })
  const exchange =
    effect.sets === undefined
      ? (await context.succeed(operation, { params: holder.params })).exchange
      : await setBy(context, holder, operation, effect.sets)
  if (exchange.status >= 300) return context.notObserved(rejected('the request', exchange))
  // A job that was only accepted may be under way.
  if (exchange.status === 202) return context.notObserved({ code: 'under-way' })
  const proof = [holder.made, ...items.map(({ made }) => made), ...before, exchange]
  for (const item of items) if (!(await isChanged(context, effect, item, proof))) return
  if (other !== undefined) await expectUnchanged(context, effect, other, exchange)
}

/** Whether an item belongs to the holder and is in a state that the request changes. */
function isConcerned(
  { relation, status, from, state }: RelatedChildEffect,
  holder: Item,
  read: Recorded,
): boolean {
  const now = shownAt(read, [status.property])
  const id: Json | undefined = relation.property && shownAt(read, [relation.property])
  if (read.status >= 300 || now === state || (id !== undefined && !isSame(id, idOf(holder)))) return false
  return from.length === 0 ? now !== undefined : from.some((one) => one === now)
}

/** A new item of the holder in one of the states; in any where there are none. */
async function childIn(
  context: CheckContext,
  { relation, status }: RelatedChildEffect,
  holder: Item,
  states: readonly string[],
): Promise<Item> {
  const item = await relatedItem(context, relation, holder)
  const now = shownAt(await context.read(item), [status.property])
  if (states.length === 0 || states.some((one) => one === now)) return item
  for (const state of states) if ((await enterState(context, item, status, state)) !== undefined) return item
  return context.notObserved({
    code: 'not-made',
    what: `${nounOf(relation.child)} that is ${states.join(' or ')}`,
  })
}

/** An item in a state that the text leaves out; undefined where none can be reached. */
async function childInOther(
  context: CheckContext,
  effect: RelatedChildEffect,
  holder: Item,
): Promise<{ item: Item; before: Recorded; was: Json } | undefined> {
  const { status, from, state } = effect
  if (from.length === 0) return undefined
  try {
    const others = status.values.filter((one) => one !== state && !from.includes(one))
    const item = await childIn(context, effect, holder, others)
    const before = await context.read(item)
    const was = shownAt(before, [status.property])
    return others.some((one) => one === was) && was !== undefined ? { item, before, was } : undefined
  } catch (error) {
    if (!(error instanceof NotObserved)) throw error
    return undefined
  }
}

/** Reads an item until it has the new state; reports one that does not get it. */
async function isChanged(
  context: CheckContext,
  { operation, status, state, text }: RelatedChildEffect,
  item: Item,
  proof: Recorded[],
): Promise<boolean> {
  const { property } = status
  return expectEffect(
    context,
    item,
    { property, text, wanted: JSON.stringify(state), operation, isRight: (value) => value === state },
    proof,
  )
}

async function expectUnchanged(
  context: CheckContext,
  { operation, status, state, text }: RelatedChildEffect,
  { item, before, was }: { item: Item; before: Recorded; was: Json },
  exchange: Recorded,
): Promise<void> {
  const after = await context.read(item)
  const now = shownAt(after, [status.property])
  if (after.status >= 300 || now !== state || isSame(now, was)) return
  context.broken({
    code: 'effect-missing',
    subject: `/${status.property}`,
    received: now,
    details: { text, wanted: JSON.stringify(was) },
    exchange: after,
    with: [item.made, before, exchange],
    pointer: `/${status.property}`,
    place: operation.pointer,
  })
}
