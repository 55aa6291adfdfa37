import type { Api, Parameter } from '../../../model/api.ts'
import {
  descriptionOf,
  ignoresCase,
  saysCommas,
  saysPattern,
  saysRange,
  severalIn,
} from '../../../model/description.ts'
import {
  type Filter,
  filterInputs,
  filterOf,
  isInclusive,
  propertyOf,
  statementsOn,
} from '../../../model/filters.ts'
import type { Resource } from '../../../model/resources.ts'
import type { Json } from '../../../openapi/document.ts'
import { typesOf, viewOf } from '../../../schema/view.ts'
import { itemsOf, parentOf } from '../../engine/items.ts'
import { type CheckContext, defineRule, rejected } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { defaultFilters, filteredPages } from './filteredPages.ts'
import {
  assumptionOf,
  comparisonsOf,
  filterProbe,
  inOtherCase,
  isComparison,
  type Looked,
  leavesOut,
  mayMatch,
  otherValues,
  valueIn,
  withValue,
} from './filters.ts'
import { findListed } from './several.ts'
import { tryText } from './textFilters.ts'

/** Every item of a filtered list must match the filter, and no matching item may be missing. */
export const listFilterApplied = defineRule({
  ...definitionOf('list-filter-applied'),
  *checks({ api, graph, ...plan }) {
    for (const resource of graph.resources) {
      const { list } = resource
      if (list === undefined) continue
      yield* filteredPages({ api, graph, ...plan }, resource)
      yield* defaultFilters({ api }, resource)
      const together = comparisonsOf(api, list)
      if (together.length > 1)
        yield {
          name: 'together',
          constraint: 'query filters together',
          operation: list,
          run: (context) => tryTogether(context, resource, together),
        }
      for (const input of filterInputs(api, list)) {
        const filter = filterOf(api, list, input)
        const constraint = `query.${input.name} filters`
        const probe = filter && filterProbe(resource, input, filter)
        const probes = probe && [probe]
        if (
          filter !== undefined &&
          isComparison(filter) &&
          (isInText(api, input) || typesOf(viewOf(api.document, input.schema)).includes('array'))
        )
          yield {
            name: `${input.name} with several values`,
            constraint,
            assumes: assumptionOf(filter),
            probes,
            operation: list,
            run: (context) => trySeveral(context, resource, input, filter),
          }
        yield {
          name: input.name,
          constraint,
          assumes: filter && assumptionOf(filter),
          probes,
          operation: list,
          run: (context) => tryOne(context, resource, input, filter),
        }
      }
    }
  },
})

function tryOne(
  context: CheckContext,
  resource: Resource,
  input: Parameter,
  filter: Filter | undefined,
): Promise<void> {
  if (filter === undefined) return unknownFilter(context, resource, input)
  if (filter.unit !== undefined) return tryBound(context, resource, input, filter)
  return isComparison(filter)
    ? tryFilter(context, resource, input, filter)
    : tryText(context, resource, input, filter)
}

async function unknownFilter(context: CheckContext, resource: Resource, input: Parameter): Promise<void> {
  context.notObserved({ code: 'unknown-filter', collection: resource.collection, parameter: input.name })
}

/** An item is in the list bounded on its one side, and not in the one bounded on its other. */
async function tryBound(
  context: CheckContext,
  resource: Resource,
  input: Parameter,
  bound: Filter,
): Promise<void> {
  const { list } = resource
  if (list === undefined) return
  let item = await context.item(resource, resource.create === undefined ? {} : { fresh: true })
  const member = propertyOf(bound)
  if ((item.body[member] ?? null) === null) item = (await withValue(context, item, member)) ?? item
  const seen = (await context.findInList(item)).found ?? item.body
  const around = boundsAround(bound, seen[member])
  if (around.length === 0)
    return context.notObserved({ code: 'no-item-with', what: `a ${member} to be bounded` })
  const reported = { place: input.pointer, with: [item.made] }
  let rejected = 0
  for (const { value, within: wanted } of around) {
    const options = { query: { [input.name]: value } }
    const { found, last, complete } = await (wanted
      ? findListed(context, item, options)
      : context.findInList(item, options))
    if (last.status >= 300) {
      rejected++
      continue
    }
    if (wanted && found === undefined && complete)
      context.broken({
        ...reported,
        exchange: last,
        code: 'missing-from-filtered',
        subject: input.name,
        details: { id: item.params[resource.parameter], property: member, is: seen[member], value },
      })
    if (!wanted && found !== undefined)
      context.broken({
        ...reported,
        exchange: last,
        code: 'unfiltered-item',
        subject: input.name,
        received: seen[member],
        details: { property: member, value },
      })
    const stray = itemsOf(context, resource, last).find((one) => !mayMatch(bound, one, value))
    if (stray === undefined || stray === found) continue
    context.broken({
      ...reported,
      exchange: last,
      code: 'unfiltered-item',
      subject: input.name,
      received: stray[member],
      details: { property: member, value },
    })
  }
  if (rejected === around.length) context.notObserved({ code: 'bound-rejected' })
}

