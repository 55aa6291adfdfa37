/** Query parameters that bound a property of the items: `createdBefore`, `updated_since`, `minPrice`, `price[lte]`. */

import type { ContractDocument, Json, JsonObject } from '../openapi/document.ts'
import { escaped } from '../openapi/templates.ts'
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Parameter } from './api.ts'
import {
  boundedProperty,
  descriptionOf,
  inclusiveIn,
  isInSameTense,
  momentIn,
  namedIn,
  namesPlainly,
  plainSentences,
  saysMoment,
  saysUnit,
  saysUnixTime,
  strictnessIn,
  withoutSorting,
} from './description.ts'
import { hasRole, statedRoleOf } from './roles.ts'
import { FROM, isVagueCreation, normal, soundsLike, UNTIL, wordsOf } from './vocabulary.ts'

/** The name without a wrapper and without a list suffix: `state` for `filter[state]` and for `state[]`. */
export function aboutOf(name: string): string {
  const plain = name.replace(/\[\]$/, '')
  return /^(?:filters?|where|search|query|q)\[([^\]]+)\](.*)$/i.exec(plain)?.slice(1).join('') ?? plain
}

/** Whether a name ends in a comparison sign: a query writes `DateCreated<` as `DateCreated<=2031-03-01`. */
export const hasSign = (name: string): boolean => /[<>]$/.test(name)

export interface Bound {
  property: string
  side: 'from' | 'until'
  /** Whether a value that equals the bound matches; undefined if the spec does not state it. */
  inclusive: boolean | undefined
  unit: 'time' | 'day' | 'number'
  /** The schema does not declare the property as a time. */
  isGuess: boolean
}

const LAST = new RegExp(
  `^(.*?)(?:at|date|time|on)?(${FROM}|${UNTIL})(?:at|date|time|timestamp|hr|hour|day)?$`,
)
const FIRST = new RegExp(`^(${FROM}|${UNTIL})(.*)$`)
const IS_FROM = new RegExp(`^(${FROM})$`)
const IS_UNTIL = new RegExp(`^(${UNTIL})$`)

/** The side of a range that a name such as `since` means. */
export const sideOfName = (name: string): Bound['side'] | undefined =>
  IS_FROM.test(name) ? 'from' : IS_UNTIL.test(name) ? 'until' : undefined

/** The two query parameters with the ends of the period that a report is about, and their format. */
interface QueryPeriod {
  from: string
  until: string
  format: 'date' | 'date-time'
}

/** The dates and date-times among properties or parameters, with their format. */
export function momentsOf(
  document: ContractDocument,
  values: Iterable<readonly [name: string, schema: Json | undefined]>,
): { name: string; format: 'date' | 'date-time' }[] {
  return [...values].flatMap(([name, schema]) => {
    const { format } = withoutNull(document, viewOf(document, schema))
    return format === 'date' || format === 'date-time' ? [{ name, format }] : []
  })
}

/** The period of a whole report, as its query states it: `from` and `to`, `start_date` and `end_date`. */
export function reportPeriod(
  document: ContractDocument,
  inputs: readonly Parameter[],
): QueryPeriod | undefined {
  const query = inputs.filter(({ in: place }) => place === 'query')
  const moments = momentsOf(
    document,
    query.map(({ name, schema }) => [name, schema]),
  )
  const ends = (side: Bound['side']) =>
    moments.filter(
      ({ name }) => sideOfName(normal(name).replace(/(?:date|time|datetime|day|at|on)$/, '')) === side,
    )
  const [[from, ...others], [until, ...more]] = [ends('from'), ends('until')]
  if (from === undefined || until === undefined || others.length + more.length > 0) return undefined
  return from.format === until.format
    ? { from: from.name, until: until.name, format: from.format }
    : undefined
}

