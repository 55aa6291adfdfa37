/** Values that descriptions compute from related items and from periods: "`seats` × the price of the showing". */
import type { JsonObject } from '../openapi/document.ts'
import { escaped } from '../openapi/templates.ts'
import { requiredOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { calculationByCases, conditionStated } from './caseValues.ts'
import { Reading } from './conditions.ts'
import { asWords, descriptionOf, saysFixed, saysInclusive, unitStated } from './description.ts'
import { type Expression, operandsOf, partsOf } from './expressions.ts'
import { type Calculation, isInteger, isNumber, statedCalculation } from './formulas.ts'
import { type Known, type NamedValues, namedValues, propertiesSeen, type Source } from './namedValues.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import { momentByCases, type PromisedMoment, promisedMoment } from './promisedMoments.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { shortSum, withShortNames } from './shortNames.ts'
import { surroundingTexts } from './surroundings.ts'
import { isMoneyUnit, unitOfName, wordsOf } from './vocabulary.ts'

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

/** The values of a resource that its document computes from more than the item's own numbers. */
export function derivedValues(api: Api, graph: ResourceGraph, resource: Resource): DerivedValue[] {
  const operations = [resource.create, ...actionsOn(api, resource.item)].flatMap((one) => one ?? [])
  const required = requiredOf(viewOf(api.document, resource.create?.body?.schema))
  return [...propertiesSeen(api, resource)].flatMap(([property, schema]): DerivedValue[] => {
    if (required.has(property)) return []
    const view = withoutNull(api.document, viewOf(api.document, schema))
    const texts = [
      { text: descriptionOf(view), by: undefined },
      ...operations.flatMap((by) => sentencesAbout(property, by).map((text) => ({ text, by }))),
      ...statedAround(api, resource, property).map((text) => ({ text, by: undefined })),
    ].filter(({ text }) => text !== '')
    const names = texts.length === 0 ? undefined : namedValues(api, graph, resource, property)
    const [found] = texts.flatMap(({ text, by }) => {
      const read = names && resultOf(api, { resource, text, property, view, names })
      return read === undefined ? [] : [{ ...read, text, by }]
    })
    if (found === undefined) return []
    const { result, sources } = found
    // Every response is checked for the plain formulas of an item's own numbers.
    const isOwn =
      'expression' in result &&
      !result.isFixed &&
      !hasCases(result) &&
      [...sources.values()].every(({ kind }) => kind === 'own')
    return isOwn || !hasOneCurrency(property, sources)
      ? []
      : [{ property, isInteger: isInteger(api.document, view), ...found }]
  })
}

interface Stated {
  resource: Resource
  text: string
  property: string
  view: JsonObject
  names: NamedValues
}

/** The result that a text states, with the sources of its operands. */
function resultOf(
  api: Api,
  { resource, text, property, view, names }: Stated,
): Pick<DerivedValue, 'result' | 'sources'> | undefined {
  const isWhole = isInteger(api.document, view)
  if (typesOf(view).join() === 'boolean') {
    const reading = new Reading(names)
    const expression = conditionStated(text, reading)
    const result = { rounding: undefined, isFixed: saysFixed(text) }
    return expression && { result: { ...result, expression }, sources: reading.sources }
  }
  if (!isNumber(api.document, view)) {
    const operands = names.operands.filter(isPlainNumber)
    const reading = new Reading(names)
    const known = { ...names, operands }
    const short = shortSum(names, (source) => unitIn(api, resource, source))
    const result =
      promisedMoment(text, property, known) ??
      momentByCases(text, property, known, reading) ??
      promisedMoment(text, property, {
        ...names,
        operands: [...operands, ...short.operands],
        moments: [...names.moments, ...short.moments],
      })
    return (
      result && {
        result,
        sources: new Map([...sourcesOf(names, [result.base, result.amount]), ...reading.sources]),
      }
    )
  }
  const days = inclusiveDays(text, property, names.operands)
  if (days !== undefined) return { result: days, sources: sourcesOf(names, operandsOf(days.expression)) }
  for (const known of [names, withShortNames(names, property)]) {
    const plain = statedCalculation(text, property, known.operands, isWhole)
    if (plain !== undefined) return { result: plain, sources: sourcesOf(known, operandsOf(plain.expression)) }
    const reading = new Reading(known)
    const result = calculationByCases(text, property, reading, isWhole)
    if (result !== undefined) return { result, sources: reading.sources }
  }
  return undefined
}

/** "Inclusive of both ends", for the number of days of the item's period. */
function inclusiveDays(text: string, property: string, operands: readonly Known[]): Calculation | undefined {
  const period = operands.find(({ source }) => source.kind === 'period' && source.parts === 'inclusive')
  return period !== undefined && saysInclusive(text) && isAllDays(property)
    ? { expression: { kind: 'operand', name: period.name }, rounding: undefined, isFixed: false }
    : undefined
}

/** Whether a number counts all days of a period by its name: not `working_days`, and not `days_left`. */
const isAllDays = (property: string): boolean => {
  const words = wordsOf(property)
  return words.includes('days') && !words.some((word) => SOME_DAYS.test(word))
}

const SOME_DAYS =
  /^(?:work|working|business|week|weekend|free|left|remaining|open|closed|off|paid|unpaid|holiday|used|unused|min|max|minimum|maximum|late|overdue|net|chargeable|billable|bookable|school|grace|notice|since|until|ago|half|extra)$/

/** The unit of a number that its description consists of: "Minutes". */
function unitIn(api: Api, resource: Resource, source: Source): string | undefined {
  if (source.kind !== 'own' && source.kind !== 'related') return undefined
  const { read, create } = source.kind === 'own' ? resource : source.relation.holder
  const [unit] = [responseProperties(api, read), bodyProperties(api, create)].flatMap(
    (properties) => unitStated(descriptionOf(viewOf(api.document, properties.get(source.property)))) ?? [],
  )
  return unit
}

const sourcesOf = ({ operands, moments }: NamedValues, used: readonly string[]): Map<string, Source> =>
  new Map(
    [...operands, ...moments].flatMap(({ name, source }) =>
      used.includes(name) ? [[name, source] as const] : [],
    ),
  )

/** Whether the value of an item may be right although another one is wrong: it has bounds, is rounded or depends on cases. */
const hasCases = ({ expression, rounding }: Calculation): boolean =>
  rounding !== undefined || isByCases(expression)

const isByCases = (one: Expression): boolean =>
  one.kind === 'choice' ||
  (one.kind === 'operation' && !/^[-+*/]$/.test(one.operator)) ||
  partsOf(one).some(isByCases)

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

/**
 * The paragraphs around the creation that state the value of a property, from that sentence on.
 * @example 'What a client gets (`payable_amount`) is the approved amount minus the deductible.'
 */
function statedAround(api: Api, resource: Resource, property: string): string[] {
  const { create } = resource
  if (create === undefined || !/[A-Z_-]/.test(property)) return []
  const schema = viewOf(api.document, create.body?.schema)
  const paragraphs = [descriptionOf(schema), ...surroundingTexts(api, create)].flatMap((text) =>
    text.split(/\n\s*\n/),
  )
  const name = escaped(property)
  const about = paragraphs.filter((one) => new RegExp(`\\b${name}\\b`).test(one))
  const form = new RegExp(
    `(?:^|[.:;]\\s+)(?:(?:[\\w' ]+ )?\\(\`?${name}\`?\\)|(?:the |its |an? )?\`?${name}\`?) (?:is|equals|amounts to|comes to) (.+)$`,
    's',
  )
  const [text, ...others] = about.flatMap((one) => form.exec(one.replaceAll(/\s+/g, ' '))?.[1] ?? [])
  return text === undefined || others.length > 0 || about.length > 1 ? [] : [text]
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
