/** Creations that a declared 409 or 422 rejects when something is used up: "The tour is fully booked." */
import type { Api, ApiOperation } from '../../../model/api.ts'
import { saysUsedUp } from '../../../model/description.ts'
import { rejectionsOf } from '../../../model/rejections.ts'
import { nounOf, type Relation, relationsTo } from '../../../model/relations.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import { idOf } from '../../engine/items.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { bodyMembers } from '../compare.ts'
import { relatedItem } from '../related.ts'

/** A supply that is used up with a few requests. */
const SMALL = 2

interface LimitPromise {
  relation: Relation
  create: ApiOperation
  /** The property of a new holder with how much there is. */
  supply: string
  least: number
  /** The property of a new child with how much it uses up. Undefined: each uses one. */
  demand: string | undefined
  status: number
  description: string
}

export function* promisedLimits({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const holder of graph.resources) {
    if (holder.create?.body === undefined) continue
    for (const relation of relationsTo(api, graph, holder)) {
      const promise = promiseOf(api, relation)
      if (promise === undefined) continue
      yield {
        name: `more ${nounOf(relation.child)}s than ${promise.supply}`,
        constraint: `response ${promise.status}`,
        operation: promise.create,
        run: (context) => exceed(context, promise),
      }
    }
  }
}

function promiseOf(api: Api, relation: Relation): LimitPromise | undefined {
  const { create } = relation.child
  if (create === undefined) return undefined
  const rejection = rejectionsOf(create).find(({ cause }) => saysUsedUp(cause))
  const supplies = integersOf(api, relation.holder.create).filter(([name]) => soundsLike('supply', name))
  const demands = integersOf(api, create).filter(
    ([name]) => soundsLike('demand', name) || soundsLike('supply', name),
  )
  const [supply, ...others] = supplies
  if (rejection === undefined || supply === undefined || others.length > 0 || demands.length > 1)
    return undefined
  // Of a room that is booked for a time, there is as much at another time.
  const views = [...bodyMembers(api, create).values()].map((one) =>
    withoutNull(api.document, viewOf(api.document, one)),
  )
  if (views.some(({ format }) => format === 'date' || format === 'date-time')) return undefined
  if (demands.length === 0 && views.some((view) => typesOf(view).includes('integer'))) return undefined
  // How much of a balance one item uses up is not known.
  if (demands.length === 0 && !soundsLike('places', supply[0])) return undefined
  const { status, description } = rejection
  return {
    relation,
    create,
    supply: supply[0],
    least: supply[1],
    demand: demands[0]?.[0],
    status,
    description,
  }
}

/** The integers of a body, with their minimum. */
const integersOf = (api: Api, operation: ApiOperation | undefined): [name: string, least: number][] =>
  [...bodyMembers(api, operation)].flatMap(([name, schema]): [string, number][] => {
    const view = withoutNull(api.document, viewOf(api.document, schema))
    return typesOf(view).includes('integer')
      ? [[name, typeof view.minimum === 'number' ? view.minimum : 1]]
      : []
  })

async function exceed(context: CheckContext, promise: LimitPromise): Promise<void> {
  const { relation, create, supply, least, demand } = promise
  const amount = Math.max(least, SMALL)
  const holder = await context.item(relation.holder, {
    fresh: true,
    body: (sent) => void Object.assign(sent, { [supply]: amount }),
  })
  if (holder.body[supply] !== amount) return context.notObserved({ code: 'not-as-sent', member: supply })
  const made: Item[] = []
  const one: JsonObject = demand === undefined ? {} : { [demand]: amount }
  for (let count = 0; count < (demand === undefined ? Math.min(amount, 2 * SMALL) : 1); count++)
    made.push(await relatedItem(context, relation, holder, (sent) => void Object.assign(sent, one)))
  if (demand === undefined && amount > 2 * SMALL)
    return context.notObserved({ code: 'not-made', what: `small ${supply}` })
  const parts = await context.parts(create, {
    fresh: true,
    params: relation.property === undefined ? holder.params : {},
  })
  const own: Record<string, Json> =
    relation.property === undefined ? {} : { [relation.property]: idOf(holder) }
  const body = {
    ...(isObject(parts.body) ? parts.body : {}),
    ...own,
    ...(demand !== undefined && { [demand]: 1 }),
  }
  if (!context.isValidBody(create, body))
    return context.notObserved({ code: 'invalid-together', what: 'one more' })
  const exchange = await context.send(create, {
    ...parts,
    body,
    params: { ...parts.params, ...(relation.property === undefined && holder.params) },
  })
  if (exchange.status >= 300) return
  context.broken({
    code: 'supply-exceeded',
    subject: supply,
    received: exchange.status,
    expected: promise.status,
    details: { amount, description: promise.description },
    exchange,
    with: [holder.made, ...made.map((item) => item.made)],
    place: create.pointer,
  })
}
