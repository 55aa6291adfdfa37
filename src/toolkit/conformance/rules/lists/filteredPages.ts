/** Filters apply on every page, and without their parameter where they have a default. */

import type { Parameter } from '../../../model/api.ts'
import { type Filter, propertyOf } from '../../../model/filters.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { type Paging, pagingOf, sizeFor } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import { type Status, statusOf } from '../../../model/roles.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { stringFor } from '../../../schema/values/strings.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import { itemsOf, parentOf } from '../../engine/items.ts'
import { comesLater, walk } from '../../engine/pages.ts'
import { type Check, type CheckContext, type Item, NotObserved, type Plan } from '../../engine/rule.ts'
import { changeState } from '../states.ts'
import { comparisonsOf, mayMatch } from './filters.ts'
import { expectIds, findLeftOut } from './several.ts'

/** Items that fit, between others that do not. */
const FITTING = 3
/** Filters that are tried: a server that forgets one usually forgets all. */
const MAX_FILTERS = 2

type Usable = ReturnType<typeof comparisonsOf>[number]

export function* filteredPages(plan: Plan, resource: Resource): Iterable<Check> {
  const { list, create } = resource
  const paging = list && pagingOf(plan.api, list)
  if (list === undefined || create?.body === undefined || paging?.limit === undefined) return
  const sent = bodyProperties(plan.api, create)
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
  if (!bodyProperties(context.api, resource.create).has(member)) return inStates(context, resource)
  const value = await valueFor(context, resource, filter)
  const made = value === undefined ? undefined : await mixed(context, resource, filter, value)
  return made && value !== undefined ? { ...made, value } : undefined
}

/** Items in their first state, between others in another state. */
async function inStates(context: CheckContext, resource: Resource): Promise<Made | undefined> {
  const status = statusOf(context.api, resource)
  if (status === undefined) return undefined
  const made = await alternating(context, resource, {
    isUsable: async (item, fits) => fits || (await changeState(context, item, status, [])) !== undefined,
  })
  const value = made?.fitting[0]?.body[status.property]
  return made === undefined || value === undefined ? undefined : { ...made, value }
}

interface Alternation {
  /** Changes the body of an item. */
  change?(sent: JsonObject, fits: boolean, index: number): void
  /** Whether the items can still be used after this one. */
  isUsable(item: Item, fits: boolean): boolean | Promise<boolean>
}

/** Items that fit, between others that do not: however the list is ordered, it begins with one that does not fit. */
async function alternating(
  context: CheckContext,
  resource: Resource,
  { change, isUsable }: Alternation,
): Promise<Omit<Made, 'value'> | undefined> {
  const all: Item[] = []
  let within: Item | undefined
  for (let index = 0; index <= FITTING * 2; index++) {
    const fits = index % 2 === 1
    const item: Item = await context.item(resource, {
      fresh: true,
      ...(change !== undefined && { body: (sent) => change(sent, fits, index) }),
      ...(within !== undefined && { within }),
    })
    if (!(await isUsable(item, fits))) return undefined
    if (resource.parent !== undefined)
      within ??= { ...item, resource: resource.parent, params: parentOf(item) }
    all.push(item)
  }
  const fitting = all.filter((_, index) => index % 2 === 1)
  const ids = new Set(fitting.map((one) => one.params[resource.parameter]))
  return ids.size < FITTING ? undefined : { fitting, all, params: { ...within?.params } }
}

/** A value that the new items have and hardly any other. */
async function valueFor(
  context: CheckContext,
  resource: Resource,
  filter: Filter,
): Promise<Json | undefined> {
  const { document } = context.api
  const member = propertyOf(filter)
  const schema = bodyProperties(context.api, resource.create).get(member)
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
  if (filter.open) return `zq${context.random.word(6)}`
  return typesOf(view).includes('string') && filter.operator === 'eq'
    ? stringFor(view, context.random, member)
    : undefined
}

function mixed(
  context: CheckContext,
  resource: Resource,
  filter: Filter,
  value: Json,
): Promise<Omit<Made, 'value'> | undefined> {
  const { create } = resource
  const member = propertyOf(filter)
  let valid = true
  return alternating(context, resource, {
    change(sent, fits, index) {
      if (fits) sent[member] = filter.each ? [value] : filter.open ? `${String(value)} ${index}` : value
      else if (mayMatch(filter, sent, value)) delete sent[member]
      valid = create === undefined || context.isValidBody(create, sent)
    },
    // After a conflict, an item may refer to another one than it should.
    isUsable: ({ body }, fits) =>
      valid && (!fits || body[member] === undefined || mayMatch(filter, body, value)),
  })
}

/** Without a filter by state that has a default, items in other states are not listed. */
export function* defaultFilters({ api }: Pick<Plan, 'api'>, resource: Resource): Generator<Check> {
  const { list, create, read } = resource
  const status = statusOf(api, resource)
  if (list === undefined || create === undefined || read === undefined || status === undefined) return
  for (const { input, filter } of comparisonsOf(api, list)) {
    const value = viewOf(api.document, input.schema).default
    if (propertyOf(filter) !== status.property || typeof value !== 'string' || !status.values.includes(value))
      continue
    yield {
      name: `${input.name} default`,
      constraint: `query.${input.name} default`,
      operation: list,
      run: (context) => tryDefault(context, resource, status, { input, filter, value }),
    }
  }
}

async function tryDefault(
  context: CheckContext,
  resource: Resource,
  status: Status,
  { input, filter, value }: { input: Parameter; filter: Filter; value: string },
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const moved = await changeState(
    context,
    item,
    status,
    status.values.filter((one) => one !== value),
  )
  const read = await context.read(item)
  const now = isObject(read.json as Json) ? (read.json as Record<string, Json>) : {}
  if (moved === undefined || read.status >= 300 || mayMatch(filter, now, value))
    return context.notObserved({ code: 'not-made', what: `item whose ${status.property} is not ${value}` })
  const seen = await findLeftOut(context, item)
  if (seen.found === undefined) return
  context.broken({
    code: 'unfiltered-item',
    subject: input.name,
    received: now[status.property],
    details: { property: status.property, value },
    exchange: seen.last,
    with: [item.made, moved],
    place: input.pointer,
  })
}
