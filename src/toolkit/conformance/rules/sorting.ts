/** The parameters that order a list: which member each choice is about, and which way it orders. */

import type { Api, ApiOperation, Parameter } from '../../model/api.ts'
import { normal } from '../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/index.ts'
import { boundsOf } from '../../schema/values/valid.ts'
import { typesOf, viewOf } from '../../schema/view.ts'

type Way = 'rising' | 'falling'

export const sortingOf = (
  list: ApiOperation,
): { sort: Parameter | undefined; direction: Parameter | undefined } => {
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

/** What may be asked for; of a parameter that takes several keys, each key. */
export function choices({ document }: Api, input: Parameter | undefined): string[] {
  const whole = viewOf(document, input?.schema)
  const { enum: list } = typesOf(whole).includes('array') ? viewOf(document, whole.items) : whole
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
}

/** What is asked for where nothing is; of several keys the first. */
export function defaultOf({ document }: Api, input: Parameter | undefined): string | undefined {
  const [first] = [viewOf(document, input?.schema).default].flat()
  return typeof first === 'string' ? first.split(',')[0] : undefined
}

/** `-createdAt`, `createdAt:desc`, `created_at` with `order=desc`: which member, and which way. */
export function reading(
  key: string | undefined,
  way: string | undefined,
  members: readonly string[],
  usual: Way | undefined,
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

const UP = /\b(ascending|rising|oldest first|smallest first|a to z)\b/
const DOWN = /\b(descending|falling|newest first|latest first|most recent first|largest first)\b/
/** Words about how to ask for the other way, which say nothing of the usual one. */
const ASKING =
  /\b(minus|hyphen|dash|sign|prefix|prefixed|prefixing|prepend|preceded?|append|suffix|add|use|pass|put|give)\b|[`'"(]-/

/** Which way a key without one orders: by a `-` before the other way, or in words, which hold without a key, too. */
export function wayIn(keys: readonly string[], sort: Parameter | undefined): { usual?: Way; said?: Way } {
  const text = typeof sort?.node.description === 'string' ? sort.node.description.toLowerCase() : ''
  const sentences = text.split(/[.;](?:\s|$)/)
  const plain = sentences.filter((one) => !ASKING.test(one)).join('. ')
  const [up, down] = [UP.test(plain), DOWN.test(plain)]
  const said = up === down ? undefined : up ? 'rising' : 'falling'
  const signed =
    keys.some((key) => key.startsWith('-') && keys.includes(key.slice(1))) ||
    sentences.some((one) => ASKING.test(one) && DOWN.test(one) && !UP.test(one))
  const usual = signed ? 'rising' : said
  return { ...(usual !== undefined && { usual }), ...(said !== undefined && !signed && { said }) }
}

/** Collations differ: texts count as out of order only when they are so in every usual one. */
export function inOrder(a: Json | undefined, b: Json | undefined, down: boolean): boolean {
  if (a === null || b === null || a === undefined || b === undefined) return true
  const [low, high] = down ? [b, a] : [a, b]
  if (typeof low === 'number' && typeof high === 'number') return low <= high
  const [one, two] = [String(low), String(high)]
  return one <= two || one.toLowerCase() <= two.toLowerCase() || one.localeCompare(two) <= 0
}

/** In no order as numbers, and in another one as texts. */
const NUMBERS = [9, 100, 20]

/** Three numbers that the schema allows, in no order; those between its bounds where they are close. */
export function numbersWithin(view: JsonObject, type: string): readonly number[] {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = boundsOf(view, type)
  if (NUMBERS.every((one) => one >= least && one <= most)) return NUMBERS
  const step = typeof view.multipleOf === 'number' ? view.multipleOf : 1
  const low = Number.isFinite(least)
    ? Math.ceil(least / step) * step
    : Math.floor(most / step) * step - 2 * step
  return [low + step, low + 2 * step, low]
}
