import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import type { ApiOperation, Parameter } from '../api/api.ts'
import { largestLimit, limitOf, linkedPage, nextPage, pagingOf } from '../api/paging.ts'
import { listItemSchema, normal, type Resource } from '../api/resources.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../api/schemaView.ts'
import { show } from '../finding.ts'
import { itemsOf } from '../run/items.ts'
import { defineRule, type Item, NotObserved, type TrialContext } from '../run/rule.ts'
import { validatorOf } from '../validators.ts'
import { bodyMembers } from './compare.ts'
import { idsOf } from './several.ts'
import { type SpokenOrder, spokenOrder } from './spokenOrder.ts'

/** A list comes in the order that was asked for, and in the declared one when none was. */
export const listOrderHolds = defineRule({
  id: 'list-order-holds',
  title: 'A list comes in the order that was asked for, or that the document names as default.',
  basis: 'the document',
  pack: 'core',
  *trials({ api, graph }) {
    for (const resource of graph.resources) {
      const { list } = resource
      if (list === undefined) continue
      const { sort, direction } = sortingOf(list)
      // A choice is ordered by its rank as often as by its letters.
      const members = membersOf(viewOf(api.document, listItemSchema(api, list)))
        .filter(([, schema]) => withoutNull(api.document, viewOf(api.document, schema)).enum === undefined)
        .map(([name]) => name)
      const spoken = spokenOrder(list, sort ?? direction, members)
      if (sort === undefined && direction === undefined && spoken === undefined) continue
      const keys = choices(api.document, sort)
      const ways = choices(api.document, direction)
      const told = wayIn(keys, sort)
      const defaultKey = defaultOf(api.document, sort) ?? members.find((one) => /^created_?at$/i.test(one))
      const defaultWay = defaultOf(api.document, direction)
      for (const key of keys.length > 0 ? keys : [undefined]) {
        for (const way of ways.length > 0 ? ways : [undefined]) {
          const { member, down } = reading(key ?? defaultKey, way ?? defaultWay, members, told)
          if (member === undefined || down === undefined) continue
          yield {
            name: `${key ?? 'default'} ${way ?? ''}`.trim(),
            constraint: `query.${(sort ?? direction)?.name} orders`,
            operation: list,
            run: (context) =>
              order(
                context,
                resource,
                {
                  ...(sort && key && { [sort.name]: key }),
                  ...(direction && way && { [direction.name]: way }),
                },
                member,
                down,
                sort ?? direction,
              ),
          }
        }
      }
      const { member, down } = reading(defaultKey, defaultWay, members, told)
      if (member !== undefined && down !== undefined && (sort !== undefined || direction !== undefined))
        yield {
          name: 'by itself',
          constraint: 'default order',
          operation: list,
          run: (context) => order(context, resource, {}, member, down, sort ?? direction),
        }
      else if (spoken !== undefined)
        yield {
          name: 'as said',
          constraint: 'default order',
          operation: list,
          run: (context) => orderAsSaid(context, resource, spoken),
        }
    }
  },
})

const sortingOf = (list: ApiOperation): { sort: Parameter | undefined; direction: Parameter | undefined } => {
  const query = list.inputs.filter((one) => one.in === 'query')
  const named = (names: string[]) => query.find((one) => names.includes(normal(one.name)))
  const direction = named(['order', 'direction', 'sortorder', 'sortdirection', 'dir', 'orderdirection'])
  const sort = named(['sort', 'sortby', 'orderby', 'sortfield', 'ordering'])
  return {
    sort: sort ?? (direction && !isWay(direction) ? direction : undefined),
    direction: direction && isWay(direction) ? direction : undefined,
  }
}

const isWay = (input: Parameter): boolean =>
  isObject(input.schema) && JSON.stringify(input.schema).toLowerCase().includes('desc')

function choices(document: Parameters<typeof viewOf>[0], input: Parameter | undefined): string[] {
  const { enum: list } = viewOf(document, input?.schema)
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
}

function defaultOf(document: Parameters<typeof viewOf>[0], input: Parameter | undefined): string | undefined {
  const value = viewOf(document, input?.schema).default
  return typeof value === 'string' ? value : undefined
}

