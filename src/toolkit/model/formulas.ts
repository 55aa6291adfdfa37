/** Values that descriptions compute from other properties: "`quantity` × `unit_price`", "Sum of the amounts of the lines". */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import {
  descriptionOf,
  listsACase,
  mentions,
  NUMBER_WORDS,
  saysFixed,
  saysSum,
  saysSumOfAll,
} from './description.ts'
import {
  calculationIn,
  type Expression,
  evaluated,
  marked,
  type Operand,
  operandNamed,
  operandOf,
  propertyOperand,
  withoutBounds,
} from './expressions.ts'
import { percentOf, plainShares, withSpokenRounding } from './shares.ts'
import {
  hasSameUnit,
  isIdName,
  isKeyName,
  isOfPage,
  singularOf,
  soundsLike,
  withoutUnit,
} from './vocabulary.ts'

export interface Formula {
  /** The computed property. */
  property: string
  isInteger: boolean
  /** The array over whose entries the expression is summed. */
  over: string | undefined
  expression: Expression
  /** How the text states that the value is rounded. */
  rounding: Rounding | undefined
  /** The description, for messages. */
  text: string
}

export interface Rounding {
  /** Decimals that are left. */
  digits: number
  /** The number of which the result is a multiple: 15 of minutes that are rounded to a quarter of an hour. */
  step?: number
  /** Undefined: to the nearest one, in either direction from the middle. */
  mode: 'half up' | 'up' | 'down' | undefined
}

/** Words of formulas that apply in some cases only, that are limits, or that are not exact. */
const CONDITIONAL =
  /\b(?:applied|converted|estimat\w*|approximat\w*|about|roughly|if|when|unless|except|excluding|capped|clamped|at least|at most|never|not (?:below|less|more|above)|no (?:less|more)|min(?:imum)?|max(?:imum)?|must|than|exceed\w*|before|after|first|last|only|non)\b/i

/** Sentences that leave a formula as it is, or state that its result is not computed again. */
const HARMLESS =
  /^(?:it |this |the \w+ )?(?:is |are )?(?:(?:set|computed|calculated|assigned|filled in|maintained) by the server|read-only|never changes(?: (?:afterwards|later))?|does not change(?: (?:afterwards|later))?|(?:an? )?(?:amount|integer)? ?in (?:euro|US )?(?:cents|minor units)|`?null`? (?:until|while|before|as long as|when|if|where|without) [^,;\d]*)[\s.;]*$/i

/** Whether a sentence next to a computed value leaves it as it is. */
export const isHarmless = (sentence: string): boolean => HARMLESS.test(sentence)

/** The moment of a calculation: "at the time of booking". */
const AT_CREATION =
  /,? (?:as )?(?:(?:at|by) (?:the )?(?:time|moment) of (?:the )?\w+|(?:when|at the time) (?:it|the \w+) (?:is|was) (?:created|made|booked|placed|ordered))(?=[\s.;]*$)/i
