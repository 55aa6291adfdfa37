/** A response must not show one item twice in its list. Pages are not needed for that. */

import type { ApiOperation } from '../../../model/api.ts'
import { listPlace } from '../../../model/listPlace.ts'
import type { Resource } from '../../../model/resources.ts'
import { isIdName, lastSegment, singularOf } from '../../../model/vocabulary.ts'
import type { JsonObject } from '../../../openapi/document.ts'
import { idListed, itemsOf } from '../../engine/items.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { isSame } from '../compare.ts'
import { several } from './several.ts'

export function* listedOnce({ api, graph }: Pick<Plan, 'api' | 'graph'>): Iterable<Check> {
  for (const operation of api.operations) {
    if (operation.method !== 'GET' || listPlace(api, operation) === undefined) continue
    const resource = graph.resources.find(({ list }) => list === operation)
    if (resource === undefined && !isCollection(operation)) continue
    yield {
      name: 'no item twice',
      constraint: 'each item once',
      operation,
      run: (context) => look(context, operation, resource),
    }
  }
}

/** Whether a list without paths of items shows a whole collection. A playlist or a history may repeat items. */
function isCollection({ path }: ApiOperation): boolean {
  const last = lastSegment(path)
  return !path.includes('{') && singularOf(last) !== last
}

async function look(
  context: CheckContext,
  list: ApiOperation,
  resource: Resource | undefined,
): Promise<void> {
  const made = resource?.create === undefined ? undefined : await several(context, resource, 2)
  const { exchange } = await context.succeed(list, made && { params: made.params as never })
  const items = itemsOf(context, { list }, exchange)
  if (items.length < 2) return context.notObserved({ code: 'too-few', what: 'items of the list' })
  const idOf = (item: JsonObject) =>
    resource === undefined
      ? Object.entries(item).find(([name, value]) => isIdName(name) && value !== null)?.[1]
      : idListed(item, resource)
  const twice = items.find((item, index) => {
    const id = idOf(item)
    // Two items that share an id and differ may be an item and its older version.
    return id !== undefined && items.findIndex((one) => idOf(one) === id && isSame(one, item)) !== index
  })
  if (twice === undefined) return
  context.broken({
    code: 'listed-twice',
    received: idOf(twice),
    exchange,
    with: made?.items.map((one) => one.made) ?? [],
    place: list.pointer,
  })
}
