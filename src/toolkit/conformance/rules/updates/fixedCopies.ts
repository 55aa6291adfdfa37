/** Copies that stay as they were: "The price at the time of booking; later changes of the course do not affect it." */
import { bodyPlace } from '../../../model/api.ts'
import { type FixedCopy, fixedCopies } from '../../../model/fixedCopies.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { nounOf } from '../../../model/relations.ts'
import { type Check, type CheckContext, type Plan, rejected } from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'
import { otherValue } from '../otherValue.ts'
import { relatedItem } from '../related.ts'
import { setBy } from '../states.ts'

export function* copiesThatStay({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const holder of graph.resources) {
    if (holder.create === undefined) continue
    for (const copy of fixedCopies(api, graph, holder)) {
      const { read, list } = copy.relation.child
      const shown = read ?? list
      if (shown !== undefined)
        yield {
          name: `${copy.property} of the ${nounOf(holder)} after an update`,
          constraint: `/${copy.property} stays the ${copy.of} that the ${nounOf(holder)} had`,
          operation: shown,
          run: (context) => compare(context, copy),
        }
    }
  }
}

async function compare(context: CheckContext, copy: FixedCopy): Promise<void> {
  const { relation, property, of, action, text } = copy
  const { update, create } = relation.holder
  if (update === undefined || create === undefined) return
  const holder = await context.item(relation.holder, { fresh: true })
  const item = await relatedItem(context, relation, holder)
  const acted = action && (await context.succeed(action, { params: item.params })).exchange
  const [source, before] = [await context.read(holder), await context.read(item)]
  const was = shownAt(before, [property])
  // Only a value that is that of the other item is a copy of it.
  if (was === undefined || was === null || !isSame(was, shownAt(source, [of])))
    return context.notObserved({ code: 'absent', from: `the ${nounOf(relation.holder)}`, what: property })
  const next = otherValue(context, bodyProperties(context.api, relation.holder.update).get(of), of, was)
  if (next === undefined) return context.notObserved({ code: 'not-made', what: `value of ${of}` })
  const changed = await setBy(context, holder, update, { [of]: next })
  if (changed.status >= 300) return context.notObserved(rejected('the update', changed))
  const now = await context.read(holder)
  if (!isSame(shownAt(now, [of]), next)) return context.notObserved({ code: 'not-as-sent', member: of })
  const after = await context.read(item)
  if (after.status >= 300 || !isSame(shownAt(after, [property]), next)) return
  context.broken({
    code: 'source-not-copied',
    subject: `/${property}`,
    received: next,
    expected: was,
    details: { text },
    exchange: after,
    with: [source, item.made, ...(acted === undefined ? [] : [acted]), before, changed],
    pointer: `/${property}`,
    place: bodyPlace(action ?? create),
  })
}
