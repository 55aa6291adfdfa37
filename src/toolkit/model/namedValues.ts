/** The values that sentences about an item may name: its own ones, those of related items, and lengths of periods. */
import { escaped } from '../openapi/templates.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { asWords, inEitherNumber } from './description.ts'
import { type Operand, propertyOperand } from './expressions.ts'
import { isNumber } from './formulas.ts'
import { bodyProperties, isShown, responseProperties, shownProperties } from './operationProperties.ts'
import { itemPeriod } from './overlaps.ts'
import { nounOf, nounsOf, type Relation, relationsFrom } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { choicesIn, statusOf } from './roles.ts'
import { holderNouns } from './singles.ts'
import { singularOf, unitOfName, withoutUnit, wordsOf } from './vocabulary.ts'

const MS = { minutes: 60_000, hours: 3_600_000, nights: 86_400_000, days: 86_400_000 }
export type LengthUnit = keyof typeof MS

/** Where the value of an operand is found. */
export type Source =
  | { kind: 'own'; property: string }
  /** Of the item that the item refers to, or of the one to which that item refers. */
  | { kind: 'related'; relation: Relation; through?: Relation; property: string }
  | { kind: 'entries'; property: string }
  | {
      kind: 'period'
      start: string
      end: string
      unit: LengthUnit
      /** `inclusive`: the last day counts too. */
      parts: 'begun' | 'full' | 'inclusive' | undefined
      /** Whether a period that ends before it starts has the length 0. */
      isLateness?: true
    }
  /** 1 where a value is one of these, or 0. */
  | { kind: 'flag'; of: PropertySource; values: readonly (string | boolean)[] }

/** The property of the item, or of an item to which it is related. */
export type PropertySource = Extract<Source, { kind: 'own' | 'related' }>

export type Known = Operand & { source: Source }

/** A property with a few values, by which cases differ. */
export interface Flag {
  name: string
  source: PropertySource
  /** Empty for a boolean. */
  values: readonly string[]
  /** For the item that has it. */
  nouns: readonly string[]
}

export interface NamedValues {
  /** The noun for the item itself. */
  noun: string
  operands: readonly Known[]
  /** Names of the moments of the item, and of related items. */
  moments: readonly Known[]
  flags: readonly Flag[]
}

/** The values that descriptions of a resource may name. @param property which is computed, and not among them */
export function namedValues(
  api: Api,
  graph: ResourceGraph,
  resource: Resource,
  property: string | undefined,
): NamedValues {
  const shown = [...propertiesSeen(api, resource)].filter(([name]) => name !== property)
  const viewAt = (schema: Parameters<typeof viewOf>[1]) =>
    withoutNull(api.document, viewOf(api.document, schema))
  const isMoment = (schema: Parameters<typeof viewOf>[1]) =>
    /^date(?:-time)?$/.test(String(viewAt(schema).format))
  const related = relatedProperties(api, graph, resource)
  const of = (wanted: (schema: Parameters<typeof viewOf>[1]) => boolean) => {
    const fitting = related
      .filter(({ schema }) => wanted(schema))
      .sort((a, b) => b.name.length - a.name.length)
    const bare = fitting.filter(
      ({ name }) =>
        !shown.some(([one]) => one === name) && fitting.filter((one) => one.name === name).length === 1,
    )
    return { full: fitting.map(relatedOperand), bare: bare.flatMap(bareOperand) }
  }
  const entries = shown.flatMap(([name, schema]): Known[] =>
    typesOf(viewAt(schema)).includes('array') ? [entriesOperand(name)] : [],
  )
  const isNumeric = (schema: Parameters<typeof viewOf>[1]) => isNumber(api.document, viewAt(schema))
  const [ofNumbers, ofMoments] = [of(isNumeric), of(isMoment)]
  const periods =
    resource.create === undefined
      ? []
      : periodOperands(api, resource.create, unitOfName(property ?? '') ?? property)
  // The own `nights` of a stay are those of its period.
  const isLength = (name: string) =>
    periods.some(({ source }) => source.kind === 'period' && source.unit === name)
  const numbers = shown.filter(([name, schema]) => isNumeric(schema) && !isLength(name))
  return {
    noun: nounOf(resource),
    operands: [
      ...latenesses(longest(shown.filter(([, schema]) => isMoment(schema)))),
      ...ofNumbers.full,
      ...entries,
      ...longest(numbers).map(own),
      ...longest(numbers).flatMap((name) =>
        shortened(
          name,
          shown.map(([one]) => one),
        ),
      ),
      ...periods,
      ...ofNumbers.bare,
    ],
    moments: [
      ...ofMoments.full,
      ...longest(shown.filter(([, schema]) => isMoment(schema))).map(own),
      ...ofMoments.bare,
    ],
    flags: [...ownFlags(api, resource, shown), ...related.flatMap((one) => relatedFlag(api, one))],
  }
}

/** The properties of an item that a response shows: that of the creation where no other one does. */
export const propertiesSeen = (api: Api, resource: Resource): Map<string, Parameters<typeof viewOf>[1]> =>
  isShown(resource) ? shownProperties(api, resource) : responseProperties(api, resource.create)

