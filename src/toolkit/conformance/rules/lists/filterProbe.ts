/** Tests by requests whether a query parameter filters as the model infers. */
import type { Parameter } from '../../../model/api.ts'
import { RELIABLE } from '../../../model/evidence.ts'
import { type Filter, propertyOf } from '../../../model/filters.ts'
import { largestLimit, limitOf } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import type { Json, JsonObject } from '../../../openapi/document.ts'
import { eventually } from '../../engine/eventually.ts'
import { isItem, itemsOf } from '../../engine/items.ts'
import type { CheckContext, Probe, Verdict } from '../../engine/rule.ts'
import { mayMatch, valueIn, withValue } from './filters.ts'
import { several } from './several.ts'

/** The probe of a filter; undefined where the evidence is reliable without one. */
export function filterProbe(resource: Resource, input: Parameter, filter: Filter): Probe | undefined {
  const { list } = resource
  const { confidence } = filter.evidence
  if (list === undefined || confidence >= RELIABLE) return undefined
  return {
    about: {
      operationId: list.operationId,
      key: 'filter',
      parameter: filter.parameter,
      ...(filter.properties.length > 0 && { property: propertyOf(filter) }),
      confidence,
    },
    run: (context) => probe(context, resource, input, filter),
  }
}

async function probe(
  context: CheckContext,
  resource: Resource,
  input: Parameter,
  filter: Filter,
): Promise<Verdict> {
  const { list } = resource
  if (list === undefined) return { is: 'unknown' }
  const { params, items } = await several(context, resource, 2)
  const limit = limitOf(context.api, list)
  const size: Record<string, Json> =
    limit === undefined ? {} : { [limit.name]: largestLimit(context.api, limit, 100) }
  const read = async (query: Record<string, Json>) => {
    const response = await context.send(list, { params, query: { ...size, ...query }, headers: {} })
    return { status: response.status, shown: itemsOf(context, resource, response) }
  }
  const candidates = async () => {
    const { shown: all } = await read({})
    const isOwn = (one: JsonObject) =>
      items.some((item) => isItem(one, resource, item.params[resource.parameter]))
    return choose(filter, items.length > 0 ? all.filter(isOwn) : all, all)
  }
  let chosen = await candidates()
  const [first] = items
  // New items may lack an optional property, or refer to the same resource.
  if (chosen === undefined && first !== undefined && filter.properties.length > 0) {
    const other = await withValue(context, first, propertyOf(filter))
    if (other !== undefined) items.push(other)
    chosen = await candidates()
  }
  if (chosen === undefined) return { is: 'unknown' }
  const { value, matching, others } = chosen
  const isIn = (shown: readonly JsonObject[]) => (wanted: JsonObject) =>
    shown.some((one) => isSame(resource, one, wanted))
  const { status, shown } = await eventually(
    context,
    () => read({ [input.name]: value }),
    (page) => page.status >= 300 || matching.every(isIn(page.shown)),
  )
  const refuted = (why: string): Verdict => ({ is: 'refuted', why })
  if (status === 400 || status === 422) return refuted(`the value ${JSON.stringify(value)} is rejected`)
  if (status >= 300) return { is: 'unknown' }
  if (!matching.every(isIn(shown))) return refuted('items that match are not listed')
  return others.some(isIn(shown))
    ? refuted('items that do not match are listed as well')
    : { is: 'confirmed' }
}

/** A value that one of the subjects has and another item of the list has not. */
function choose(
  filter: Filter,
  subjects: readonly JsonObject[],
  all: readonly JsonObject[],
): { value: Json; matching: JsonObject[]; others: JsonObject[] } | undefined {
  for (const subject of subjects)
    for (const value of valuesOf(filter, subject)) {
      const others = all.filter((one) => !mayMatch(filter, one, value))
      if (others.length > 0) return { value, matching: [subject], others }
    }
  return undefined
}

/** Values to request: of a search, the words of the item's strings, the longest first. */
function valuesOf(filter: Filter, item: JsonObject): Json[] {
  if (filter.operator !== 'search') {
    const value = valueIn(item, filter)
    return value === undefined ? [] : [value]
  }
  const names =
    filter.properties.length > 0 ? filter.properties.map(([name = '']) => name) : Object.keys(item)
  return names
    .flatMap((name) => (typeof item[name] === 'string' ? String(item[name]) : []))
    .filter((text) => Number.isNaN(Date.parse(text)))
    .flatMap((text) => text.match(/\p{L}{4,}/gu) ?? [])
    .sort((a, b) => b.length - a.length)
    .slice(0, 3)
}

const isSame = ({ idMember }: Resource, one: JsonObject, other: JsonObject): boolean =>
  one[idMember] === undefined
    ? JSON.stringify(one) === JSON.stringify(other)
    : JSON.stringify(one[idMember]) === JSON.stringify(other[idMember])