async function tryFilter(
  context: CheckContext,
  resource: Resource,
  input: Parameter,
  filter: Filter,
): Promise<void> {
  const { list } = resource
  const member = propertyOf(filter)
  if (list === undefined) return
  let item = await context.item(resource, resource.create === undefined ? {} : { fresh: true })
  const params = parentOf(item)
  let seen = (await context.findInList(item)).found ?? item.body
  if (valueIn(seen, filter) === undefined) {
    item = (await withValue(context, item, member)) ?? item
    seen = (await context.findInList(item)).found ?? item.body
  }
  const value = valueIn(seen, filter)
  if (value === undefined)
    return context.notObserved({
      code: 'no-item-with',
      what: `a ${member} to filter by; a recipe that makes one would help`,
    })
  const query = { [input.name]: value }
  const { found, last, complete } = await findListed(context, item, { query })
  if (last.status >= 300) return context.notObserved(rejected('the filter', last))
  const reported = { place: input.pointer, with: [item.made] }
  if (found === undefined && complete)
    context.broken({
      ...reported,
      exchange: last,
      code: 'missing-from-filtered',
      subject: input.name,
      details: { id: item.params[resource.parameter], property: member, is: seen[member], value },
    })
  const page = await context.send(list, { params, query, headers: {} })
  for (const one of itemsOf(context, resource, page)) {
    if (one[member] === undefined || mayMatch(filter, one, value)) continue
    return context.broken({
      ...reported,
      exchange: page,
      code: 'unfiltered-item',
      subject: input.name,
      received: one[member],
      details: { property: member, value },
    })
  }
  const looked = { item, input, filter, value, params }
  const other = await leavesOut(context, looked)
  await likeText(context, looked)
  // Other values give other items; an item that does not fit any of them shows that the filter is ignored.
  const choices = otherValues(context, resource, { input, filter }, value)
  for (const choice of choices) {
    const response = await context.send(list, { params, query: { [input.name]: choice }, headers: {} })
    if (response.status >= 300) continue
    const stray = itemsOf(context, resource, response).find(
      (one) => one[member] !== undefined && !mayMatch(filter, one, choice),
    )
    if (stray === undefined) continue
    return context.broken({
      ...reported,
      exchange: response,
      code: 'unfiltered-item',
      subject: input.name,
      received: stray[member],
      details: { property: member, value: choice },
    })
  }
  if (other === undefined && choices.length === 0)
    context.notObserved({ code: 'no-item-with', what: 'another value of the filter' })
}

/**
 * A filter by substring must ignore case where the description promises that, and treat wildcard characters
 * literally.
 */
async function likeText(context: CheckContext, reported: Looked): Promise<void> {
  const { item, input, filter, value, params } = reported
  const member = propertyOf(filter)
  const { list } = item.resource
  if (typeof value !== 'string' || list === undefined) return
  const other = inOtherCase(value)
  if (ignoresCase(statementsOn(context.api, input)) && other !== value) {
    const { found, last, complete } = await context.findInList(item, { query: { [input.name]: other } })
    if (found === undefined && complete) {
      context.broken({
        code: 'case-not-ignored',
        subject: input.name,
        details: { property: member, is: value, value: other },
        exchange: last,
        with: [item.made],
        place: input.pointer,
      })
    }
  }
  if (!filter.open || saysPattern(statementsOn(context.api, input))) return
  for (const sign of ['%', '_'].filter((one) => !value.includes(one))) {
    const response = await context.send(list, { params, query: { [input.name]: sign }, headers: {} })
    const stray = itemsOf(context, item.resource, response).find((one) => !mayMatch(filter, one, sign))
    if (response.status >= 300 || stray === undefined) continue
    context.broken({
      code: 'wildcard-not-escaped',
      subject: input.name,
      received: stray[member],
      details: { property: member, value: sign },
      exchange: response,
      with: [item.made],
      place: input.pointer,
    })
  }
}