/** Finds the property that a parameter bounds from its name; undefined if it is not a bound. */
export function boundOf(
  document: ContractDocument,
  members: readonly [string, Json][],
  input: Parameter,
): Bound | undefined {
  const signed = input.name.replace(/<$/, '_lte').replace(/>$/, '_gte')
  const name = normal(aboutOf(signed).replaceAll(/[[\].]/g, '_'))
  const last = LAST.exec(name)
  const first = FIRST.exec(name)
  if (last === null && first === null) return undefined
  const description = descriptionOf(input.node)
  const names = members.map(([member]) => member)
  const spoken = boundedProperty(description, names) ?? boundNamed(description, names)
  const moments = members.filter(([, schema]) =>
    ['time', 'day'].includes(unitOf(withoutNull(document, viewOf(document, schema))) ?? ''),
  )
  const stated = statedAmong(moments, description)
  const { format } = withoutNull(document, viewOf(document, input.schema))
  // A day bounds the only date next to several times.
  const alike = moments.filter(
    ([, schema]) => withoutNull(document, viewOf(document, schema)).format === format,
  )
  const close = alike.length === 1 ? alike : moments
  const [meant, ...rivals] = stated.length === 1 ? stated : momentIn(description) === undefined ? close : []
  const only = rivals.length === 0 ? meant?.[0] : undefined
  for (const [stem, word] of [
    [last?.[1], last?.[2]],
    [first?.[2], first?.[1]],
  ]) {
    if (stem === undefined || word === undefined) continue
    for (const [property, schema] of members) {
      const view = withoutNull(document, viewOf(document, schema))
      const unit = unitOf(view) ?? writtenUnit(property, view, isDate(document, input))
      const isMeant =
        property === spoken ||
        ((stem === '' || saysWhen(description, stem)) && property === only) ||
        (!(stem === '' && (only !== undefined || stated.length > 1)) &&
          isCalled(document, [property, schema], stem, description)) ||
        isSpelledOut(property, stem, description) ||
        isPartOfTime(property, stem) ||
        (unit === 'number' && [stem, `${stem}at`].includes(withoutUnit(property, description) ?? '-'))
      if (unit === undefined || !isMeant) continue
      if (stem === '' && !(unit === 'number' ? saysUnixTime(description) : isDate(document, input))) continue
      const inclusive = inclusiveBy(word, description)
      const isGuess = unitOf(view) === undefined
      const side = IS_FROM.test(word) ? 'from' : 'until'
      // The day of a time.
      return { property, side, inclusive, unit: unit === 'time' && format === 'date' ? 'day' : unit, isGuess }
    }
  }
  return undefined
}

/** `max_weight` is inclusive unless its description is about smaller values only: "Strictly less than." */
function inclusiveBy(word: string, description: string): boolean | undefined {
  if (/^(gt|lt)$/.test(word)) return false
  if (/^(min|max|minimum|maximum)$/.test(word)) return strictnessIn(description)
  return /^(gte|lte)$/.test(word) ? true : inclusiveIn(description)
}

/** `published_year` for `published_from`. */
const isPartOfTime = (property: string, stem: string): boolean =>
  stem !== '' &&
  ['year', 'month', 'week', 'day', 'hour'].some((part) => normal(property) === `${stem}${part}`)

/** "Animals born on or before this day" for `born_to`. */
const saysWhen = (description: string, stem: string): boolean =>
  new RegExp(`\\b${escaped(stem)} (?:on|at|in|or|before|after|since|from|until|by|not)\\b`, 'i').test(
    description,
  )

/** The moments that a description is about: those that it names, where no word is about another one. */
function statedAmong(
  moments: readonly (readonly [string, Json])[],
  description: string,
): (readonly [string, Json])[] {
  const all = moments.filter(([member]) => saysMoment(description, member))
  // "that start after" is about `starts_at`, and not about `started_at`.
  const exact = all.filter(([member]) => isInSameTense(description, member))
  const spoken = exact.length > 0 ? exact : all
  const named = moments.filter(([member]) => namesPlainly(withoutSorting(description), member))
  if (named.length === 0 || momentIn(description) !== undefined) return spoken
  return spoken.some((one) => !named.includes(one)) ? [] : named
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
  const isCreation = hasRole(document, 'createdAt', property, schema) && !isVagueCreation(property)
  if (isCreation && soundsLike('createdAt', stem)) return true
  const role = statedRoleOf(document, property, schema)
  if ((role === 'createdAt' || role === 'updatedAt') && soundsLike(role, stem)) return true
  const bare = (text: string) =>
    text.replace(/^date(?=[a-z]+ed$)/, '').replace(/(datetime|date|time|timestamp|on|at)$/, '') || text
  return bare(own) === bare(stem)
}