/** `-createdAt`, `createdAt:desc`, `created_at` with `order=desc`: which member, and which way. */
function reading(
  key: string | undefined,
  way: string | undefined,
  members: string[],
  usual: 'rising' | 'falling' | undefined,
): { member?: string; down?: boolean } {
  if (key === undefined) return {}
  const [plain = '', suffix] = key.replace(/^[-+]/, '').split(/[:\s]|[-_](?=(?:asc|desc)$)/i)
  const member = members.find((one) => normal(one) === normal(plain))
  const said = suffix ?? way
  if (member === undefined) return {}
  if (/^[-+]/.test(key)) return { member, down: key.startsWith('-') }
  if (said !== undefined) return { member, down: /^desc/i.test(said) }
  return usual === undefined ? { member } : { member, down: usual === 'falling' }
}

/** Which way a key without one orders, where the document tells: by a `-` before the other way, or in words. */
function wayIn(keys: string[], sort: Parameter | undefined): 'rising' | 'falling' | undefined {
  if (keys.some((key) => key.startsWith('-') && keys.includes(key.slice(1)))) return 'rising'
  const text = typeof sort?.node.description === 'string' ? sort.node.description.toLowerCase() : ''
  const up = /\b(ascending|rising|oldest first|smallest first|a to z)\b/.test(text)
  const down = /\b(descending|falling|newest first|latest first|most recent first|largest first)\b/.test(text)
  return up === down ? undefined : up ? 'rising' : 'falling'
}

/** In no order as numbers, and in another one as texts. */
const NUMBERS = [9, 100, 20]

/** An item that differs from the others in the member, where that is a number that clients set. */
async function differing(
  context: TrialContext,
  resource: Resource,
  member: string,
  nth: number,
  within?: Item,
): Promise<Item> {
  const { create } = resource
  const options = { fresh: true, ...(within !== undefined && { within }) }
  const schema = bodyMembers(context.api, create).get(member)
  const view = withoutNull(context.api.document, viewOf(context.api.document, schema))
  const value = NUMBERS[nth % NUMBERS.length] ?? 0
  const isNumber = typesOf(view).some((type) => type === 'integer' || type === 'number')
  if (create?.body === undefined || !isNumber) return context.item(resource, options)
  const { schemaPointer } = create.body
  const body = (sent: JsonObject) => {
    const changed = { ...sent, [member]: value }
    if (validatorOf(context.api.document, 'request')(schemaPointer, changed).length === 0)
      sent[member] = value
  }
  return context.item(resource, { ...options, body }).catch((error: unknown) => {
    if (error instanceof NotObserved) return context.item(resource, options)
    throw error
  })
}

async function order(
  context: TrialContext,
  resource: Resource,
  query: Record<string, Json>,
  member: string,
  down: boolean,
  input: Parameter | undefined,
): Promise<void> {
  const { list, create } = resource
  if (list === undefined) return
  let parent: Record<string, Json> = {}
  // At least three items that differ in the member, made in neither order.
  if (create !== undefined) {
    const first = await differing(context, resource, member, 0)
    parent = without(first.params, resource.parameter)
    const within =
      resource.parent === undefined
        ? undefined
        : { ...first, resource: resource.parent, params: parent as never }
    for (let count = 0; count < 2; count++) {
      await context.wait(2)
      await differing(context, resource, member, count + 1, within)
    }
  } else if (resource.parent !== undefined) parent = (await context.item(resource.parent)).params
  const limit = limitOf(context.api, list)
  const size: Record<string, Json> =
    limit === undefined ? {} : { [limit.name]: largestLimit(context.api, limit, 100) }
  const answer = await context.send(list, { params: parent, query: { ...query, ...size }, headers: {} })
  if (answer.status >= 300) return context.notObserved(`the list was refused with ${answer.status}`)
  const items = itemsOf(context, resource, answer)
  const values = items.map((item: JsonObject) => item[member])
  if (new Set(values.map(String)).size < 2)
    return context.notObserved(`fewer than two values of ${member} were there to be ordered`)
  for (let index = 1; index < values.length; index++) {
    const [a, b] = [values[index - 1], values[index]]
    if (inOrder(a, b, down)) continue
    return context.broken({
      message: `received ${show(a)} before ${show(b)} at ${member}, expected ${down ? 'falling' : 'rising'} order`,
      exchange: answer,
      place: input?.pointer ?? list.pointer,
    })
  }
}

