/** A filter must apply to every page, not only to the first. */

import { type Filter, propertyOf } from '../../../model/filters.ts'
import { type Paging, pagingOf, sizeFor } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import type { Json, JsonObject } from '../../../openapi/document.ts'
import { viewOf, withoutNull } from '../../../schema/view.ts'
import { itemsOf, parentOf } from '../../engine/items.ts'
import { comesLater, walk } from '../../engine/pages.ts'
import { type Check, type CheckContext, type Item, NotObserved, type Plan } from '../../engine/rule.ts'
import { bodyMembers } from '../compare.ts'
import { changeState, statusOf } from '../states.ts'
import { comparisonsOf, mayMatch } from './filters.ts'
import { expectIds } from './several.ts'

/** Items that fit, between others that do not. */
const FITTING = 3
/** Filters that are tried: a server that forgets one usually forgets all. */
const MAX_FILTERS = 2

type Usable = ReturnType<typeof comparisonsOf>[number]

export function* filteredPages(plan: Plan, resource: Resource): Iterable<Check> {
  const { list, create } = resource
  const paging = list && pagingOf(plan.api, list)
  if (list === undefined || create?.body === undefined || paging?.limit === undefined) return
  const sent = bodyMembers(plan.api, create)
  const status = statusOf(plan.api, resource)
  const filters = comparisonsOf(plan.api, list).filter(
    ({ filter }) => sent.has(propertyOf(filter)) || propertyOf(filter) === status?.property,
  )
  if (filters.length === 0) return
  yield {
    name: 'on every page',
    constraint: 'query filters apply on every page',
    operation: list,
    run: (context) => onEveryPage(context, resource, paging, filters),
  }
}

async function onEveryPage(
  context: CheckContext,
  resource: Resource,
  paging: Paging,
  filters: readonly Usable[],
): Promise<void> {
  let tried = 0
  for (const usable of filters) {
    const result = await tryFilter(context, resource, paging, usable)
    if (result === 'broken') return
    if (result === 'right' && ++tried === MAX_FILTERS) return
  }
  if (tried === 0)
    context.notObserved({ code: 'not-made', what: 'items of which a filter shows some on several pages' })
}

/** @returns undefined where no list with several pages could be made for the filter */
async function tryFilter(
  context: CheckContext,
  resource: Resource,
  paging: Paging,
  { input, filter }: Usable,
): Promise<'right' | 'broken' | undefined> {
  const made = await madeFor(context, resource, filter).catch((error: unknown) => {
    if (error instanceof NotObserved) return undefined
    throw error
  })
  if (made === undefined) return undefined
  const { fitting, params, value } = made
  const query = {
    [paging.limit?.name ?? 'limit']: sizeFor(context.api, paging.limit, 1),
    [input.name]: value,
  }
  const walkAgain = () => walk(context, resource, params, query)
  const { ids, pages: all, ended } = await walkAgain()
  // A page may lead to an error response because it was not the right one.
  const pages = all.filter(({ status }) => status < 300)
  for (const page of pages) expectIds(context, resource, page)
  const lost = fitting.map((one) => String(one.params[resource.parameter])).find((id) => !ids.includes(id))
  // Whether a text is searched for, or has to be the whole one, the server decides.
  if (pages.length < 2 && (lost === undefined || filter.open)) return undefined
  const reported = {
    with: [...made.all.map((one) => one.made), ...pages.slice(0, 1)],
    place: input.pointer,
  }
  const member = propertyOf(filter)
  const stray = pages.flatMap((page) =>
    itemsOf(context, resource, page).flatMap((one) =>
      one[member] !== undefined && !mayMatch(filter, one, value) ? [{ page, received: one[member] }] : [],
    ),
  )[0]
  const twice = ids.find((id, index) => ids.indexOf(id) < index)
  const [, again] = pages
  const last = pages.at(-1)
  if (stray !== undefined)
    context.broken({
      ...reported,
      exchange: stray.page,
      code: 'unfiltered-item',
      subject: input.name,
      received: stray.received,
      details: { property: member, value },
    })
  else if (twice !== undefined && again !== undefined)
    context.broken({
      ...reported,
      exchange: again,
      code: 'repeated-across-filtered-pages',
      subject: input.name,
      received: twice,
      details: { value },
    })
  else if (lost !== undefined && ended && last !== undefined && !(await comesLater(context, lost, walkAgain)))
    context.broken({
      ...reported,
      exchange: last,
      code: 'missing-from-filtered-pages',
      subject: input.name,
      details: { id: lost, value, pages: pages.length },
    })
  else return 'right'
  return 'broken'
}

