import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import type { ApiOperation, Parameter } from '../api/api.ts'
import { largestLimit, limitOf } from '../api/paging.ts'
import { listItemSchema, normal, type Resource } from '../api/resources.ts'
import { membersOf, viewOf, withoutNull } from '../api/schemaView.ts'
import { show } from '../finding.ts'
import { itemsOf } from '../run/items.ts'
import { defineRule, type TrialContext } from '../run/rule.ts'

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
      if (sort === undefined && direction === undefined) continue
      // A choice is ordered by its rank as often as by its letters.
      const members = membersOf(viewOf(api.document, listItemSchema(api, list)))
        .filter(([, schema]) => withoutNull(api.document, viewOf(api.document, schema)).enum === undefined)
        .map(([name]) => name)
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
    const first = await context.item(resource, { fresh: true })
    parent = without(first.params, resource.parameter)
    const within =
      resource.parent === undefined
        ? undefined
        : { ...first, resource: resource.parent, params: parent as never }
    for (let count = 0; count < 2; count++) {
      await context.wait(2)
      await context.item(resource, { fresh: true, ...(within !== undefined && { within }) })
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
