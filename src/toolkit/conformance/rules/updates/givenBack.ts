/** Supplies that an item used up: the request that ends it gives them back. */
import { type GivingBack, givingBack, meantBy, supplyNumbers } from '../../../model/givenBack.ts'
import { statusOf } from '../../../model/roles.ts'
import { isGivenUp, lastSegment } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf, itemIn } from '../../engine/items.ts'
import { type Reference, referencesIn } from '../../engine/references.ts'
import { type Check, type CheckContext, type Item, type Plan, rejected } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { enterState } from '../states.ts'
import { expectEffect } from './missingEffects.ts'

export function* suppliesGivenBack({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const giving of givingBack(api, graph))
    yield {
      name: `gives back what ${lastSegment(giving.resource.collection)} used${giving.sets ? ` ${Object.values(giving.sets).join()}` : ''}`,
      constraint: 'what was used is given back',
      operation: giving.operation,
      // Other checks may use the same items.
      exclusive: true,
      run: (context) => tryGiving(context, giving),
    }
}

/** A number of an item that the first item refers to, or is in. */
interface Supply {
  holder: Item
  property: string
  value: number
}

async function tryGiving(context: CheckContext, giving: GivingBack): Promise<void> {
  const { resource, operation, relation } = giving
  // The request ends it, so that no other check may need it.
  const ended = relation && (await context.item(relation.holder, { fresh: true }))
  const inEnded = relation?.property === undefined && ended !== undefined ? { within: ended } : {}
  const belong = (sent: JsonObject) => {
    if (relation?.property !== undefined && ended !== undefined) sent[relation.property] = idOf(ended)
  }
  const first = await context.item(resource, { fresh: true, ...inEnded, body: belong })
  const all = referencesTo(context, giving, first).filter(
    ({ target }) => supplyNumbers(context.api, target).length > 0,
  )
  const meant = meantBy(
    giving,
    all.map(({ target }) => target),
  )
  const references = all.filter(({ target }) => meant.includes(target))
  const holders = references.flatMap(
    ({ target, id }) => itemIn(target, { ...first.params, [target.parameter]: id }) ?? [],
  )
  const before = await suppliesOf(context, holders)
  if (before.length === 0)
    return context.notObserved({ code: 'not-made', what: `item of ${resource.item} that uses something up` })
  const second = await context.item(resource, {
    fresh: true,
    ...inEnded,
    body(sent) {
      copyReferences(sent, first.sent?.body, references)
      belong(sent)
    },
  })
  if (!refersToSame(context, giving, second, references))
    return context.notObserved({ code: 'not-made', what: 'second item with the same references' })
  const proof = [first.made, second.made]
  const used = await usedUp(context, second, before, proof)
  if (used.length === 0)
    return context.notObserved({ code: 'not-made', what: `item of ${resource.item} that uses something up` })
  const exchange = await send(context, giving, ended ?? second)
  if (exchange.status >= 300 || exchange.status === 202)
    return context.notObserved(rejected('the request', exchange))
  proof.push(exchange)
  const after = await suppliesOf(context, holders)
  const isBack = used.some(({ was, now }) => {
    const shown = valueIn(after, now)
    return shown !== undefined && isReversed(was, now.value, shown)
  })
  const [one] = used
  if (isBack || one === undefined) return
  const { was, now } = one
  await expectEffect(
    context,
    now.holder,
    {
      property: now.property,
      text: giving.text,
      wanted: `${was < now.value ? 'less' : 'more'} than ${now.value}`,
      operation,
      isRight: (value) => typeof value === 'number' && isReversed(was, now.value, value),
    },
    proof,
  )
}

/** Whether a number changed in the other direction than before. The end of a holder gives back what all its items used. */
const isReversed = (was: number, used: number, after: number): boolean => (after - used) * (used - was) < 0

function referencesTo(context: CheckContext, { resource }: GivingBack, { sent }: Item): Reference[] {
  return referencesIn({ plan: context, from: resource }, resource.create?.body?.schema, sent?.body ?? null)
}

async function suppliesOf(context: CheckContext, holders: readonly Item[]): Promise<Supply[]> {
  const found: Supply[] = []
  for (const holder of holders) {
    const read = await context.read(holder)
    if (read.status >= 300) continue
    for (const property of supplyNumbers(context.api, holder.resource)) {
      const value = shownAt(read, [property])
      if (typeof value === 'number') found.push({ holder, property, value })
    }
  }
  return found
}

const valueIn = (all: readonly Supply[], { holder, property }: Supply): number | undefined =>
  all.find((one) => one.holder === holder && one.property === property)?.value

/** Gives a body the references of another one, with the entries that they are in. */
function copyReferences(sent: JsonObject, from: Json | undefined, references: readonly Reference[]): void {
  if (!isObject(from)) return
  for (const { path } of references) {
    const name = path[0] ?? ''
    const value = from[name]
    if (value !== undefined) sent[name] = structuredClone(value)
  }
}

function refersToSame(
  context: CheckContext,
  giving: GivingBack,
  second: Item,
  references: readonly Reference[],
): boolean {
  const own = referencesTo(context, giving, second)
  return references.every(({ target, id }) => own.some((one) => one.target === target && one.id === id))
}

/** Brings the item from state to state until it has used something up. */
async function usedUp(
  context: CheckContext,
  item: Item,
  before: readonly Supply[],
  proof: Recorded[],
): Promise<{ was: number; now: Supply }[]> {
  const holders = [...new Set(before.map(({ holder }) => holder))]
  const changed = async () => {
    const now = await suppliesOf(context, holders)
    return now.flatMap((one) => {
      const was = valueIn(before, one)
      return was === undefined || was === one.value ? [] : [{ was, now: one }]
    })
  }
  const used = await changed()
  const status = statusOf(context.api, item.resource)
  for (const state of used.length > 0 ? [] : (status?.values ?? []).filter((one) => !isGivenUp(one))) {
    const exchange = await enterState(context, item, status, state)
    if (exchange === undefined) continue
    proof.push(exchange)
    const found = await changed()
    if (found.length > 0) return found
  }
  return used
}

/** Sends the request on the item, or on what it belongs to. */
async function send(context: CheckContext, { operation, sets }: GivingBack, item: Item): Promise<Recorded> {
  const { body, ...parts } = await context.parts(operation, { params: item.params })
  return context.send(operation, {
    ...parts,
    params: { ...parts.params, ...item.params },
    ...(body !== undefined && { body: sets ?? body }),
  })
}
