/** Numbers that a request raises by one. */
import { type Counter, countersOf } from '../../../model/counters.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { type Relation, relationsTo } from '../../../model/relations.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import { thingSchema } from '../../../model/wrapping.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { itemIn } from '../../engine/items.ts'
import { referencesIn } from '../../engine/references.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'
import { relatedItem } from '../related.ts'
import { expectEffect } from './missingEffects.ts'

export function* counters({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const counter of countersOf(api, graph)) {
    if (counter.child.create === undefined) continue
    yield {
      name: `${counter.property} of ${lastSegment(counter.holder.collection)} counts`,
      constraint: `/${counter.property} goes up by one`,
      operation: counter.operation,
      run: (context) => tryCounter(context, counter),
    }
  }
}

async function tryCounter(context: CheckContext, counter: Counter): Promise<void> {
  const { holder, before, exchange } = await requestFor(context, counter)
  const { property, operation, text } = counter
  // A job that was only accepted may be under way.
  if (exchange.status === 202) return context.notObserved({ code: 'under-way' })
  const was = shownAt(before, [property])
  if (typeof was !== 'number')
    return context.notObserved({ code: 'absent', from: 'the resource', what: property })
  const isUpdate = operation === counter.child.update || operation === counter.child.replace
  await expectEffect(
    context,
    holder,
    { property, text, wanted: `more than ${was}`, operation, isRight: (value) => Number(value) > was },
    [before, exchange],
    (after) => {
      if (isUpdate && !isChanged(context, counter, [before, after]))
        context.notObserved({ code: 'not-made', what: 'change of the item' })
    },
  )
}

/** Whether the request changed something else that it sets: one with equal values may count nothing. */
const isChanged = ({ api }: CheckContext, { operation, property }: Counter, exchanges: Recorded[]): boolean =>
  [...bodyProperties(api, operation).keys()].some((name) => {
    const [was, is] = exchanges.map((one) => shownAt(one, [name]))
    return name !== property && !isSame(was, is)
  })

interface Counted {
  holder: Item
  /** The holder before the request. */
  before: Recorded
  /** The request that raises the number. */
  exchange: Recorded
}

async function requestFor(context: CheckContext, counter: Counter): Promise<Counted> {
  const { holder: of, child, operation } = counter
  if (operation === child.create) {
    const relations = relationsTo(context.api, context.graph, of).filter((one) => one.child === child)
    const [relation, ...others] = relations
    // Of two references, such as those of a transfer, only one may count.
    if (relation === undefined || others.length > 0)
      return context.notObserved({ code: 'not-made', what: `item of ${of.item}` })
    return creation(context, relation)
  }
  const item = await context.item(child, { fresh: true })
  const holder = child === of ? item : await holderOf(context, item, counter)
  const before = await context.read(holder)
  const { exchange } = await context.succeed(operation, { params: item.params })
  return { holder, before, exchange }
}

async function creation(context: CheckContext, relation: Relation): Promise<Counted> {
  const holder = await context.item(relation.holder, { fresh: true })
  const before = await context.read(holder)
  const { made } = await relatedItem(context, relation, holder)
  return { holder, before, exchange: made }
}

/** The item that another one shows a reference to. */
async function holderOf(context: CheckContext, item: Item, { holder, child }: Counter): Promise<Item> {
  const shown = (await context.read(item)).json as Json
  const schema = child.read && thingSchema(context.api, child.read)
  const references = isObject(shown) ? referencesIn({ plan: context, from: child }, schema, shown) : []
  const [reference, ...others] = references.filter(({ target, by }) => target === holder && by === undefined)
  const found = reference && itemIn(holder, { ...item.params, [holder.parameter]: reference.id })
  return found === undefined || others.length > 0
    ? context.notObserved({ code: 'not-made', what: `item of ${holder.item}` })
    : found
}
