/** References of an item to others of its own kind, such as `parent_id`: the document rules out circles. */
import type { Api, ApiOperation } from '../../../model/api.ts'
import { descriptionOf, rulesOutCircles } from '../../../model/description.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { rejectionsOf } from '../../../model/rejections.ts'
import { relationsTo } from '../../../model/relations.ts'
import { viewOf } from '../../../schema/view.ts'
import { idOf } from '../../engine/items.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { expectRejection } from '../expectation.ts'
import { relatedItem } from '../related.ts'

export function* treeCircles({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    const { update } = resource
    if (update?.method !== 'PATCH') continue
    const relation = relationsTo(api, graph, resource).find(
      ({ child, property }) => child === resource && property !== undefined,
    )
    const property = relation?.property
    if (relation === undefined || property === undefined || !isRuledOut(api, update, property)) continue
    for (const place of ['itself', 'its own child'] as const)
      yield {
        name: `${property} of ${place}`,
        constraint: `body.${property} without circles`,
        operation: update,
        async run(context) {
          const item = await context.item(resource, { fresh: true })
          const other = place === 'itself' ? item : await relatedItem(context, relation, item)
          await tryCircle(context, update, { item, other, property, place })
        },
      }
  }
}

const isRuledOut = (api: Api, update: ApiOperation, property: string): boolean =>
  [
    descriptionOf(update.operation),
    descriptionOf(viewOf(api.document, bodyProperties(api, update).get(property))),
    ...rejectionsOf(update).map(({ cause }) => cause),
  ].some(rulesOutCircles)

type Item = Awaited<ReturnType<CheckContext['item']>>

async function tryCircle(
  context: CheckContext,
  update: ApiOperation,
  { item, other, property, place }: { item: Item; other: Item; property: string; place: string },
): Promise<void> {
  const parts = await context.parts(update, { params: item.params })
  const exchange = await context.send(update, {
    ...parts,
    params: { ...parts.params, ...item.params },
    body: { [property]: idOf(other) },
  })
  expectRejection(context, update, exchange, {
    what: `${place} as ${property}`,
    value: idOf(other),
    fitting: [409, 422, 400],
    any4xx: true,
    with: [item.made, other.made],
  })
}
