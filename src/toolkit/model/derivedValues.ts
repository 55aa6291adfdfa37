/** Values that descriptions compute from related items and from periods: "`seats` × the price of the showing". */
import { escaped } from '../openapi/templates.ts'
import { requiredOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { asWords, descriptionOf } from './description.ts'
import { type Operand, operandsOf, propertyOperand } from './expressions.ts'
import { type Calculation, isInteger, isNumber, statedCalculation } from './formulas.ts'
import { bodyProperties, responseProperties, shownProperties } from './operationProperties.ts'
import { itemPeriod } from './overlaps.ts'
import { type PromisedMoment, promisedMoment } from './promisedMoments.ts'
import { nounOf, type Relation, relationsFrom } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { holderNouns } from './singles.ts'
import { isMoneyUnit, singularOf, unitOfName, withoutUnit, wordsOf } from './vocabulary.ts'

const MS = { minutes: 60_000, hours: 3_600_000, nights: 86_400_000, days: 86_400_000 }
type Unit = keyof typeof MS

/** Where the value of an operand is found. */
export type Source =
  | { kind: 'own'; property: string }
  | { kind: 'related'; relation: Relation; property: string }
  | { kind: 'entries'; property: string }
  | { kind: 'period'; start: string; end: string; unit: Unit; parts: 'begun' | 'full' | undefined }

export interface DerivedValue {
  property: string
  isInteger: boolean
  /** How the value is computed: a number, or a time before or after another one. */
  result: Calculation | PromisedMoment
  /** The operation whose description states it, after which it applies. Undefined: the description of the property. */
  by: ApiOperation | undefined
  /** By the names of the operands. */
  sources: ReadonlyMap<string, Source>
  /** The description, for messages. */
  text: string
}

type Known = Operand & { source: Source }

/** The values of a resource that its document computes from more than the item's own numbers. */
export function derivedValues(api: Api, graph: ResourceGraph, resource: Resource): DerivedValue[] {
  const shown = shownProperties(api, resource)
  const operations = [resource.create, ...actionsOn(api, resource.item)].flatMap((one) => one ?? [])
  const relations = relationsFrom(api, graph, resource).filter(({ holder }) => holder.read !== undefined)
  const required = requiredOf(viewOf(api.document, resource.create?.body?.schema))
  return [...shown].flatMap(([property, schema]): DerivedValue[] => {
    if (required.has(property)) return []
    const view = withoutNull(api.document, viewOf(api.document, schema))
    const texts = [
      { text: descriptionOf(view), by: undefined },
      ...operations.flatMap((by) => sentencesAbout(property, by).map((text) => ({ text, by }))),
    ]
    const isWhole = isInteger(api.document, view)
    const read = readerOf(api, { resource, relations, property })
    const [found] = texts.flatMap(({ text, by }) => {
      const result = isNumber(api.document, view)
        ? statedCalculation(text, property, read.operands, isWhole)
        : promisedMoment(text, property, { ...read, operands: read.operands.filter(isPlainNumber) })
      return result === undefined ? [] : [{ result, text, by }]
    })
    if (found === undefined) return []
    const { result } = found
    const used = 'expression' in result ? operandsOf(result.expression) : [result.base, result.amount]
    const sources = new Map(
      [...read.operands, ...read.moments].flatMap(({ name, source }) =>
        used.includes(name) ? [[name, source] as const] : [],
      ),
    )
    // Every response is checked for the formulas of an item's own numbers.
    const isOwn =
      'expression' in result && !result.isFixed && [...sources.values()].every(({ kind }) => kind === 'own')
    return isOwn || !hasOneCurrency(property, sources)
      ? []
      : [{ property, isInteger: isWhole, ...found, sources }]
  })
}

/** "14 days" is not the length of the item's period. */
const isPlainNumber = ({ source }: Known): boolean => source.kind !== 'period'

/** The sentence of an operation about a property, where no other sentence may change the value: "The `fee` is `hours` × 3." */
function sentencesAbout(property: string, { operation }: ApiOperation): string[] {
  const name = `(?:${escaped(property)}|${asWords(property)})`
  const about = new RegExp(`^(?:the |its )?${name} (?:is|equals|=) (?:then |always )?(.+)$`, 'is')
  const sentences = descriptionOf(operation)
    .replaceAll('`', '')
    .split(/(?<=[.;])\s+|\n\s*\n/)
    .map((one) => one.trim())
  const found = sentences.flatMap((one) => about.exec(one)?.[1] ?? [])
  const others = sentences.filter((one) => !about.test(one))
  const isChanged = others.some(
    (one) => AMOUNT.test(one.replaceAll(/\b[45]\d\d\b/g, '')) || new RegExp(name, 'i').test(one),
  )
  return isChanged ? [] : found
}

/** Words of sentences that may change an amount. */
const AMOUNT =
  /\d|%|\b(?:free|waived|discount\w*|surcharge\w*|fees?|add(?:s|ed)|subtract\w*|deduct\w*|half|halv\w*|doubl\w*|vouchers?|coupons?|promotions?|reduced|increased|additional|extra|instead|otherwise|however|tax(?:es)?|per ?cent)\b/i

/** Cents and euros do not add up. */
function hasOneCurrency(property: string, sources: ReadonlyMap<string, Source>): boolean {
  const names = [...sources.values()].flatMap((one) => ('property' in one ? [one.property] : []))
  const units = [property, ...names].map(unitOfName)
  return (
    units.slice(1).every((unit) => !isMoneyUnit(unit) || unit === units[0]) &&
    (!isMoneyUnit(units[0]) || units.slice(1).some(isMoneyUnit) || names.length === 0)
  )
}

interface Reader {
  /** The noun for the item itself. */
  noun: string
  operands: readonly Known[]
  /** Names of the moments of the item, and of related items. */
  moments: readonly Known[]
}

interface Place {
  resource: Resource
  relations: readonly Relation[]
  /** The computed property. */
  property: string
}

/** The values that the description of a property may name. */
function readerOf(api: Api, { resource, relations, property }: Place): Reader {
  const shown = [...shownProperties(api, resource)].filter(([name]) => name !== property)
  const viewAt = (schema: Parameters<typeof viewOf>[1]) =>
    withoutNull(api.document, viewOf(api.document, schema))
  const numbers = shown.filter(([, schema]) => isNumber(api.document, viewAt(schema)))
  const isMoment = (schema: Parameters<typeof viewOf>[1]) =>
    /^date(?:-time)?$/.test(String(viewAt(schema).format))
  const own = (name: string): Known => ({ ...propertyOperand(name), source: { kind: 'own', property: name } })
  const longest = (all: readonly (readonly [string, unknown])[]) =>
    all.map(([name]) => name).sort((a, b) => b.length - a.length)
  const related = relations.flatMap((relation) => {
    const { create, put, update, read } = relation.holder
    // A value that the server changes may be another one when it is read.
    const sent = new Set([create, put, update].flatMap((one) => [...bodyProperties(api, one).keys()]))
    return [...responseProperties(api, read)].flatMap(([name, schema]) =>
      sent.has(name) ? [{ relation, name, schema }] : [],
    )
  })
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
  const ofNumbers = of((schema) => isNumber(api.document, viewAt(schema)))
  const ofMoments = of(isMoment)
  return {
    noun: nounOf(resource),
    operands: [
      ...ofNumbers.full,
      ...entries,
      ...longest(numbers).map(own),
      ...(resource.create === undefined ? [] : periodOperands(api, resource.create)),
      ...ofNumbers.bare,
    ],
    moments: [
      ...ofMoments.full,
      ...longest(shown.filter(([, schema]) => isMoment(schema))).map(own),
      ...ofMoments.bare,
    ],
  }
}

interface RelatedProperty {
  relation: Relation
  name: string
}

const sourceOf = ({ relation, name }: RelatedProperty): Pick<Known, 'name' | 'source'> => ({
  name: `${relation.property ?? relation.holder.item}.${name}`,
  source: { kind: 'related', relation, property: name },
})

/** "the price of the showing", "the showing's price", "`showing.price`", "the showing price" */
function relatedOperand(one: RelatedProperty): Known {
  const noun = `(?:${holderNouns(one.relation).map(asWords).join('|')})`
  const words = `(?:${[...new Set([one.name, withoutUnit(one.name)])].flatMap((name) => [escaped(name), asWords(name)]).join('|')})`
  return {
    ...sourceOf(one),
    phrase: new RegExp(
      `(?<![\\w§])(?:${words} of (?:the|its|that|their) ${noun}|${noun}(?:['’]s (?:current )?|\\.| )${words})(?![\\w§])`,
      'gi',
    ),
  }
}

/** A name of several words, which only the related item has. */
function bareOperand(one: RelatedProperty): Known[] {
  return wordsOf(one.name).length > 1 ? [{ ...sourceOf(one), phrase: propertyOperand(one.name).phrase }] : []
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

/** "the number of nights", "each hour begun", "the duration in minutes" */
function periodOperands(api: Api, create: ApiOperation): Known[] {
  const period = itemPeriod(api, create)
  if (period === undefined) return []
  const { start, end, format } = period
  const units: Unit[] = format === 'date' ? ['nights', 'days'] : ['minutes', 'hours', 'days']
  const ends = [start, end].map((name) => `(?:the )?(?:${escaped(name)}|${asWords(name)})`)
  const between = `(?: (?:between ${ends[0]} and|from ${ends[0]} to) ${ends[1]}| booked| rented| reserved)?`
  return units.flatMap((unit) =>
    (['begun', 'full', undefined] as const).map((parts): Known => {
      const kind =
        parts === 'begun'
          ? '(?:started|begun) '
          : parts === 'full'
            ? '(?:full|whole|complete|completed) '
            : ''
      const behind = parts === undefined ? `|(?:duration|length) in ${unit}${between}` : ''
      return {
        name: `${parts ?? 'all'} ${unit}`,
        source: { kind: 'period', start, end, unit, parts },
        phrase: new RegExp(
          `(?<![\\w§])(?:(?:the )?(?:number of )?${kind}${unit}${between}${behind})(?![\\w§])`,
          'gi',
        ),
      }
    }),
  )
}

/**
 * The length of a period, in each way in which it may be counted.
 * @param start a date or a date-time
 */
export function lengthsOf(
  { unit, parts }: Pick<Source & { kind: 'period' }, 'unit' | 'parts'>,
  start: string,
  end: string,
): number[] {
  const length = (Date.parse(end) - Date.parse(start)) / MS[unit]
  if (Number.isNaN(length)) return []
  if (parts === 'full') return [Math.floor(length)]
  if (parts === 'begun') return [Math.ceil(length)]
  // The last day may count, and a part of an hour may count as an hour.
  if (unit === 'days') return [length, Math.ceil(length), Math.floor(length) + 1]
  return [length, Math.ceil(length)]
}