const own = (name: string): Known => ({ ...propertyOperand(name), source: { kind: 'own', property: name } })

/** First words that do not identify a number. */
const VAGUE =
  /^(?:total|number|amount|count|value|maximum|minimum|current|first|last|average|base|unit|gross|initial)$/

/** "the stock", where only `stock_on_hand` has that word */
function shortened(name: string, names: readonly string[]): Known[] {
  const [first = '', ...rest] = wordsOf(name)
  const isClear = names.every((one) => one === name || !wordsOf(one).includes(first))
  // "The weight" is that of `weight_kg` already.
  if (withoutUnit(name) !== name) return []
  if (rest.length === 0 || first.length < 4 || VAGUE.test(first) || !isClear) return []
  const end = '(?=$|[.,;)]| (?:is|are|was|has|falls|drops|goes|exceeds|reaches|minus|plus|times|and|or)\\b)'
  return [{ ...own(name), phrase: new RegExp(`(?<![\\w§])(?:the|its) ${escaped(first)}${end}`, 'gi') }]
}

const longest = (all: readonly (readonly [string, unknown])[]): string[] =>
  all.map(([name]) => name).sort((a, b) => b.length - a.length)

interface RelatedProperty {
  relation: Relation
  through: Relation | undefined
  name: string
  schema: Parameters<typeof viewOf>[1]
}

/** The properties of the items to which an item refers, and of those to which these refer. */
function relatedProperties(api: Api, graph: ResourceGraph, resource: Resource): RelatedProperty[] {
  const isReadable = ({ holder }: Relation) => holder.read !== undefined
  const near = relationsFrom(api, graph, resource).filter(isReadable)
  const holders = near.map(({ holder }) => holder)
  const far = near.flatMap((through) =>
    relationsFrom(api, graph, through.holder)
      .filter((one) => isReadable(one) && one.holder !== resource && !holders.includes(one.holder))
      .map((relation) => ({ relation, through })),
  )
  const once = far.filter(
    ({ relation }) => far.filter((one) => one.relation.holder === relation.holder).length === 1,
  )
  return [...near.map((relation) => ({ relation, through: undefined })), ...once].flatMap(
    ({ relation, through }) => {
      const { create, put, update, read } = relation.holder
      // A value that the server changes may be another one when it is read.
      const sent = new Set([create, put, update].flatMap((one) => [...bodyProperties(api, one).keys()]))
      return [...responseProperties(api, read)].flatMap(([name, schema]) =>
        sent.has(name) ? [{ relation, through, name, schema }] : [],
      )
    },
  )
}

const sourceOf = ({ relation, through, name }: RelatedProperty): PropertySource => ({
  kind: 'related',
  relation,
  ...(through && { through }),
  property: name,
})

const namedAs = (one: RelatedProperty): Pick<Known, 'name'> & { source: PropertySource } => ({
  name: `${one.relation.property ?? one.relation.holder.item}.${one.name}`,
  source: sourceOf(one),
})

/** "the price of the showing", "the showing's price", "`showing.price`", "the showing price" */
function relatedOperand(one: RelatedProperty): Known {
  const noun = `(?:${holderNouns(one.relation).map(asWords).join('|')})`
  const words = `(?:${[...new Set([one.name, withoutUnit(one.name)])].flatMap((name) => [escaped(name), asWords(name)]).join('|')})`
  return {
    ...namedAs(one),
    phrase: new RegExp(
      `(?<![\\w§])(?:${words} of (?:the|its|that|their) ${noun}|${noun}(?:['’]s (?:current )?|\\.| )${words})(?![\\w§])`,
      'gi',
    ),
  }
}

/** A name of several words, which only the related item has. */
function bareOperand(one: RelatedProperty): Known[] {
  return wordsOf(one.name).length > 1 ? [{ ...namedAs(one), phrase: propertyOperand(one.name).phrase }] : []
}

/** "the number of guests", where the item shows an array of guests */
function entriesOperand(name: string): Known {
  const noun = `(?:${asWords(name)}|${asWords(singularOf(name))}s)`
  return {
    name: `number of ${name}`,
    source: { kind: 'entries', property: name },
    phrase: new RegExp(`(?<![\\w§])(?:the )?number of ${noun}(?![\\w§])`, 'gi'),
  }
}

/**
 * "the number of nights", "each hour begun", "the duration in minutes"
 * @param own the unit of the computed property, for "the time between `start` and `end`"
 */