interface Made {
  fitting: Item[]
  all: Item[]
  params: Item['params']
  value: Json
}

async function madeFor(context: CheckContext, resource: Resource, filter: Filter): Promise<Made | undefined> {
  const member = propertyOf(filter)
  if (!bodyMembers(context.api, resource.create).has(member)) return inStates(context, resource)
  const value = await valueFor(context, resource, filter)
  const made = value === undefined ? undefined : await mixed(context, resource, filter, value)
  return made && value !== undefined ? { ...made, value } : undefined
}

/** Items in their first state, between others in another state. */
async function inStates(context: CheckContext, resource: Resource): Promise<Made | undefined> {
  const status = statusOf(context.api, resource)
  if (status === undefined) return undefined
  const all: Item[] = []
  let within: Item | undefined
  for (let index = 0; index <= FITTING * 2; index++) {
    const item: Item = await context.item(resource, { fresh: true, ...(within !== undefined && { within }) })
    if (resource.parent !== undefined)
      within ??= { ...item, resource: resource.parent, params: parentOf(item) }
    if (index % 2 === 0 && (await changeState(context, item, status, [])) === undefined) return undefined
    all.push(item)
  }
  const fitting = all.filter((_, index) => index % 2 === 1)
  const value = fitting[0]?.body[status.property]
  return value === undefined
    ? undefined
    : { fitting, all, params: within === undefined ? {} : within.params, value }
}

/** A value that the new items have and hardly any other. */
async function valueFor(
  context: CheckContext,
  resource: Resource,
  filter: Filter,
): Promise<Json | undefined> {
  const { document } = context.api
  const member = propertyOf(filter)
  const schema = bodyMembers(context.api, resource.create).get(member)
  const target = context.graph.referredBy(member, schema, resource)
  if (target !== undefined && !filter.each && !filter.open) {
    const item = await context.item(target, { fresh: true })
    return item.params[target.parameter]
  }
  const view = withoutNull(document, viewOf(document, schema))
  if (Array.isArray(view.enum)) return view.enum.at(-1) ?? undefined
  if (filter.each) {
    const { enum: choices, type } = viewOf(document, view.items)
    if (Array.isArray(choices)) return choices.at(-1) ?? undefined
    return [type].flat().includes('string') ? `zq${context.random.word(6)}` : undefined
  }
  return filter.open ? `zq${context.random.word(6)}` : undefined
}

async function mixed(
  context: CheckContext,
  resource: Resource,
  filter: Filter,
  value: Json,
): Promise<Omit<Made, 'value'> | undefined> {
  const { create } = resource
  const member = propertyOf(filter)
  const fitting: Item[] = []
  const all: Item[] = []
  let within: Item | undefined
  // Whichever way the list is ordered, it begins with one that does not fit.
  for (let index = 0; index <= FITTING * 2; index++) {
    const fits = index % 2 === 1
    const own = filter.each ? [value] : filter.open ? `${String(value)} ${index}` : value
    let valid = true
    const change = (sent: JsonObject) => {
      if (fits) sent[member] = own
      else if (mayMatch(filter, sent, value)) delete sent[member]
      valid = create === undefined || context.isValidBody(create, sent)
    }
    const item: Item = await context.item(resource, {
      fresh: true,
      body: change,
      ...(within !== undefined && { within }),
    })
    // After a conflict, an item may refer to another one than it should.
    if (!valid || (fits && item.body[member] !== undefined && !mayMatch(filter, item.body, value)))
      return undefined
    if (resource.parent !== undefined)
      within ??= { ...item, resource: resource.parent, params: parentOf(item) }
    all.push(item)
    if (fits) fitting.push(item)
  }
  const [first] = fitting
  const ids = new Set(fitting.map((one) => one.params[resource.parameter]))
  return first === undefined || ids.size < FITTING ? undefined : { fitting, all, params: parentOf(first) }
}
