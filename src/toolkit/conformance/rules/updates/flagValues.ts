/** Yes or no in an item, by its state and a date: "True exactly if the invoice is open and its `due_on` is before today." */
import type { Resource } from '../../../model/resources.ts'
import { derivedFlags, isMeant } from '../../../model/statedFlags.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { flaggedItems } from '../flagItems.ts'

export function* flagValues({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    const { create, read } = resource
    if (create === undefined || read === undefined) continue
    for (const flag of derivedFlags(api, resource))
      yield {
        name: `${flag.property} by state and date`,
        constraint: `/${flag.property} is the computed value`,
        operation: read,
        run: (context) => compare(context, resource, flag),
      }
  }
}

async function compare(
  context: CheckContext,
  resource: Resource,
  flag: ReturnType<typeof derivedFlags>[number],
): Promise<void> {
  const { property, text } = flag
  for await (const { item, proof } of flaggedItems(context, resource, flag)) {
    const read = await context.read(item)
    const shown = isObject(read.json as Json) ? (read.json as JsonObject) : {}
    const [meant, value] = [isMeant(flag, shown, context.now()), shown[property]]
    if (read.status >= 300 || meant === undefined || typeof value !== 'boolean' || value === meant) continue
    return context.broken({
      code: 'computed-value-differs',
      subject: `/${property}`,
      received: value,
      expected: meant,
      details: { text },
      exchange: read,
      with: proof,
      pointer: `/${property}`,
    })
  }
}
