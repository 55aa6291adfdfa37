/** Boolean filters whose description states which items they are about, by their state and a date. */
import type { Resource } from '../../../model/resources.ts'
import { isMeant, statedFlags } from '../../../model/statedFlags.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { flaggedItems } from '../flagItems.ts'
import { findListed } from './several.ts'

type Flag = ReturnType<typeof statedFlags>[number]

export function* flagFilters({ api }: Pick<Plan, 'api'>, resource: Resource): Generator<Check> {
  const { list, create, read } = resource
  if (list === undefined || create === undefined || read === undefined) return
  for (const flag of statedFlags(api, resource))
    yield {
      name: `${flag.input.name} by its description`,
      constraint: `query.${flag.input.name} filters`,
      operation: list,
      run: (context) => tryFlag(context, resource, flag),
    }
}

async function tryFlag(context: CheckContext, resource: Resource, flag: Flag): Promise<void> {
  for await (const { item, proof } of flaggedItems(context, resource, flag))
    if (await differs(context, { item, flag, proof })) return
}

interface Looked {
  item: Item
  flag: Flag
  proof: Recorded[]
}

/** Looks for the item in the lists of both values. @returns whether it is in the wrong one, which is reported */
async function differs(context: CheckContext, { item, flag, proof }: Looked): Promise<boolean> {
  const read = await context.read(item)
  if (read.status >= 300 || !isObject(read.json as Json)) return false
  const shown = read.json as JsonObject
  const meant = isMeant(flag, shown, context.now())
  if (meant === undefined) return false
  const { input, date, states } = flag
  const property = date?.property ?? states?.property ?? ''
  const reported = { place: input.pointer, with: [...proof, read], subject: input.name }
  const wanted = await findListed(context, item, { query: { [input.name]: meant } })
  if (wanted.last.status >= 300) return false
  if (wanted.found === undefined && wanted.complete) {
    context.broken({
      ...reported,
      exchange: wanted.last,
      code: 'missing-from-filtered',
      details: { id: item.params[item.resource.parameter], property, is: shown[property], value: meant },
    })
    return true
  }
  const other = await context.findInList(item, { query: { [input.name]: !meant } })
  // Without the flag, a list may contain all items.
  if (other.last.status >= 300 || other.found === undefined || meant) return false
  context.broken({
    ...reported,
    exchange: other.last,
    code: 'unfiltered-item',
    received: states === undefined ? shown[property] : shown[states.property],
    details: { property: states === undefined ? property : states.property, value: true },
  })
  return true
}
