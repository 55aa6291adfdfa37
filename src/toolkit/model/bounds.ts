/** Query parameters that bound a property of the items: `createdBefore`, `updated_since`, `minPrice`, `price[lte]`. */
import type { ContractDocument, Json, JsonObject } from '../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Parameter } from './api.ts'
import {
  boundedProperty,
  descriptionOf,
  inclusiveIn,
  momentIn,
  saysUnit,
  saysUnixTime,
} from './description.ts'
import { hasRole, statedRoleOf } from './roles.ts'
import { FROM, normal, soundsLike, UNTIL } from './vocabulary.ts'

/** The name without a wrapper and without the mark of a list: `state` for `filter[state]` and for `state[]`. */
export function aboutOf(name: string): string {
  const plain = name.replace(/\[\]$/, '')
  return /^(?:filters?|where|search|query|q)\[([^\]]+)\](.*)$/i.exec(plain)?.slice(1).join('') ?? plain
}

/** `DateCreated<`, which a query writes as `DateCreated<=2031-03-01`. */
export const hasSign = (name: string): boolean => /[<>]$/.test(name)

export interface Bound {
  property: string
  side: 'from' | 'until'
  /** Whether a value that equals the bound matches; undefined if the spec does not state it. */
  inclusive: boolean | undefined
  unit: 'time' | 'day' | 'number'
}

const LAST = new RegExp(
  `^(.*?)(?:at|date|time|on)?(${FROM}|${UNTIL})(?:at|date|time|timestamp|hr|hour|day)?$`,
)
const FIRST = new RegExp(`^(${FROM}|${UNTIL})(.*)$`)
const IS_FROM = new RegExp(`^(${FROM})$`)

/** Finds the property that a parameter bounds from its name; undefined if it is not a bound. */
export function boundOf(
  document: ContractDocument,
  members: readonly [string, Json][],
  input: Parameter,
): Bound | undefined {
  const signed = input.name.replace(/<$/, '_lte').replace(/>$/, '_gte')
  const name = normal(aboutOf(signed).replaceAll(/[[\].]/g, '_'))
  const description = descriptionOf(input.node)
  const spoken = boundedProperty(
    description,
    members.map(([member]) => member),
  )
  const moments = members.filter(([, schema]) =>
    ['time', 'day'].includes(unitOf(withoutNull(document, viewOf(document, schema))) ?? ''),
  )
  const only = moments.length === 1 && momentIn(description) === undefined ? moments[0]?.[0] : undefined
  const last = LAST.exec(name)
  const first = FIRST.exec(name)
  for (const [stem, word] of [
    [last?.[1], last?.[2]],
    [first?.[2], first?.[1]],
  ]) {
    if (stem === undefined || word === undefined) continue
    for (const [property, schema] of members) {
      const unit = unitOf(withoutNull(document, viewOf(document, schema)))
      const isMeant =
        property === spoken ||
        (stem === '' && property === only) ||
        isCalled(document, [property, schema], stem, description) ||
        (unit === 'number' && [stem, `${stem}at`].includes(withoutUnit(property, description) ?? '-'))
      if (unit === undefined || !isMeant) continue
      if (stem === '' && !(unit === 'number' ? saysUnixTime(description) : isDate(document, input))) continue
      const inclusive = /^(gte|lte|min|max|minimum|maximum)$/.test(word)
        ? true
        : /^(gt|lt)$/.test(word)
          ? false
          : inclusiveIn(description)
      return { property, side: IS_FROM.test(word) ? 'from' : 'until', inclusive, unit }
    }
  }
  return undefined
}

/** A parameter without a stem, such as `since`, bounds the creation unless its description names the last update. */
function isCalled(
  document: ContractDocument,
  [property, schema]: readonly [string, Json],
  stem: string,
  description: string,
): boolean {
  const own = normal(property)
  if (stem === '') {
    const role = momentIn(description) ?? 'createdAt'
    return hasRole(document, role, property, schema) || (role === 'createdAt' && own === 'date')
  }
  const role = statedRoleOf(document, property, schema)
  if ((role === 'createdAt' || role === 'updatedAt') && soundsLike(role, stem)) return true
  return [stem, `${stem}at`].includes(own.replace(/(date|time|on)$/, '') || own)
}

/** `minPrice` bounds `priceCents` if its description contains "in cents". */
function withoutUnit(property: string, description: string): string | undefined {
  const [, stem, unit] = /^(.+?)[-_]?([A-Z][a-z]+|(?<=[-_])[a-z]+)$/.exec(property) ?? []
  return stem !== undefined && unit !== undefined && saysUnit(description, unit) ? normal(stem) : undefined
}

/** Only a date makes `after` a bound; other types are more likely cursors. */
const isDate = (document: ContractDocument, { schema }: Parameter): boolean =>
  /^date/.test(String(viewOf(document, schema).format))

/** The unit of a property that a bound may be about. */
export function unitOf(view: JsonObject): Bound['unit'] | undefined {
  const types = typesOf(view)
  if (types.includes('integer') || types.includes('number')) return 'number'
  if (view.format === 'date') return 'day'
  return types.includes('string') && /^date-?time/i.test(String(view.format)) ? 'time' : undefined
}
