/** Parameters that bound a member of the items: `createdBefore`, `updated_since`, `minPrice`, `price[lte]`. */
import { type ContractDocument, escaped, type Json, type JsonObject } from '../openapi/index.ts'
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Parameter } from './api.ts'
import { normal } from './resources.ts'

/** What a parameter is about, by its name: `filter[state]` is about `state`. */
export const aboutOf = (name: string): string =>
  /^(?:filters?|where|search|query|q)\[([^\]]+)\](.*)$/i.exec(name)?.slice(1).join('') ?? name

export interface Bound {
  member: string
  way: 'from' | 'until'
  /** Whether the bound itself is within; undefined where the document does not tell. */
  inclusive: boolean | undefined
  unit: 'time' | 'day' | 'number'
}

const FROM = 'from|since|after|gte|gt|min|minimum|start|newerthan'
const UNTIL = 'until|before|to|lte|lt|max|maximum|end|olderthan'
const LAST = new RegExp(`^(.*?)(?:at|date|time|on)?(${FROM}|${UNTIL})(?:at|date|time)?$`)
const FIRST = new RegExp(`^(${FROM}|${UNTIL})(.*)$`)

/** The member of the items that the parameter bounds, from its name; undefined when it is no bound. */
export function boundOf(
  document: ContractDocument,
  members: readonly [string, Json][],
  input: Parameter,
): Bound | undefined {
  const name = normal(aboutOf(input.name).replaceAll(/[[\].]/g, '_'))
  const spoken = spokenMember(members, input)
  const last = LAST.exec(name)
  const first = FIRST.exec(name)
  for (const [stem, word] of [
    [last?.[1], last?.[2]],
    [first?.[2], first?.[1]],
  ]) {
    if (stem === undefined || word === undefined) continue
    for (const [member, schema] of members) {
      const view = withoutNull(document, viewOf(document, schema))
      const unit = unitOf(view)
      const own = normal(member)
      const wanted = stem === '' ? ['createdat', 'created', 'timestamp', 'date'] : [stem, `${stem}at`]
      const isMeant =
        member === spoken ||
        wanted.includes(own.replace(/(date|time|on)$/, '') || own) ||
        (unit === 'number' && wanted.includes(withoutUnit(member, input) ?? '-'))
      if (unit === undefined || !isMeant) continue
      if (stem === '' && (unit === 'number' || !isDate(document, input))) continue
      const way = new RegExp(`^(${FROM})$`).test(word) ? 'from' : 'until'
      return { member, way, inclusive: inclusiveOf(input, word), unit }
    }
  }
  return undefined
}

/** `priceCents` is bounded by `minPrice` where that is said to be in cents. */
function withoutUnit(member: string, { node }: Parameter): string | undefined {
  const [, stem, unit] = /^(.+?)[-_]?([A-Z][a-z]+|(?<=[-_])[a-z]+)$/.exec(member) ?? []
  if (stem === undefined || unit === undefined) return undefined
  return new RegExp(`\\bin ${unit}\\b`, 'i').test(String(node.description ?? '')) ? normal(stem) : undefined
}

/** The member that the description names: "Orders whose total_cents is at least this". */
function spokenMember(members: readonly [string, Json][], { node }: Parameter): string | undefined {
  const text = typeof node.description === 'string' ? node.description : ''
  const named = members.filter(([member]) => {
    const words = member
      .split(/[-_]|(?<=[a-z])(?=[A-Z])/)
      .map(escaped)
      .join('[-_ ]?')
    return new RegExp(`\\bwhose [\`"]?${words}[\`"]? (is|was|lies)\\b`, 'i').test(text)
  })
  return named.length === 1 ? named[0]?.[0] : undefined
}

/** `after` alone is a bound where it is a time, else more likely the place of a page. */
const isDate = (document: ContractDocument, { schema }: Parameter): boolean =>
  /^date/.test(String(viewOf(document, schema).format))

function unitOf(view: JsonObject): Bound['unit'] | undefined {
  const types = typesOf(view)
  if (types.includes('integer') || types.includes('number')) return 'number'
  if (view.format === 'date') return 'day'
  return types.includes('string') && view.format === 'date-time' ? 'time' : undefined
}

/** What the description says of the bound itself; a name alone says it only as `gte` and its like do. */
function inclusiveOf({ node }: Parameter, word: string): boolean | undefined {
  if (/^(gte|lte|min|max|minimum|maximum)$/.test(word)) return true
  if (/^(gt|lt)$/.test(word)) return false
  const text = typeof node.description === 'string' ? node.description.toLowerCase() : ''
  if (/exclusive|strictly|not included|excluding/.test(text)) return false
  if (/\bat (least|most)\b|\b(is|was) this( one)? or\b/.test(text)) return true
  if (/inclusive|included|including|\bat or (after|before)\b|\bon or (after|before)\b/.test(text)) return true
  const MOMENT = '(this|that|the|the given|a given) (moment|time|instant|timestamp|day|date|one)'
  if (new RegExp(`\\bat ${MOMENT} or\\b|\\b(not|no) (earlier|later|before|after)\\b`).test(text)) return true
  return new RegExp(`\\b(before|after) ${MOMENT}\\b`).test(text) ? false : undefined
}

/** Where a value lies beside a bound: -1 below, 0 at it, 1 above; undefined when they cannot be compared. */
function compared(member: Json | undefined, value: Json): number | undefined {
  const [a, b] =
    typeof member === 'number'
      ? [member, Number(value)]
      : [Date.parse(String(member)), Date.parse(String(value))]
  return Number.isNaN(a) || Number.isNaN(b) ? undefined : Math.sign(a - b)
}

/** Whether an item may be in a list that is bounded so; what cannot be compared may. */
export function within({ way, inclusive }: Bound, member: Json | undefined, value: Json): boolean {
  const order = compared(member, value)
  if (order === undefined) return true
  return order === 0 ? inclusive !== false : way === 'from' ? order > 0 : order < 0
}

const DAY = 86_400_000

/** Bounds to try around an item's value, and whether the item is within each of them. */
export function boundsAround(
  { way, inclusive, unit }: Bound,
  value: Json,
): { value: Json; within: boolean }[] {
  const beside = (sign: number): Json | undefined => {
    if (value === null) return undefined
    if (unit === 'number') return typeof value === 'number' ? value + sign : undefined
    const time = Date.parse(String(value))
    if (Number.isNaN(time)) return undefined
    if (unit === 'day') return new Date(time + sign * DAY).toISOString().slice(0, 10)
    return new Date(time + sign * 1000).toISOString()
  }
  const sides = [
    { value: beside(-1), within: way === 'from' },
    { value: beside(1), within: way === 'until' },
    { value: inclusive === undefined || value === null ? undefined : value, within: inclusive === true },
  ]
  return sides.flatMap((side) => (side.value === undefined ? [] : [{ ...side, value: side.value }]))
}
