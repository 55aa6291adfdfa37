/** Items that a filter must leave out: created with another value, which may differ from the requested one by a letter only. */

import type { Parameter } from '../../../model/api.ts'
import { descriptionOf, saysCase, saysExact } from '../../../model/description.ts'
import { type Filter, propertyOf } from '../../../model/filters.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Json } from '../../../openapi/document.ts'
import { viewOf, withoutNull } from '../../../schema/view.ts'
import { type CheckContext, type Item, NotObserved } from '../../engine/rule.ts'
import { mayMatch, valueIn } from './filters.ts'

/** A list that was filtered by the value of an item. */
export interface Looked {
  item: Item
  input: Parameter
  filter: Filter
  value: Json
  /** The path parameters of the list. */
  params: Record<string, Json>
}

export const inOtherCase = (text: string): string =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()

/**
 * Creates items with other values, and looks for them in the list that is filtered by the value of the first one.
 * @returns the last of them; undefined where none could be created
 */
export async function leavesOut(context: CheckContext, looked: Looked): Promise<Item | undefined> {
  const { item, input, filter, value } = looked
  if (item.resource.create === undefined) return undefined
  const member = propertyOf(filter)
  let other: Item | undefined
  for (const given of [...unlike(context, looked), undefined]) {
    if (given === undefined && other !== undefined) break
    const one = await itemWith(context, item, member, given && (filter.each ? [given] : given))
    other = one ?? other
    const seen = one && ((await context.findInList(one)).found ?? one.body)
    const shown = seen && valueIn(seen, filter)
    if (one === undefined || seen === undefined || shown === undefined) continue
    const isNearly = given !== undefined && shown === given && isOneText(given, value)
    if (!isNearly && mayMatch(filter, seen, value)) continue
    const { found, last } = await context.findInList(one, { query: { [input.name]: value } })
    if (last.status >= 300 || found === undefined) continue
    context.broken({
      code: 'unfiltered-item',
      subject: input.name,
      received: found[member],
      details: { property: member, value },
      exchange: last,
      with: [item.made, one.made],
      place: input.pointer,
    })
  }
  return other
}

/** Whether a text contains the other one, in any case. */
const isOneText = (text: Json, value: Json): boolean =>
  typeof text === 'string' && typeof value === 'string' && text.toLowerCase().includes(value.toLowerCase())

/** Values that the property can have and that the filter does not mean. */
function unlike({ api, graph }: CheckContext, { item, input, filter, value }: Looked): Json[] {
  const member = propertyOf(filter)
  const { resource } = item
  const schema = bodyProperties(api, resource.create).get(member)
  if (schema === undefined || graph.referredBy(member, schema, resource) !== undefined) return []
  const whole = withoutNull(api.document, viewOf(api.document, schema))
  const view = filter.each ? withoutNull(api.document, viewOf(api.document, whole.items)) : whole
  if (Array.isArray(view.enum)) return view.enum.filter((one) => one !== value && one !== null).slice(0, 1)
  if (typeof value === 'boolean') return [!value]
  if (typeof value !== 'string' || view.format !== undefined || filter.operator !== 'eq') return []
  const words = descriptionOf(input.node)
  const nearly = saysExact(words) ? [`${value}x`, `${value}${value}`] : []
  return saysCase(words) ? [...nearly.slice(0, 1), inOtherCase(value)] : nearly.slice(0, 1)
}

/** A new item of the collection, with this value where the creation accepts it. */
async function itemWith(
  context: CheckContext,
  { resource }: Item,
  member: string,
  value: Json | undefined,
): Promise<Item | undefined> {
  const { create } = resource
  try {
    return await context.item(resource, {
      fresh: true,
      body(sent) {
        const changed = { ...sent, ...(value !== undefined && { [member]: value }) }
        if (create !== undefined && context.isValidBody(create, changed)) Object.assign(sent, changed)
      },
    })
  } catch (error) {
    if (error instanceof NotObserved) return undefined
    throw error
  }
}
