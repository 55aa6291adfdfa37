/** The values of operands that an item shows, and the items to which it refers. */
import { lengthsOf, type Source } from '../../../model/namedValues.ts'
import type { Relation } from '../../../model/relations.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import type { CheckContext, Item } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'

/** Whether a value is neither absent nor null. */
export const isSet = (value: Json | undefined): value is Json => value !== undefined && value !== null

/** The items that an item refers to, by the relations of the sources. */
export async function relatedItems(
  context: CheckContext,
  item: Item,
  last: Recorded,
  sources: ReadonlyMap<string, Source>,
): Promise<Map<Relation, Recorded>> {
  const found = new Map<Relation, Recorded>()
  for (const source of sources.values()) {
    const of = source.kind === 'flag' ? source.of : source
    if (of.kind !== 'related') continue
    const { relation, through } = of
    if (through !== undefined && !found.has(through))
      found.set(through, await relatedTo(context, item.params, last, through))
    const near = through === undefined ? last : (found.get(through) ?? last)
    if (!found.has(relation)) found.set(relation, await relatedTo(context, item.params, near, relation))
  }
  return found
}

async function relatedTo(
  context: CheckContext,
  params: Item['params'],
  from: Recorded,
  { child, holder, property }: Relation,
): Promise<Recorded> {
  const shown = isObject(from.json as Json) ? Object.keys(from.json as JsonObject) : []
  const named = property ?? shown.find((name) => context.graph.referredBy(name, undefined, child) === holder)
  const id =
    (property === undefined ? params[holder.parameter] : undefined) ?? (named && shownAt(from, [named]))
  if (holder.read === undefined || (typeof id !== 'string' && typeof id !== 'number'))
    return context.notObserved({ code: 'absent', from: 'the resource', what: property ?? holder.parameter })
  const other = await context.send(holder.read, {
    params: { ...params, [holder.parameter]: id },
    query: {},
    headers: {},
  })
  return other.status < 300
    ? other
    : context.notObserved({
        code: 'returned',
        what: `GET of the ${property ?? holder.parameter}`,
        status: other.status,
      })
}

/** The values that an operand may have. */
export function valuesOf(source: Source, last: Recorded, related: ReadonlyMap<Relation, Recorded>): Json[] {
  if (source.kind === 'period') {
    const [start, end] = [source.start, source.end].map((name) => shownAt(last, [name]))
    return typeof start === 'string' && typeof end === 'string' ? lengthsOf(source, start, end) : []
  }
  const { property, from } = source.kind === 'flag' ? placeOf(source.of) : placeOf(source)
  const response = from === undefined ? last : related.get(from)
  const value = response && shownAt(response, [property])
  if (source.kind === 'entries') return Array.isArray(value) ? [value.length] : []
  if (!isSet(value)) return []
  return source.kind === 'flag' ? [source.values.some((one) => one === value) ? 1 : 0] : [value]
}

const placeOf = (source: Exclude<Source, { kind: 'period' | 'flag' }>) => ({
  property: source.property,
  from: source.kind === 'related' ? source.relation : undefined,
})
