/** Numbers of an item that requests use up, and give back: the stock of a product, of which each line of an order has a quantity. */
import type { Json } from '../openapi/document.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { descriptionOf, differenceSentence, returnSentence, saysScarce, useSentence } from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import { isAt } from './paths.ts'
import { type Rejection, rejectionsOf } from './rejections.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { isGivenUp, lastSegment, soundsLike } from './vocabulary.ts'

/** A creation that uses up a number of another item. */
export interface StockUse {
  resource: Resource
  create: ApiOperation
  /** The item with the number. */
  holder: Resource
  /** The property of the holder with what is left. */
  stock: string
  /** The property of the body with a list of entries; undefined where the body itself refers to the holder. */
  list: string | undefined
  /** The property next to the quantity with the id of the holder; undefined where the path contains it. */
  reference: string | undefined
  quantity: string
  /** The promise that more than what is left is rejected. */
  rejection: Rejection | undefined
  /** Requests after which what is left is another number, with the sentence that states it. */
  effects: readonly StockEffect[]
}

interface StockEffect {
  operation: ApiOperation
  /** Whether the operation is on the item, or on the item that contains it. */
  on: 'item' | 'parent'
  /** Whether it gives back the quantity, or changes it. */
  by: 'return' | 'difference'
  text: string
}

/** @returns the uses that the creations of all resources have */
export const stockUses = (api: Api, graph: ResourceGraph): StockUse[] =>
  graph.resources.flatMap((resource) => {
    const { create } = resource
    return create?.method === 'POST' ? usesOf(api, graph, resource, create) : []
  })

function usesOf(api: Api, graph: ResourceGraph, resource: Resource, create: ApiOperation): StockUse[] {
  const own = [...bodyProperties(api, create)]
  const lists = own.flatMap(([list, schema]) => {
    const { items } = withoutNull(api.document, viewOf(api.document, schema))
    return items === undefined ? [] : [{ list, members: membersOf(viewOf(api.document, items)) }]
  })
  return [{ list: undefined, members: own }, ...lists].flatMap(({ list, members }): StockUse[] => {
    const quantities = members.filter(([name, schema]) => soundsLike('demand', name) && isNumber(api, schema))
    const holders = holdersIn(api, graph, resource, members, list === undefined ? create : undefined)
    const [[quantity] = [], ...others] = quantities
    const [holder, ...rivals] = holders
    if (quantity === undefined || holder === undefined || others.length + rivals.length > 0) return []
    const use = { resource, create, ...holder, list, quantity }
    return [
      {
        ...use,
        rejection: rejectionsOf(create).find(({ cause }) => saysScarce(cause)),
        effects: effectsOf(api, resource),
      },
    ]
  })
}

/** The items with a number of what is left, to which an object refers. */
function holdersIn(
  api: Api,
  graph: ResourceGraph,
  resource: Resource,
  members: readonly (readonly [string, Json])[],
  create: ApiOperation | undefined,
): Pick<StockUse, 'holder' | 'stock' | 'reference'>[] {
  const named = members.map(([name, schema]) => ({
    reference: name,
    holder: graph.referredBy(name, schema, resource),
  }))
  const above = graph.resources.filter(({ item }) => create !== undefined && isAt(item, create.path))
  return [...named, ...above.map((holder) => ({ reference: undefined, holder }))].flatMap(
    ({ holder, reference }) => {
      const stock = holder && stockOf(api, holder)
      return holder === undefined || stock === undefined ? [] : [{ holder, stock, reference }]
    },
  )
}

/** The property that shows what is left: the one that only the server sets, where there are several. */
function stockOf(api: Api, { read, create, update }: Resource): string | undefined {
  const shown = [...responseProperties(api, read)].flatMap(([name, schema]) =>
    soundsLike('remaining', name) && isNumber(api, schema) ? [name] : [],
  )
  const sent = new Set([create, update].flatMap((one) => [...bodyProperties(api, one).keys()]))
  const computed = shown.filter((name) => !sent.has(name))
  const [only, ...others] = computed.length > 0 ? computed : shown
  return others.length > 0 ? undefined : only
}

const isNumber = ({ document }: Api, schema: Json): boolean =>
  typesOf(withoutNull(document, viewOf(document, schema))).some(
    (type) => type === 'integer' || type === 'number',
  )

/** The effects that descriptions of requests on the item, and on the one that contains it, state. */
function effectsOf(api: Api, resource: Resource): StockEffect[] {
  const { delete: remove, update, item, parent } = resource
  const ways = (one: Pick<Resource, 'delete' | 'item'>): ApiOperation[] =>
    [one.delete, ...actionsOn(api, one.item)].filter((each) => each !== undefined)
  const returning = (on: StockEffect['on'], operations: readonly ApiOperation[]) =>
    operations.flatMap((operation): StockEffect[] => {
      if (operation.method !== 'DELETE' && !isGivenUp(lastSegment(operation.path))) return []
      const text = returnSentence(descriptionOf(operation.operation))
      return text === undefined ? [] : [{ operation, on, by: 'return', text }]
    })
  const changed = update && differenceSentence(descriptionOf(update.operation))
  return [
    ...returning('item', ways({ delete: remove, item })),
    ...(parent === undefined ? [] : returning('parent', ways(parent))),
    ...(update === undefined || changed === undefined || update.method !== 'PATCH'
      ? []
      : [{ operation: update, on: 'item' as const, by: 'difference' as const, text: changed }]),
  ]
}

/** The sentence of the creation that states that it uses up what is left. */
export const useText = ({ create }: StockUse): string | undefined =>
  useSentence(descriptionOf(create.operation))
