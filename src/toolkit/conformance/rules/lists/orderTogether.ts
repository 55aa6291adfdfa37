/** Of two keys the second orders what is alike in the first. */

import type { Api, Parameter } from '../../../model/api.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { largestLimit, limitOf } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import { mayPrecede, type SortKey } from '../../../model/sorting.ts'
import type { Json, JsonObject } from '../../../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import { itemsOf, parentOf } from '../../engine/items.ts'
import type { Check, CheckContext, Item } from '../../engine/rule.ts'

/**
 * Where a parameter accepts several keys and one of them is a number that clients set: items with equal
 * numbers must be in the order of each other key.
 */
export function* keysTogether(
  api: Api,
  resource: Resource,
  sort: Parameter | undefined,
  keys: readonly SortKey[],
): Generator<Check> {
  const { list, create } = resource
  if (sort === undefined || list === undefined || create?.body === undefined) return
  if (!typesOf(viewOf(api.document, sort.schema)).includes('array')) return
  const settable = bodyProperties(api, create)
  const first = keys.find(({ property }) => {
    const view = withoutNull(api.document, viewOf(api.document, settable.get(property)))
    return typesOf(view).some((type) => type === 'integer' || type === 'number') && view.enum === undefined
  })
  const others = first === undefined ? [] : keys.filter(({ property }) => property !== first.property)
  for (const second of others)
    if (first !== undefined)
      yield {
        name: `${first.key} and ${second.key}`,
        constraint: `query.${sort.name} orders by several keys`,
        operation: list,
        run: (context) => tryBoth(context, resource, sort, first, second),
      }
}

async function tryBoth(
  context: CheckContext,
  resource: Resource,
  sort: Parameter,
  first: SortKey,
  second: SortKey,
): Promise<void> {
  const { list, create } = resource
  if (list === undefined || create?.body === undefined) return
  let within: Item | undefined
  let alike: Json | undefined
  const made: Item[] = []
  for (let count = 0; count < 3; count++) {
    const body = (sent: JsonObject) => {
      alike ??= sent[first.property]
      const changed = { ...sent, [first.property]: alike ?? 1 }
      if (context.isValidBody(create, changed)) Object.assign(sent, changed)
    }
    const item: Item = await context.item(resource, { fresh: true, body, ...(within && { within }) })
    made.push(item)
    if (resource.parent !== undefined)
      within ??= { ...item, resource: resource.parent, params: parentOf(item) }
    await context.wait(2)
  }
  const limit = limitOf(context.api, list)
  const [one] = made
  const response = await context.send(list, {
    params: one === undefined ? {} : parentOf(one),
    query: {
      [sort.name]: [first.key, second.key],
      ...(limit && { [limit.name]: largestLimit(context.api, limit, 100) }),
    },
    headers: {},
  })
  if (response.status >= 300)
    return context.notObserved({
      code: 'rejected',
      what: 'a request with two sort keys',
      status: response.status,
    })
  const items = itemsOf(context, resource, response)
  for (const [index, next] of items.entries()) {
    const before = items[index - 1]
    if (before === undefined || before[first.property] !== next[first.property]) continue
    if (mayPrecede(before[second.property], next[second.property], second.descending)) continue
    return context.broken({
      code: 'wrong-second-order',
      subject: second.property,
      received: [before[second.property], next[second.property]],
      expected: second.descending ? 'descending' : 'ascending',
      details: { first: first.property },
      exchange: response,
      with: made.map((item) => item.made),
      place: sort.pointer,
    })
  }
}
