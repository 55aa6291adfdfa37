/** Items that no request creates, and that follow from another item: the tickets of an order that is paid. */

import { filtersOf, itemProperties } from '../../model/filters.ts'
import type { Resource } from '../../model/resources.ts'
import type { Json } from '../../openapi/document.ts'
import { itemOf, itemsOf } from './items.ts'
import { referenceTarget } from './materialise.ts'
import type { CheckContext, Item, Plan } from './rule.ts'

/** Another resource whose items bring about those of a list, and the property by which these refer to it. */
export interface Issuer {
  holder: Resource
  property: string
}

/** The resources whose items may bring about those of a list, each by the property that refers to it. */
export const issuersOf = (plan: Plan, resource: Resource): Issuer[] =>
  resource.parent === undefined
    ? itemProperties(plan.api, resource.list).flatMap(([property, schema]) => {
        const holder = referenceTarget({ plan, from: resource }, property, schema)
        return holder?.create === undefined ? [] : [{ holder, property }]
      })
    : []

/** The item of a list that refers to this item of the holder; undefined where the list shows none. */
export async function issuedFor(
  context: CheckContext,
  resource: Resource,
  { property, holder }: Issuer,
  params: Record<string, Json>,
): Promise<Item | undefined> {
  const { list } = resource
  const id = params[holder.parameter]
  if (list === undefined || id === undefined) return undefined
  const filter = filtersOf(context.api, list).find(({ filter: { properties, operator } }) => {
    const [only, ...others] = properties
    return operator === 'eq' && others.length === 0 && only?.join() === property
  })
  const query: Record<string, Json> = filter === undefined ? {} : { [filter.input.name]: id }
  const response = await context.send(list, { params: {}, query, headers: {} })
  const one = itemsOf(context, resource, response).find((shown) => shown[property] === id)
  return one && itemOf(resource, undefined, { ...response, json: one }, undefined)
}