/** An item that fits one filter and not the other is left out, whichever of the two comes first. */
async function tryTogether(
  context: CheckContext,
  resource: Resource,
  filters: ReturnType<typeof comparisonsOf>,
): Promise<void> {
  const { list } = resource
  if (list === undefined) return
  const item = await context.item(resource, resource.create === undefined ? {} : { fresh: true })
  const seen = (await context.findInList(item)).found ?? item.body
  const usable = filters.flatMap(({ input, filter }) => {
    const value = valueIn(seen, filter)
    const other =
      value === undefined
        ? undefined
        : otherValues(context, resource, { input, filter }, value).find((one) => !mayMatch(filter, seen, one))
    return value === undefined || other === undefined ? [] : [{ input, filter, value, other }]
  })
  if (usable.length < 2)
    return context.notObserved({ code: 'no-item-with', what: 'two properties to filter by' })
  for (const [index, fitting] of usable.entries()) {
    const failing = usable[(index + 1) % usable.length]
    if (failing === undefined) continue
    for (const query of [
      { [fitting.input.name]: fitting.value, [failing.input.name]: failing.other },
      { [failing.input.name]: failing.other, [fitting.input.name]: fitting.value },
    ]) {
      const { found, last } = await context.findInList(item, { query })
      if (last.status >= 300 || found === undefined) continue
      return context.broken({
        code: 'second-filter-ignored',
        subject: failing.input.name,
        received: found[propertyOf(failing.filter)],
        details: {
          property: propertyOf(failing.filter),
          value: failing.other,
          other: fitting.input.name,
          otherValue: fitting.value,
        },
        exchange: last,
        with: [item.made],
        place: failing.input.pointer,
      })
    }
  }
}

const DAY = 86_400_000

/** Bounds next to an item's value, and whether the item matches each of them. */
function boundsAround(
  { operator, open, unit }: Filter,
  value: Json | undefined,
): { value: Json; within: boolean }[] {
  const shifted = (sign: number): Json | undefined => {
    if (value === null || value === undefined) return undefined
    if (unit === 'number') return typeof value === 'number' ? value + sign : undefined
    const time = Date.parse(String(value))
    if (Number.isNaN(time)) return undefined
    return unit === 'day'
      ? new Date(time + sign * DAY).toISOString().slice(0, 10)
      : new Date(time + sign * 1000).toISOString()
  }
  const isFrom = operator.startsWith('g')
  const sides = [
    { value: shifted(-1), within: isFrom },
    { value: shifted(1), within: !isFrom },
    {
      value: open || value === null ? undefined : atBound(operator, unit, value),
      within: isInclusive(operator),
    },
  ]
  return sides.flatMap((side) => (side.value === undefined ? [] : [{ ...side, value: side.value }]))
}

/** The value as a bound: the day of a time, unless its end may be excluded. */
function atBound(
  operator: Filter['operator'],
  unit: Filter['unit'],
  value: Json | undefined,
): Json | undefined {
  if (unit !== 'day') return value
  const day = String(value).slice(0, 10)
  return day === value || isInclusive(operator) ? day : undefined
}

/** Whether one text contains the values of a parameter, by its description. */
const isInText = ({ document }: Api, { schema, node }: Parameter): boolean => {
  const view = viewOf(document, schema)
  return typesOf(view).includes('string') && view.enum === undefined && saysCommas(descriptionOf(node))
}

/**
 * A parameter with several values matches items with one of them, or with all where its description promises
 * that.
 */
async function trySeveral(
  context: CheckContext,
  resource: Resource,
  input: Parameter,
  filter: Filter,
): Promise<void> {
  const member = propertyOf(filter)
  const said = descriptionOf(input.node)
  // A property with one value has no two of them; a list may have to have all.
  const several = severalIn(said)
  const all = filter.each && several === 'all'
  if (filter.open || (filter.each && several === undefined))
    return context.notObserved({
      code: 'not-stated',
      what: `whether ${input.name} selects one of its values or all`,
    })
  const { minItems, maxItems } = viewOf(context.api.document, input.schema)
  if (saysRange(said) || (minItems === 2 && maxItems === 2))
    return context.notObserved({ code: 'is-range', parameter: input.name })
  const item = await context.item(resource, resource.create === undefined ? {} : { fresh: true })
  const seen = (await context.findInList(item)).found ?? item.body
  const value = valueIn(seen, filter)
  const other =
    value === undefined
      ? undefined
      : otherValues(context, resource, { input, filter }, value).find((one) => !mayMatch(filter, seen, one))
  if (value === undefined || other === undefined)
    return context.notObserved({ code: 'no-item-with', what: `a ${member} next to another value` })
  for (const values of [
    [other, value],
    [value, other],
  ]) {
    const query = { [input.name]: isInText(context.api, input) ? values.join(',') : values }
    const { found, last, complete } = await (all
      ? context.findInList(item, { query })
      : findListed(context, item, { query }))
    if (last.status >= 300) return context.notObserved(rejected('a filter with two values', last))
    if (all === (found !== undefined) && (all || complete))
      return context.broken({
        ...(all
          ? {
              code: 'unfiltered-item' as const,
              received: seen[member],
              details: { property: member, value: values },
            }
          : {
              code: 'missing-from-filtered' as const,
              details: {
                id: item.params[resource.parameter],
                property: member,
                is: seen[member],
                value: values,
              },
            }),
        subject: input.name,
        exchange: last,
        with: [item.made],
        place: input.pointer,
      })
  }
}
