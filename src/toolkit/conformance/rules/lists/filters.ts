/** Filters of a list as the rules use them: which ones findings may rest on, their probe, and which values to request. */

import type { Api, ApiOperation, Parameter } from '../../../model/api.ts'
import { descriptionOf, saysCase, saysExact } from '../../../model/description.ts'
import { RELIABLE } from '../../../model/evidence.ts'
import { type Filter, filtersOf, itemProperties, matches, propertyOf } from '../../../model/filters.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { largestLimit, limitOf } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import { isNoValue, lastSegment, normal } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { fits } from '../../../schema/values/strings.ts'
import { validValue } from '../../../schema/values/valid.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Assumption } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { isItem, itemsOf } from '../../engine/items.ts'
import { type CheckContext, type Item, NotObserved, type Probe, type Verdict } from '../../engine/rule.ts'
import { several } from './several.ts'

/** Filters that findings may rest on and that compare one property with the value. */
export const comparisonsOf = (api: Api, list: ApiOperation): { input: Parameter; filter: Filter }[] =>
  filtersOf(api, list).filter(({ filter }) => filter.evidence.confidence >= RELIABLE && isComparison(filter))

/** Whether a filter compares one property of the item itself; bounds do not. */
export const isComparison = (filter: Filter): boolean =>
  filter.properties.length === 1 &&
  filter.properties[0]?.length === 1 &&
  (filter.operator === 'eq' ||
    filter.operator === 'contains' ||
    (filter.operator === 'prefix' && filter.open))

/** The assumption of findings about the filter; undefined if the spec states the filter. */
export const assumptionOf = (filter: Filter): Assumption | undefined =>
  filter.evidence.source === 'override'
    ? undefined
    : {
        key: 'filter',
        parameter: filter.parameter,
        ...(filter.properties.length > 0 && { property: propertyOf(filter) }),
      }

/** Whether an item matches in any possible meaning of the filter. */
export const mayMatch = (filter: Filter, item: JsonObject, value: Json): boolean =>
  matches(filter, item, value, 'tolerant')

/** The value of the compared property, or an entry of it, to request. */
export function valueIn(item: JsonObject, { properties, each }: Filter): Json | undefined {
  const value = item[properties[0]?.[0] ?? '']
  if (value === null || value === undefined || value === '') return undefined
  if (!each) return typeof value === 'object' ? undefined : value
  // A filter may compare only the first entry by mistake.
  const last = Array.isArray(value) ? value.at(-1) : undefined
  if (Array.isArray(value)) return typeof last === 'object' ? undefined : last
  return isObject(value) ? Object.keys(value)[0] : undefined
}

/** Whether a choice is a value that an item may have: `all` next to `open` and `closed` is not one. */
function mayBe(own: JsonObject, choice: Json): boolean {
  if (Array.isArray(own.enum)) return own.enum.some((one) => String(one) === String(choice))
  if (typesOf(own).includes('boolean')) return ['true', 'false'].includes(String(choice))
  return !isNoValue(choice)
}

/** Further values of the parameter: its other choices, or one that hardly any item has. */
export function otherValues(
  context: CheckContext,
  resource: Resource,
  { input, filter }: { input: Parameter; filter: Filter },
  value: Json,
): Json[] {
  const { document } = context.api
  const oneOf = (schema: Json | undefined) => {
    const whole = withoutNull(document, viewOf(document, schema))
    return typesOf(whole).includes('array') ? withoutNull(document, viewOf(document, whole.items)) : whole
  }
  const view = oneOf(input.schema)
  const own = oneOf(new Map(itemProperties(context.api, resource.list)).get(propertyOf(filter)))
  // A text with several values does not list them.
  const choices = view.enum ?? own.enum
  if (Array.isArray(choices)) return choices.filter((one) => one !== value && one !== null && mayBe(own, one))
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1]
  if (typeof value !== 'string') return []
  const made = /_[0-9a-z]{20,}$|^[0-9a-f-]{36}$/.test(value) ? `${value.slice(0, -6)}000000` : undefined
  const text = made ?? `zq${context.random.word(12)}`
  return view.format === undefined && fits(view, text) ? [text] : []
}

/**
 * An item with a value for the property: created with it, or given it by a nested resource, as a label does
 * for a prompt.
 */
export async function withValue(
  context: CheckContext,
  item: Item,
  member: string,
): Promise<Item | undefined> {
  const { resource } = item
  const below = context.graph.resources.find(
    (one) => one.parent === resource && normal(lastSegment(one.collection)) === normal(member),
  )
  if (below !== undefined) {
    await context.item(below, { fresh: true, within: item })
    return item
  }
  const schema = bodyProperties(context.api, resource.create).get(member)
  if (schema === undefined) return undefined
  const target = context.graph.referredBy(member, schema, resource)
  const value =
    target === undefined
      ? filledValue(context, schema, member)
      : (await context.item(target, { fresh: true })).params[target.parameter]
  if (value === undefined) return undefined
  return context.item(resource, {
    fresh: true,
    body: (sent) => void Object.assign(sent, { [member]: value }),
  })
}

/** A valid value; of a list, one with an entry even where it may be empty. */
function filledValue(
  { api: { document }, random }: CheckContext,
  schema: Json,
  member: string,
): Json | undefined {
  const options = { document, random, extent: 'full' } as const
  const value = validValue(schema, options, member)
  if (!Array.isArray(value) || value.length > 0) return value
  const { items, maxItems } = withoutNull(document, viewOf(document, schema))
  const entry = maxItems === 0 ? undefined : validValue(items, options, member)
  return entry === undefined ? value : [entry]
}

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
  const { item, filter } = looked
  if (item.resource.create === undefined) return undefined
  let other: Item | undefined
  for (const given of [...unlike(context, looked), undefined]) {
    if (given === undefined && other !== undefined) break
    const one = await itemWith(context, item, propertyOf(filter), given && (filter.each ? [given] : given))
    if (one !== undefined) await expectLeftOut(context, looked, one, given)
    other = one ?? other
  }
  return other
}

async function expectLeftOut(
  context: CheckContext,
  { item, input, filter, value }: Looked,
  one: Item,
  given: Json | undefined,
): Promise<void> {
  const seen = (await context.findInList(one)).found ?? one.body
  const shown = valueIn(seen, filter)
  if (shown === undefined) return
  const isNearly = given !== undefined && shown === given && isOneText(given, value)
  if (!isNearly && mayMatch(filter, seen, value)) return
  const { found, last } = await context.findInList(one, { query: { [input.name]: value } })
  if (last.status >= 300 || found === undefined) return
  context.broken({
    code: 'unfiltered-item',
    subject: input.name,
    received: found[propertyOf(filter)],
    details: { property: propertyOf(filter), value },
    exchange: last,
    with: [item.made, one.made],
    place: input.pointer,
  })
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
  return [...(saysExact(words) ? [`${value}x`] : []), ...(saysCase(words) ? [inOtherCase(value)] : [])]
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
