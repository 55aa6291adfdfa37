/** Values of items that stay when the one that they belong to changes: "Volume changes apply to future pickups only." */
import { bodyPlace } from '../../../model/api.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { nounOf } from '../../../model/relations.ts'
import { type RetainedValue, retainedValues } from '../../../model/retainedValues.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { type Check, type CheckContext, type Item, type Plan, rejected } from '../../engine/rule.ts'
import { isSame } from '../compare.ts'
import { otherValue } from '../otherValue.ts'
import { relatedItem } from '../related.ts'
import { setBy } from '../states.ts'

export function* valuesRetained({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const holder of graph.resources) {
    const { create, update } = holder
    if (create === undefined || update === undefined) continue
    for (const retained of retainedValues(api, graph, holder)) {
      const noun = nounOf(retained.relation.child)
      yield {
        name: `${retained.changed} of existing ${noun}`,
        constraint: `the ${noun} stays when ${retained.changed} of the ${nounOf(holder)} changes`,
        operation: update,
        run: (context) => compare(context, retained),
      }
    }
  }
}

async function compare(
  context: CheckContext,
  { relation, changed, retained, text }: RetainedValue,
): Promise<void> {
  const { update } = relation.holder
  if (update === undefined) return
  const holder = await context.item(relation.holder, { fresh: true })
  const item = await relatedItem(context, relation, holder)
  const before = await shownOf(context, item)
  const schema = bodyProperties(context.api, update).get(changed)
  const next = otherValue(context, schema, changed, holder.body[changed])
  const was = retained.map((name) => [name, before.shown?.[name]] as const)
  if (next === undefined || was.every(([, value]) => (value ?? null) === null))
    return context.notObserved({ code: 'not-made', what: `value of ${changed}` })
  const response = await setBy(context, holder, update, { [changed]: next })
  if (response.status >= 300) return context.notObserved(rejected('the update', response))
  const after = await shownOf(context, item)
  const [moved] = was.filter(
    ([name, value]) => (value ?? null) !== null && !isSame(after.shown?.[name], value),
  )
  if (after.shown === undefined || moved === undefined) return
  const [name, value] = moved
  context.broken({
    code: 'fixed-value-changed',
    subject: `/${name}`,
    received: after.shown[name] ?? null,
    expected: value ?? null,
    details: { text },
    exchange: after.last,
    with: [holder.made, item.made, before.last, response],
    pointer: `/${name}`,
    place: bodyPlace(update),
  })
}

/** The item as its GET shows it, or else a list. */
async function shownOf(
  context: CheckContext,
  item: Item,
): Promise<{ shown: JsonObject | undefined; last: Recorded }> {
  if (item.resource.read === undefined) {
    const { found, last } = await context.findInList(item)
    return { shown: found, last }
  }
  const last = await context.read(item)
  const json = last.json as Json
  return { shown: last.status < 300 && isObject(json) ? json : undefined, last }
}