function periodOperands(api: Api, create: ApiOperation, own: string | undefined): Known[] {
  const period = itemPeriod(api, create)
  if (period === undefined) return []
  const { start, end, format } = period
  const units: LengthUnit[] = format === 'date' ? ['nights', 'days'] : ['minutes', 'hours', 'days']
  const ends = [start, end].map((name) => `(?:the )?(?:${escaped(name)}|${asWords(name)})`)
  const named = ` (?:between ${ends[0]} and|from ${ends[0]} (?:to|until)) ${ends[1]}`
  const between = `(?:${named}| booked| rented| reserved)?`
  const inclusive: Known[] =
    format === 'date'
      ? [
          {
            name: 'days with both ends',
            source: { kind: 'period', start, end, unit: 'days', parts: 'inclusive' },
            // Descriptions of such a number name no operand.
            phrase: NO_PHRASE,
          },
        ]
      : []
  const counted = units.flatMap((unit) =>
    (['begun', 'full', undefined] as const).map((parts): Known => {
      const kind =
        parts === 'begun'
          ? '(?:started|begun) '
          : parts === 'full'
            ? '(?:full|whole|complete|completed) '
            : ''
      const behind = parts === undefined ? `|(?:duration|length|time) in ${unit}${between}` : ''
      const bare = parts === undefined && own === unit ? `|(?:duration|length|time)${named}` : ''
      return {
        name: `${parts ?? 'all'} ${unit}`,
        source: { kind: 'period', start, end, unit, parts },
        phrase: new RegExp(
          `(?<![\\w§])(?:(?:the )?(?:number of )?${kind}${unit}${between}${behind}${bare})(?![\\w§])`,
          'gi',
        ),
      }
    }),
  )
  return [...counted, ...inclusive]
}

const NO_PHRASE = /(?!)/g

const DUE = /^(?:due|deadline|expected|promised)/i
const DONE = /^(?:returned|completed|closed|paid|delivered|finished|checkedout|checked_out|ended)/i

/** "each day `returned_on` is past `due_on`", "day late" */
function latenesses(moments: readonly string[]): Known[] {
  const [due, ...otherDue] = moments.filter((name) => DUE.test(name))
  const [done, ...otherDone] = moments.filter((name) => DONE.test(name))
  const isClear = due !== undefined && done !== undefined && otherDue.length + otherDone.length === 0
  const wordsFor = (name: string) => `(?:the )?(?:${escaped(name)}|${asWords(name)})`
  const pairs = moments.flatMap((start) => moments.flatMap((end) => (start === end ? [] : [{ start, end }])))
  return (['days', 'hours'] as const).flatMap((unit) =>
    pairs.map(({ start, end }): Known => {
      const isDefault = isClear && start === due && end === done
      const between = `(?:that |by which )?${wordsFor(end)} (?:is |was |lies |falls )?(?:past|after|later than|beyond|behind) ${wordsFor(start)}`
      const behind = isDefault ? `(?:${between}|late|overdue|past due|of delay)` : between
      return {
        name: `${unit} from ${start} to ${end}`,
        source: { kind: 'period', start, end, unit, parts: undefined, isLateness: true },
        phrase: new RegExp(
          `(?<![\\w§])(?:the number of |each |every )?(?:full |started |begun |whole |calendar )?${unit}? ${behind}(?![\\w§])`,
          'gi',
        ),
      }
    }),
  )
}

/** The properties of an item by which cases may differ. Its status changes with the time. */
function ownFlags(
  api: Api,
  resource: Resource,
  shown: readonly (readonly [string, Parameters<typeof viewOf>[1]])[],
): Flag[] {
  const status = statusOf(api, resource)?.property
  return shown.flatMap(([name, schema]) =>
    name === status ? [] : flagOf(api, { kind: 'own', property: name }, schema, nounsOf(resource)),
  )
}

const relatedFlag = (api: Api, one: RelatedProperty): Flag[] =>
  flagOf(api, sourceOf(one), one.schema, holderNouns(one.relation))

function flagOf(
  api: Api,
  source: PropertySource,
  schema: Parameters<typeof viewOf>[1],
  nouns: readonly string[],
): Flag[] {
  const view = withoutNull(api.document, viewOf(api.document, schema))
  const values = choicesIn(api.document, schema)
  const isFlag = values.length > 1 || typesOf(view).join() === 'boolean'
  return isFlag && membersOf(view).length === 0 ? [{ name: source.property, source, values, nouns }] : []
}

/** Words for the item in conditions of a length: "stays of 7 nights or more". */
export const itemWords = (noun: string): RegExp =>
  new RegExp(
    `^(?:${inEitherNumber(noun)}|stays?|rentals?|bookings?|reservations?|periods?|trips?|visits?|orders?|purchases?|shipments?|deliver(?:y|ies))$`,
    'i',
  )

/**
 * The length of a period, in each way in which it may be counted.
 * @param start a date or a date-time
 */
export function lengthsOf(
  { unit, parts, isLateness }: Pick<Source & { kind: 'period' }, 'unit' | 'parts' | 'isLateness'>,
  start: string,
  end: string,
): number[] {
  const exact = (Date.parse(end) - Date.parse(start)) / MS[unit]
  const length = isLateness === true ? Math.max(0, exact) : exact
  if (Number.isNaN(length)) return []
  if (parts === 'full') return [Math.floor(length)]
  if (parts === 'begun') return [Math.ceil(length)]
  if (parts === 'inclusive') return [Math.floor(length) + 1]
  if (isLateness === true)
    return Number.isInteger(length) ? [length] : [Math.ceil(length), Math.floor(length), length]
  // The last day may count, and a part of an hour may count as an hour.
  if (unit === 'days') return [length, Math.ceil(length), Math.floor(length) + 1]
  return [length, Math.ceil(length)]
}