/** Only these words may be before a calculation, and the words of the property itself. */
const BEFORE =
  /\b(?:the|this|it|is|are|always|equals?|equal|to|computed|calculated|derived|given|as|from|by|server|total|amount|sum|price|fee|cost|value|result|due|pay|payable|in|cents|currency|gross|net|charge|charged|final|owed|shown|set|automatically|simply|of)\b|[\s,:=(–—-]/gi
const UNIT_BEHIND =
  /,? ?\(?in (?:the )?(?:(?:\w+[’']s )?(?:currency|smallest unit)(?: of the \w+)?|(?:euro |US )?(?:cents|euros?|dollars|minor units)|[A-Z]{3}|kg|kilograms|minutes|hours|days)\)?(?=[\s.;]*$)/

/** A calculation of a description. */
export interface Calculation {
  expression: Expression
  /** How the text states that the result is rounded. */
  rounding: Rounding | undefined
  /** Whether the result is that of the creation, and stays. */
  isFixed: boolean
}

/**
 * The calculation in one sentence of a description, where no other sentence changes it.
 * @param property the computed one
 * @param isWhole whether it is an integer
 */
export function statedCalculation(
  description: string,
  property: string,
  operands: readonly Operand[],
  isWhole: boolean,
): Calculation | undefined {
  const sentences = plainShares(withSpokenRounding(description, isWhole), property, operands)
    .replaceAll(/[.;] (?=(?:it is |the result is )?rounded\b)/gi, ', ')
    .replaceAll(/, (?:it is|the result is) rounded\b/gi, ', rounded')
    .split(/(?<=[.;])\s+|\n\s*\n/)
    .filter((one) => one.trim() !== '' && !isHarmless(one))
  const [only, ...others] = sentences
  const found = only === undefined ? undefined : calculationOf(only, property, operands, isWhole)
  // Any other sentence may change it: "Members pay half."
  if (found === undefined || others.length > 0) return undefined
  return { ...found, isFixed: found.isFixed || saysFixed(description) }
}

/** "the subtotal after the discount" */
const AFTER = /(§\d+§) (?:after|net of) (?:the )?(§\d+§)/gi

function calculationOf(
  sentence: string,
  property: string,
  operands: readonly Operand[],
  isWhole: boolean,
): Calculation | undefined {
  const { rest: exact, rounding, isUnclear } = withoutRounding(sentence.replace(/;\s*$/, ''), isWhole)
  if (isUnclear) return undefined
  const plain = exact.replace(UNIT_BEHIND, '')
  const timeless = plain.replace(AT_CREATION, '')
  const text = marked(timeless, operands).replaceAll(AFTER, (whole, from: string, by: string) =>
    /discount|deduction|rebate|reduction/i.test(operandOf(by, operands)?.name ?? '')
      ? `(${from} - ${by})`
      : whole,
  )
  if (CONDITIONAL.test(withoutBounds(text))) return undefined
  const [start = ''] = text.split(/[§\d]/)
  if (!isOnlyIntroduction(start, property)) return undefined
  const expression = calculationIn(text, operands, true)
  return expression && { expression: percentOf(property, expression), rounding, isFixed: timeless !== plain }
}

/** Whether words before a calculation leave it as it is. */
export const isOnlyIntroduction = (start: string, property: string): boolean =>
  start
    .replaceAll('`', '')
    .replace(new RegExp(propertyOperand(property).phrase), '')
    .replaceAll(BEFORE, '') === ''

/** Words of prices in some cases: "Members pay no shipping.", "Express orders cost twice as much." */
const IN_SOME_CASES =
  /\b(?:pays?|paid|costs?|free|half|twice|doubled?|negative|minimum|at least|at most|discount\w*|coupons?|vouchers?|surcharges?|tax\w*|vat|extra)\b/i

/** Those that change amounts from another paragraph: "For members, shipping is free." */
const OF_OTHERS =
  /\b(?:pays?|paid|costs?|free|half|twice|doubled?|discount\w*|coupons?|vouchers?|surcharges?)\b/i

/**
 * Whether another sentence may change how a value is computed: "The total of a cancelled order is 0."
 * @param isNear whether it is in a paragraph about such values
 */
const mayChange = (sentence: string, name: string, isNear: boolean): boolean =>
  (isNear ? IN_SOME_CASES : OF_OTHERS).test(sentence) ||
  (mentions(sentence, withoutUnit(name)) &&
    /\b(?:is|are|becomes?|stays?|if|for|when|unless|except)\b/i.test(sentence))

/**
 * The sentences and list items of a description that state a value: "`total_cents` is the subtotal plus shipping."
 * @param names of the properties that may be stated
 */
export function statedValues(description: string, names: readonly string[]): ReadonlyMap<string, string> {
  if (listsACase(description)) return new Map()
  const all = description.split(/\n[ \t]*\n/).flatMap((paragraph) => {
    const sentences = sentencesOf(paragraph).map((sentence) => ({
      sentence,
      name: definedIn(sentence, names),
    }))
    const isAbout = sentences.some(({ name }) => name !== undefined)
    return sentences.map((one) => ({ ...one, isAbout }))
  })
  const isChanged = (property: string) =>
    all.some(({ sentence, name, isAbout }) => name === undefined && mayChange(sentence, property, isAbout))
  return new Map(
    names.flatMap((property) => {
      const [only, ...others] = all.filter(({ name }) => name === property)
      return only === undefined || others.length > 0 || isChanged(property) ? [] : [[property, only.sentence]]
    }),
  )
}

/** The property whose value a sentence states at its beginning. */
const definedIn = (sentence: string, names: readonly string[]): string | undefined =>
  names.find((name) => name === /^`(\w+)` (?:is|equals|=)(?= )/.exec(sentence)?.[1])

/** The sentences of a paragraph, its list items, and the definitions of a sentence with several of them. */
const sentencesOf = (paragraph: string): string[] =>
  paragraph
    .replaceAll(/[ \t]*\n[ \t]+(?=\S)/g, ' ')
    .split(/(?<=[.;])\s+|\n(?=[ \t]*(?:[-*•+]|\d+[.)])[ \t])/)
    .map((one) =>
      one
        .replace(/^[ \t]*(?:[-*•+]|\d+[.)])[ \t]+/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .flatMap((one) => one.split(/,? and (?=`\w+` (?:is|equals) )|, (?=`\w+` (?:is|equals) )/))

/**
 * The formulas of an object schema, as its descriptions state them.
 * @param view of the schema
 * @param said the sentences of other descriptions, for properties that have none
 */
export function formulasOf(
  document: ContractDocument,
  view: JsonObject,
  said: ReadonlyMap<string, string> = new Map(),
): Formula[] {
  const members = membersOf(view).map(
    ([name, schema]) => [name, withoutNull(document, viewOf(document, schema))] as const,
  )
  const numbers = members.flatMap(([name, one]) => (isNumber(document, one) ? [name] : []))
  // The sum of a page is not that of all pages.
  const isPage = members.some(([name]) => isOfPage(name) || soundsLike('pagination', name))
  return members.flatMap(([property, one]): Formula[] => {
    const text = descriptionOf(one) || (said.get(property) ?? '')
    if (!numbers.includes(property) || text === '') return []
    const base = { property, isInteger: isInteger(document, one), text }
    const isPlain = !CONDITIONAL.test(text) && !ROUNDED.test(text)
    const inside = (isPage || !isPlain ? [] : members).flatMap(([over, array]) => {
      const isOfMoney = isMoney(document, property, one)
      const found = overEntries(document, { text, property, isOfMoney }, over, array)
      return found === undefined ? [] : [{ ...base, over, rounding: undefined, ...found }]
    })
    if (inside.length > 0) return inside
    const others = numbers.filter((name) => name !== property)
    const operands = operandsFor(others, (name) => bareName(property, name, others))
    const stated = statedCalculation(text, property, operands, base.isInteger)
    return stated === undefined || stated.isFixed ? [] : [{ ...base, over: undefined, ...stated }]
  })
}

/** Longer names first: `price_total` is not the price. */
const operandsFor = (
  names: readonly string[],
  bare: (name: string) => string | undefined = () => undefined,
): Operand[] => [...names].sort((a, b) => b.length - a.length).map((name) => operandNamed(name, bare(name)))

/** The name of a property without its unit, if texts about a value in that unit can use it: `shipping` for `shipping_cents`. */
function bareName(property: string, name: string, others: readonly string[]): string | undefined {
  const bare = withoutUnit(name)
  const isClear = others.every((one) => one === name || one !== bare) && bare !== '' && bare !== name
  return isClear && hasSameUnit(property, name) ? bare : undefined
}

/** "…, rounded half up to cents", "… (rounded to two decimal places)", "…, rounded down" */
const ROUNDED =
  /(?:,? ?\(?(?:and )?(?:then )?|^(?:it|the (?:result|price|fee|amount|total)) is )rounded(?: (half[- ]up|commercially|up|down))?(?: to (?:(?:the|an?) )?(?:nearest |next |full |whole )*(?:([0-4]|one|two|three|four) decimals?(?: (?:places?|digits?))?|(cents?|pence|penny|integers?|numbers?)|(?:multiples? of )?(\d+)(?: minutes)?|(quarter(?:[- ](?:of an )?hour)?)))?(?:,? \(?(half[- ]up|up|down|(?:with )?(?:exact )?(?:an? )?(?:half|halves)(?: an?)?(?: (?:cents?|units?))?(?: (?:is|are|being))?(?: (?:always )?rounded)? (?:up|away from zero)))?\)?[\s.]*$/i

/** "up", "half-up", "half a cent is rounded up" */
function modeIn(words: string | undefined): Rounding['mode'] {
  const said = words?.toLowerCase()
  return said === 'up' || said === 'down' ? said : said === undefined ? undefined : 'half up'
}

/** The rounding that a text states; undefined where it does not state the decimals. */
function roundingIn(text: string, isWhole: boolean): Rounding | undefined {
  const [, before, decimals, unit, multiple, quarter, after] = ROUNDED.exec(text) ?? []
  const mode = modeIn(before ?? after)
  if (decimals !== undefined) {
    const digits = NUMBER_WORDS[decimals.toLowerCase()] ?? Number(decimals)
    return isWhole && digits > 0 ? undefined : { digits, mode }
  }
  if (multiple !== undefined) return { digits: 0, mode, step: Number(multiple) }
  // A quarter of an hour in minutes; in hours it is 0.25.
  if (quarter !== undefined) return isWhole ? { digits: 0, mode, step: 15 } : undefined
  return roundingTo(unit, mode, isWhole)
}

function roundingTo(
  unit: string | undefined,
  mode: Rounding['mode'],
  isWhole: boolean,
): Rounding | undefined {
  if (isWhole || /^(?:integer|number)/i.test(unit ?? '')) return { digits: 0, mode }
  return unit === undefined ? undefined : { digits: 2, mode }
}

/** A sentence without the rounding at its end. `isUnclear`: to what it rounds is not stated. */
export function withoutRounding(
  sentence: string,
  isWhole: boolean,
): { rest: string; rounding: Rounding | undefined; isUnclear: boolean } {
  const rest = sentence.replace(ROUNDED, '')
  const rounding = rest === sentence ? undefined : roundingIn(sentence, isWhole)
  return { rest, rounding, isUnclear: rest !== sentence && rounding === undefined }
}

/** Whether a value is the computed one, rounded as stated. */
export function isRounded({ digits, mode, step }: Rounding, shown: number, exact: number): boolean {
  const scale = step === undefined ? 10 ** digits : 1 / step
  const [value, wanted] = [shown, exact].map((one) => one * scale) as [number, number]
  // A product of large numbers is less exact.
  const epsilon = EPSILON * Math.max(1, Math.abs(wanted) / 1e6)
  if (Math.abs(value - Math.round(value)) > epsilon) return false
  const [up, down] = [Math.ceil(wanted - epsilon), Math.floor(wanted + epsilon)]
  // Away from zero or towards it: negative values are rounded both ways.
  const isClear = wanted >= 0
  const near = mode === 'half up' && isClear ? Math.floor(wanted + 0.5 + epsilon) : undefined
  const fitting = mode === 'up' ? up : mode === 'down' ? down : near
  return fitting === undefined || !isClear
    ? Math.abs(value - wanted) <= (mode === 'up' || mode === 'down' ? 1 : 0.5) + epsilon
    : Math.abs(value - fitting) < epsilon
}
const EPSILON = 1e-6

/** Whether a value is the result of a formula. Integers are rounded up or down, other numbers to cents at least. */
export const isResult = (
  shown: number,
  exact: number,
  { isInteger: isWhole, rounding }: Pick<Formula, 'isInteger' | 'rounding'>,
): boolean =>
  rounding !== undefined
    ? isRounded(rounding, shown, exact)
    : Math.abs(shown - exact) < (isWhole ? (Number.isInteger(exact) ? EPSILON : 1) : 0.011)

/** Whether values are numbers, decimal numbers in strings or amounts of money. */
export const isNumber = (document: ContractDocument, view: JsonObject): boolean =>
  typesOf(view).some((type) => type === 'integer' || type === 'number') ||
  isDecimal(view) ||
  amountOf(document, view) !== undefined

/** Whether strings are decimal numbers such as `12.50`. */
function isDecimal({ type, pattern, format }: JsonObject): boolean {
  if (type !== 'string') return false
  if (format === 'decimal') return true
  try {
    const form = new RegExp(typeof pattern === 'string' ? pattern : 'a', 'u')
    return form.test('12.50') && !['', 'a', '12.50.1'].some((text) => form.test(text))
  } catch {
    return false
  }
}

/** Whether values are amounts: decimal numbers, amounts of money, or numbers with the name of one. */
const isMoney = (document: ContractDocument, name: string, view: JsonObject): boolean =>
  isDecimal(view) ||
  amountOf(document, view) !== undefined ||
  (soundsLike('money', name) && !isIdName(name) && !isKeyName(name))

/** The schema of the number of an amount of money: `amount` next to `currency`. */
function amountOf(document: ContractDocument, view: JsonObject): JsonObject | undefined {
  const members = membersOf(view).map(([name, schema]) => [name, viewOf(document, schema)] as const)
  if (!members.some(([name]) => soundsLike('currency', name))) return undefined
  return members.find(
    ([name, one]) =>
      soundsLike('amount', name) &&
      (isDecimal(one) || typesOf(one).some((type) => type === 'integer' || type === 'number')),
  )?.[1]
}

export const isInteger = (document: ContractDocument, view: JsonObject): boolean =>
  typesOf(amountOf(document, view) ?? view).includes('integer')

/** The number of a value: also that of a decimal number in a string, and of an amount of money. */
export function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined
  if (!isObject(value)) return undefined
  return numberOf(Object.entries(value).find(([name]) => soundsLike('amount', name))?.[1])
}

/** The currencies of an object and of the objects in it. */
export function currenciesIn(value: Json | undefined, name = ''): Set<string> {
  if (typeof value === 'string') return new Set(soundsLike('currency', name) ? [value] : [])
  const inside = Array.isArray(value)
    ? value.map((one) => [name, one] as const)
    : isObject(value)
      ? Object.entries(value)
      : []
  return new Set(inside.flatMap(([own, one]) => [...currenciesIn(one, own)]))
}

function overEntries(
  document: ContractDocument,
  { text, property, isOfMoney }: { text: string; property: string; isOfMoney: boolean },
  name: string,
  array: JsonObject,
): Pick<Formula, 'expression'> | undefined {
  if (!typesOf(array).includes('array')) return undefined
  const noun = singularOf(name)
  const entries = membersOf(withoutNull(document, viewOf(document, array.items))).map(
    ([own, schema]) => [own, withoutNull(document, viewOf(document, schema))] as const,
  )
  const numbers = entries.flatMap(([own, view]) => (isNumber(document, view) ? [own] : []))
  // "Total of the items" is the sum of their only number where both are amounts, not that of a quantity or of ids.
  const isPlain = isOfMoney && numbers.length === 1 && saysSumOfAll(text, noun)
  // "Sum of the line totals" for `line_total_cents`
  const isSaid = (own: string) =>
    saysSum(text, own, noun) || (hasSameUnit(property, own) && saysSum(text, withoutUnit(own), noun))
  const summed = entries.flatMap(([own, view]) =>
    numbers.includes(own) && ((isPlain && isMoney(document, own, view)) || isSaid(own)) ? [own] : [],
  )
  if (summed.length === 0) return undefined
  const operands = operandsFor(numbers)
  const expression = calculationIn(marked(text, operands), operands)
  const [only, ...others] = summed
  if (expression !== undefined || only === undefined) return expression && { expression }
  const isMultiplied =
    soundsLike('unitPrice', only) && numbers.some((own) => own !== only && soundsLike('demand', own))
  return others.length > 0 || isMultiplied || COMBINED.test(text)
    ? undefined
    : { expression: { kind: 'operand', name: only } }
}

/** More than a sum: "…, plus the tax". */
const COMBINED = /\b(?:plus|minus|less|times|multiplied|divided|net of|without|and)\b|[×÷+*]/i

/** The value that a formula gives for an object; undefined where the object lacks a part of it. */
export function computed({ over, expression }: Formula, value: JsonObject): number | undefined {
  if (over === undefined) return evaluated(expression, valuesOf(value))
  const entries = value[over]
  if (!Array.isArray(entries)) return undefined
  let sum = 0
  for (const entry of entries) {
    const one = isObject(entry) ? evaluated(expression, valuesOf(entry)) : undefined
    if (one === undefined) return undefined
    sum += one
  }
  return sum
}

/** The numbers of an object by their names. */
const valuesOf = (value: JsonObject) => (name: string) => numberOf(value[name])
