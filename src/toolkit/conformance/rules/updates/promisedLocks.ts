/** Changes a value after an item exists that locks it: "Currency is fixed once the first quote is in (409)." */
import { type LockedValue, lockedValues } from '../../../model/lockedValues.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { nounOf } from '../../../model/relations.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'
import { otherValue } from '../otherValue.ts'
import { relatedItem } from '../related.ts'
import { setBy } from '../states.ts'

/** @param breaks reports an accepted request: the exchanges before it, then the request */
export function* promisedLocks(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: (context: CheckContext, promise: LockedValue, exchanges: Recorded[]) => void,
): Generator<Check> {
  for (const holder of graph.resources.filter(({ create }) => create !== undefined))
    for (const locked of lockedValues(api, graph, holder))
      yield {
        name: `${locked.property} with ${nounOf(locked.relation.child)}`,
        constraint: `response ${locked.status}`,
        operation: locked.operation,
        async run(context) {
          const exchanges = await changeLocked(context, locked)
          if (exchanges !== undefined) breaks(context, locked, exchanges)
        },
      }
}

async function changeLocked(
  context: CheckContext,
  { relation, property, operation }: LockedValue,
): Promise<Recorded[] | undefined> {
  const holder = await context.item(relation.holder, { fresh: true })
  const item = await relatedItem(context, relation, holder)
  const before = relation.holder.read === undefined ? holder.made : await context.read(holder)
  const was = shownAt(before, [property])
  const other = otherValue(context, bodyProperties(context.api, operation).get(property), property, was)
  if (was === undefined || other === undefined)
    return context.notObserved({ code: 'not-made', what: `value of ${property}` })
  const changed = await setBy(context, holder, operation, { [property]: other })
  const after = relation.holder.read === undefined ? changed : await context.read(holder)
  const isChanged = changed.status < 300 && isSame(shownAt(after, [property]), other)
  return isChanged ? [holder.made, item.made, before, changed] : undefined
}