/** Members by which a client may say itself when a thing came about. */
const OWN_TIME = /^(created|date|time|timestamp|published|occurred|recorded|started?|when|at)/
/** What a page of a list says of the time when its items came about. */
const MADE = /^(createdat|createdon|created|creationdate|creationtime|occurredat|recordedat|timestamp)$/
const MOST_PAGES = 5

async function orderAsSaid(
  context: TrialContext,
  resource: Resource,
  { by, down, words }: SpokenOrder,
): Promise<void> {
  const { list, create } = resource
  if (list === undefined) return
  if (by !== 'creation') return order(context, resource, {}, by.member, down, undefined)
  const ownTime = [...bodyMembers(context.api, create).keys()].some((name) => OWN_TIME.test(normal(name)))
  if (create === undefined || ownTime) {
    const members = membersOf(viewOf(context.api.document, listItemSchema(context.api, list))).map(
      ([name]) => name,
    )
    const stamp = members.find((name) => MADE.test(normal(name)))
    if (stamp === undefined || ownTime)
      return context.notObserved('what is ordered are times that the kit does not know')
    return order(context, resource, {}, stamp, down, undefined)
  }
  const items = await oneAfterTheOther(context, resource)
  const { ids, last } = await firstPages(context, resource, list, items)
  const places = items.map((item) => ids.indexOf(String(item.params[resource.parameter])))
  const expected = down ? [...items].reverse() : items
  const found = expected
    .map((item) => ids.indexOf(String(item.params[resource.parameter])))
    .filter((place) => place >= 0)
  if (found.length < 2)
    return context.notObserved(
      `fewer than two of ${items.length} new items were on the first ${MOST_PAGES} pages`,
    )
  if (found.every((place, index) => index === 0 || place > (found[index - 1] ?? 0))) return
  context.broken({
    message: `received new items at the places ${places.map((place) => place + 1).join(', ')} in the order of their creation, expected ${show(words)}`,
    exchange: last,
    with: items.map(({ made }) => made),
    place: list.pointer,
  })
}

/** Three items of one parent, each later than the one before, past the second where times may have no finer part. */
async function oneAfterTheOther(context: TrialContext, resource: Resource): Promise<Item[]> {
  const first = await context.item(resource, { fresh: true })
  const params = without(first.params, resource.parameter)
  const within =
    resource.parent === undefined ? {} : { within: { ...first, resource: resource.parent, params } }
  const stamp = Object.entries(first.body).find(([name]) => MADE.test(normal(name)))?.[1]
  const isFine = typeof stamp === 'string' && /\.\d*[1-9]/.test(stamp)
  const items = [first]
  while (items.length < 3) {
    await context.wait(isFine ? 3 : 1_050)
    items.push(await context.item(resource, { fresh: true, ...within }))
  }
  return items
}

/** The ids on the first pages, as far as these items reach. */
async function firstPages(
  context: TrialContext,
  resource: Resource,
  list: ApiOperation,
  items: readonly Item[],
) {
  const [first] = items
  const params = first === undefined ? {} : without(first.params, resource.parameter)
  const limit = limitOf(context.api, list)
  const paging = pagingOf(context.api, list)
  let query: Record<string, Json> =
    limit === undefined ? {} : { [limit.name]: largestLimit(context.api, limit, 100) }
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const last = await context.send(list, { params, query, headers: {} })
    const shown = itemsOf(context, resource, last)
    ids.push(...idsOf(resource, shown))
    const next = paging === undefined ? linkedPage(last) : nextPage(paging, query, last, shown.length)
    const complete = items.every((item) => ids.includes(String(item.params[resource.parameter])))
    if (complete || next === undefined || page >= MOST_PAGES) return { ids, last }
    query = next
  }
}

const without = (params: Record<string, string | number>, name: string) =>
  Object.fromEntries(Object.entries(params).filter(([one]) => one !== name))

/** Collations differ: texts count as out of order only when they are so in every usual one. */
function inOrder(a: Json | undefined, b: Json | undefined, down: boolean): boolean {
  if (a === null || b === null || a === undefined || b === undefined) return true
  const [low, high] = down ? [b, a] : [a, b]
  if (typeof low === 'number' && typeof high === 'number') return low <= high
  const [one, two] = [String(low), String(high)]
  return one <= two || one.toLowerCase() <= two.toLowerCase() || one.localeCompare(two) <= 0
}