/** `rentMinimum` bounds `RentAdvertised` if its description mentions the advertised rent. */
function isSpelledOut(property: string, stem: string, description: string): boolean {
  const [own, said] = [wordsOf(property), wordsOf(description)]
  return own.length > 1 && own.includes(stem) && own.every((word) => said.includes(word))
}

/** `minPrice` bounds `priceCents` if its description contains "in cents". */
function withoutUnit(property: string, description: string): string | undefined {
  const [, stem, unit] = /^(.+?)[-_]?([A-Z][a-z]+|(?<=[-_])[a-z]+)$/.exec(property) ?? []
  return stem !== undefined && unit !== undefined && saysUnit(description, unit) ? normal(stem) : undefined
}

/** Only a date makes `after` a bound; other types are more likely cursors. */
const isDate = (document: ContractDocument, { schema }: Parameter): boolean =>
  /^date/.test(String(viewOf(document, schema).format))

/**
 * Recognizes a time without a format: strings called `Date` or `created_at`, strings with the example of a date, and
 * strings that a parameter with the format of a date bounds.
 */
const writtenUnit = (
  property: string,
  view: JsonObject,
  isBoundByDate: boolean,
): Bound['unit'] | undefined =>
  typesOf(view).every((type) => type === 'string' || type === 'null') &&
  view.enum === undefined &&
  view.format === undefined &&
  (isBoundByDate || soundsLike('writtenTime', property) || /^\d{4}-\d\d-\d\d/.test(String(view.example)))
    ? 'time'
    : undefined

/** The unit in which a bound is compared with a property; undefined if it cannot be bounded. */
export function unitOf(view: JsonObject): Bound['unit'] | undefined {
  const types = typesOf(view)
  if (types.includes('integer') || types.includes('number')) return 'number'
  if (view.format === 'date') return 'day'
  return types.includes('string') && /^date-?time/i.test(String(view.format)) ? 'time' : undefined
}

const LIMIT =
  '(?:is |are |was |lies |falls |ends? |starts? )?(?:strictly |on or |at or |not |no )?(?:before|after|earlier than|later than|until|since|at least|at most|less than|more than|below|above|up to)'
const BOUNDED = new RegExp(
  `^\\W*(?:only )?(?:those |[a-z]+s )?(?:with |whose )?(?:an? |the )?([a-z][\\w-]*(?: [\\w-]+){0,3}?) ${LIMIT}\\b`,
  'i',
)

/** The property that a bound is about, where its description begins with it: "Next box strictly before that day." */
function boundNamed(text: string, names: readonly string[]): string | undefined {
  const [, phrase = ''] = BOUNDED.exec(plainSentences(text, '.;')[0] ?? '') ?? []
  return phrase === '' ? undefined : namedIn(phrase, names)
}

const ENDS = '\\bboth (?:(?:the )?(?:bounds|ends|limits|days|dates|sides|values|of them)\\b|are\\b)'

/** Whether both ends of a range belong to it: "Both bounds are part of the range"; undefined where the text does not state it. */
export function saysBothEnds(text: string): boolean | undefined {
  const [, rest] = new RegExp(`${ENDS}([^.;]{0,60})`, 'i').exec(text) ?? []
  if (
    rest === undefined ||
    /\b(?:if|when|unless|may|can be|required|optional)\b/i.test(rest.split(' and ')[0] ?? '')
  )
    return undefined
  if (/\b(?:exclusive|excluded|not (?:part|included|in)|outside)\b/i.test(rest)) return false
  return /\b(?:inclusive|included|part of|belong|in the (?:range|period)|count)\b/i.test(rest)
    ? true
    : undefined
}

const END = new RegExp(`^(?:${FROM}|${UNTIL})|(?:${FROM}|${UNTIL})$`)

/** Whether two parameters are the ends of one range: `born_from` and `born_to`. */
export const isOtherEnd = (one: string, other: string): boolean => {
  const [first, second] = [normal(one), normal(other)]
  return first !== second && END.test(first) && first.replace(END, '') === second.replace(END, '')
}
