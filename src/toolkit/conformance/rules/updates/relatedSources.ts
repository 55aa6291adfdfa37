/** Values that a new item gets from another one: "Defaults to the price of the plan." */
import { bodyPlace } from '../../../model/api.ts'
import { type RelatedSource, relatedSources } from '../../../model/relatedValues.ts'
import { nounOf } from '../../../model/relations.ts'
import type { Json } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'
import { relatedItem } from '../related.ts'

export function* defaultsOfOthers({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const holder of graph.resources) {
    if (holder.create === undefined || holder.read === undefined) continue
    for (const source of relatedSources(api, graph, holder)) {
      const { create } = source.relation.child
      if (create === undefined) continue
      yield {
        name: `${source.property} of the ${nounOf(holder)}`,
        constraint: `/${source.property} is the ${source.of} of the ${nounOf(holder)}`,
        operation: source.action ?? create,
        run: (context) => compare(context, source),
      }
    }
  }
}

/** Creates the holder and the item twice, because two values can be equal by chance. */
async function compare(context: CheckContext, source: RelatedSource): Promise<void> {
  const { relation, property, of, action, description } = source
  const { create } = relation.child
  const seen: { expected: Json; last: Recorded; proof: Recorded[] }[] = []
  for (let nth = 0; nth < 2; nth++) {
    const holder = await context.item(relation.holder, { fresh: true })
    const shown = await context.read(holder)
    const expected = shownAt(shown, [of])
    if (expected === undefined || expected === null)
      return context.notObserved({ code: 'absent', from: `the ${nounOf(relation.holder)}`, what: of })
    const item = await relatedItem(context, relation, holder, (sent) => {
      delete sent[property]
    })
    const acted = action && (await context.succeed(action, { params: item.params })).exchange
    const isRight = (one: Recorded) => isSame(shownAt(one, [property]), expected)
    const last = await eventually(
      context,
      () => context.read(item),
      (one) => isRight(one) || one.status >= 300,
    )
    if (last.status >= 300 || isRight(last)) return
    seen.push({ expected, last, proof: [shown, item.made, ...(acted === undefined ? [] : [acted])] })
  }
  const [found] = seen.slice(-1)
  if (found === undefined || create === undefined) return
  context.broken({
    code: 'source-not-copied',
    subject: `/${property}`,
    received: shownAt(found.last, [property]) ?? null,
    expected: found.expected,
    details: { text: description },
    exchange: found.last,
    with: found.proof,
    pointer: `/${property}`,
    place: bodyPlace(action ?? create),
  })
}
