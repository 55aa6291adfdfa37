/** Conditions of cases in sentences: "for stays of 7 nights or more", "above 500 kg", "for a room of kind `apartment`". */
import { inEitherNumber, NUMBER_WORDS } from './description.ts'
import { type Comparison, type Expression, operandOf, operandsOf } from './expressions.ts'
import {
  type Flag,
  itemWords,
  type Known,
  type LengthUnit,
  type NamedValues,
  type Source,
} from './namedValues.ts'
import { singularOf, unitOfName, wordsOf } from './vocabulary.ts'

/** The values that one text names, with the sources of the operands that its expressions use. */
export class Reading {
  readonly names: NamedValues
  readonly sources = new Map<string, Source>()

  constructor(names: NamedValues) {
    this.names = names
  }

  use({ name, source }: Pick<Known, 'name' | 'source'>): Expression {
    this.sources.set(name, source)
    return { kind: 'operand', name }
  }

  /** The operands of an expression that the text names, and those that it has used before. */
  useAll(expression: Expression): Expression {
    for (const name of operandsOf(expression)) {
      const known = this.names.operands.find((one) => one.name === name)
      if (known !== undefined) this.use(known)
    }
    return expression
  }
}

export const numberOf = (value: number): Expression => ({ kind: 'number', value })

/** Amounts without currencies and thousands separators: "1000" for "£1,000", "3" for "three". */
export const plainNumbers = (text: string): string =>
  text
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replaceAll(/[£€$]\s?(?=\d)/g, '')
    .replaceAll(/\b(?:EUR|USD|GBP) (?=\d)/g, '')
    .replaceAll(/(?<=\d) ?(?:€|euros?\b|EUR\b|USD\b|GBP\b|(?:US )?dollars?\b|pounds?\b(?! of))/gi, '')
    .replaceAll(/\b(?:two|three|four|five|six|seven|eight|nine|ten)\b(?! thousand| hundred)/gi, (word) =>
      String(NUMBER_WORDS[word.toLowerCase()]),
    )

const NUM = '(\\d+(?:\\.\\d+)?)'
const UNIT = '(?:[ -]?(§\\d+§|(?!(?:or|and|on|upwards?|onwards?|otherwise|if|for|in|when|is|are)\\b)[a-z]+))?'
const MORE = '(?:more|longer|above|over|higher|greater|up|upwards?|heavier|larger|bigger|older)'
const LESS = '(?:less|fewer|shorter|below|under|lower|lighter|smaller|younger)'
const THAN = (words: string) => `(?:${words}) than`
const COMPARISONS: readonly (readonly [RegExp, Comparison])[] = [
  [new RegExp(`\\b(?:from |of |lasting )?${NUM}${UNIT} (?:or|and) ${MORE}\\b${UNIT}`, 'i'), '>='],
  [new RegExp(`\\b(?:of |lasting )?${NUM}${UNIT} (?:or|and) ${LESS}\\b${UNIT}`, 'i'), '<='],
  [
    new RegExp(
      `(?:\\b(?:at least|(?:no|not) (?:less|fewer|shorter) than|a minimum of|(?:starting )?(?:from|at)|reach(?:es|ing)?)|>=|≥) ${NUM}${UNIT}(?: (?:on|upwards?|onwards?))?`,
      'i',
    ),
    '>=',
  ],
  [
    new RegExp(
      `(?:\\b(?:up to(?: and including)?|at most|(?:no|not) (?:more|longer) than|not exceeding|not above)|<=|≤) ${NUM}${UNIT}`,
      'i',
    ),
    '<=',
  ],
  [
    new RegExp(
      `(?:\\b(?:${THAN('more|longer|greater|heavier|larger|higher|older|bigger')}|over|above|exceed(?:s|ing)?|beyond)|>) ${NUM}${UNIT}`,
      'i',
    ),
    '>',
  ],
  [
    new RegExp(
      `(?:\\b(?:${THAN('less|shorter|fewer|lower|lighter|smaller|younger')}|under|below)|<) ${NUM}${UNIT}`,
      'i',
    ),
    '<',
  ],
]

const FILLER =
  /^(?:a|an|the|its|their|for|of|if|when|where|whenever|is|are|was|were|be|being|with|in|on|to|whose|which|that|who|it|has|have|having|marked|flagged|as|set|equal|true|lasting|all|every|any|each|this|these|case|kind|type|category|class|tier|level|item|items|and|or)$/i
const NOT = /^(?:not|non|false|no|isnt|arent)$/i

/**
 * The condition of a case; undefined where a word of the phrase is not understood.
 * @param phrase of a text with marks
 * @param about the value that a bare number is compared with: that of "from 1000 upwards"
 */
export function conditionIn(phrase: string, reading: Reading, about?: Expression): Expression | undefined {
  const text = phrase.trim().replace(/[\s.,;:]+$/, '')
  return orderStated(text, reading) ?? comparisonIn(text, reading, about) ?? flagIn(text, reading)
}

const ORDERS: readonly (readonly [string, Comparison])[] = [
  [
    '(?:at or below|less than or equal to|(?:no|not) (?:more|greater|higher) than|at most|equal to or less than)',
    '<=',
  ],
  ['(?:at or above|greater than or equal to|(?:no|not) (?:less|lower) than|at least)', '>='],
  ['(?:below|under|(?:less|lower|fewer|smaller) than)', '<'],
  ['(?:above|over|(?:more|greater|higher|larger) than)', '>'],
  ['exceeds?', '>'],
  ['reach(?:es|ed)?', '>='],
]

/** "the stock is at or below the reorder level" */
export function orderStated(text: string, reading: Reading): Expression | undefined {
  const { operands } = reading.names
  const known = (mark: string | undefined) => {
    const name = mark === undefined ? undefined : operandOf(mark, operands)?.name
    return operands.find((one) => one.name === name)
  }
  for (const [words, operator] of ORDERS) {
    const form = new RegExp(
      `^(?:(?:if|when|where|once|while|as soon as|for|whenever) )?(?:the )?(§\\d+§) (?:(?:is|are|was|has|falls|drops|goes|rises|lies) )?${words} (?:the |its )?(§\\d+§|${NUM.slice(1, -1)})$`,
      'i',
    )
    const [, first, second = ''] = form.exec(text) ?? []
    const left = known(first)
    const other = second.startsWith('§') ? known(second) : undefined
    if (left === undefined || (second.startsWith('§') && other === undefined)) continue
    const right = other === undefined ? numberOf(Number(second)) : reading.use(other)
    return { kind: 'operation', operator, left: reading.use(left), right }
  }
  return undefined
}

function comparisonIn(text: string, reading: Reading, about: Expression | undefined): Expression | undefined {
  const { operands, noun } = reading.names
  const [hit] = COMPARISONS.flatMap(([pattern, operator]) => {
    const found = pattern.exec(text)
    return found === null ? [] : [{ found, operator }]
  })
  if (hit === undefined) return undefined
  const [whole, number = '', ...behind] = hit.found
  const rest = wordsIn(text.replace(whole, ' ').replaceAll(/§\d+§/g, ''))
  const isPlain = rest.every((word) => FILLER.test(word) || itemWords(noun).test(word))
  const marks = [...text.matchAll(/§\d+§/g)].map(([mark]) => operandOf(mark, operands))
  const [unit] = behind.flatMap((one) => (one === undefined || one.startsWith('§') ? [] : [one]))
  if (!isPlain || marks.length > 1) return undefined
  const named = marks[0] === undefined ? undefined : operands.find(({ name }) => name === marks[0]?.name)
  const known = named ?? (unit === undefined ? undefined : operandOfUnit(unit, reading.names))
  const left =
    known === undefined
      ? unit === undefined || isUnitOf(unit, about)
        ? about
        : undefined
      : reading.use(known)
  const isOtherUnit = named !== undefined && unit !== undefined && !fits(named, unit)
  return left === undefined || isOtherUnit
    ? undefined
    : { kind: 'operation', operator: hit.operator, left, right: numberOf(Number(number)) }
}

const isUnitOf = (unit: string, about: Expression | undefined): boolean =>
  about?.kind === 'operand' && unitWords(about.name).test(unit)

const fits = ({ name, source }: Known, unit: string): boolean =>
  source.kind === 'period' ? source.unit === pluralUnit(unit) : unitWords(name).test(unit)

/** Units as texts write them. */
const UNIT_WORDS: Readonly<Record<string, string>> = {
  kg: 'kg|kilos?|kilograms?|kilogrammes?',
  km: 'km|kilomet(?:er|re)s?',
  m: 'm|met(?:er|re)s?',
  g: 'g|grams?',
  l: 'l|lit(?:er|re)s?',
  minutes: 'min|minutes?',
  hours: 'h|hours?',
  days: 'days?',
}

/** The words for one or several of what a number counts: `seats`, and kilograms of `weight_kg`. */
const unitWords = (name: string): RegExp => {
  const own = name.split('.').at(-1) ?? name
  const last = wordsOf(own).at(-1) ?? own
  return new RegExp(`^(?:${UNIT_WORDS[unitOfName(own) ?? last] ?? inEitherNumber(singularOf(last))})$`, 'i')
}

const pluralUnit = (unit: string): LengthUnit | undefined => {
  const [, found] = /^(minute|hour|night|day)s?$/i.exec(unit) ?? []
  return found === undefined ? undefined : (`${found.toLowerCase()}s` as LengthUnit)
}

/** The only value that is counted in a unit: the length of the item's period, or its number of seats. */
export function operandOfUnit(unit: string, { operands }: NamedValues): Known | undefined {
  const length = pluralUnit(unit)
  const period = operands.find(
    ({ source }) => source.kind === 'period' && source.unit === length && source.parts === undefined,
  )
  if (period !== undefined) return period
  const found = operands.filter(({ name, source }) => source.kind === 'own' && unitWords(name).test(unit))
  return found.length === 1 ? found[0] : undefined
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’]s?\b/g, '')
    .match(/[a-z0-9]+|[^\s\w,'"`(){}\-–—]+/g) ?? []

/** A condition by a property with a few values: "for express shipments", "for a room of kind `apartment`". */
function flagIn(text: string, reading: Reading): Expression | undefined {
  const words = wordsIn(text.replaceAll(/(?<=\w)n[’']t\b/g, ' not'))
  const isNot = words.filter((word) => NOT.test(word)).length
  const plain = words.filter((word) => !FILLER.test(word) && !NOT.test(word))
  if (isNot > 1 || plain.length === 0 || text.includes('§') || text.includes('¤')) return undefined
  const found = reading.names.flags.flatMap((flag) => {
    const hit = valuesIn(plain, flag, words)
    return hit === undefined ? [] : [{ flag, ...hit }]
  })
  // "`apartment` rooms" are of the room, where two properties have that value.
  const best = found.filter(({ isNamed }) => isNamed)
  const [only, ...others] = best.length > 0 ? best : found
  if (only === undefined || others.length > 0) return undefined
  const { flag, values } = only
  const when = reading.use({
    name: `${flagName(flag)} ${values.join(' ')}`,
    source: { kind: 'flag', of: flag.source, values },
  })
  return isNot === 1 ? { kind: 'operation', operator: '<', left: when, right: numberOf(1) } : when
}

const flagName = ({ source }: Flag): string =>
  source.kind === 'own' ? source.property : `${source.relation.holder.item}.${source.property}`

/** The values of a flag that words name, where all of the words are about it. */
function valuesIn(
  words: readonly string[],
  { name, values, nouns }: Flag,
  all: readonly string[],
): { values: (string | boolean)[]; isNamed: boolean } | undefined {
  const isNoun = (word: string) =>
    nouns.some((noun) => new RegExp(`^(?:${wordsOf(noun).map(inEitherNumber).join('|')})$`, 'i').test(word))
  const own = wordsOf(name.replace(/^(?:is|has)(?=[A-Z_])/, ''))
  if (values.length === 0)
    return own.every((word) => words.some((one) => one === word)) &&
      words.every((word) => own.includes(word) || isNoun(word))
      ? { values: [true], isNamed: words.some(isNoun) }
      : undefined
  const isValueWord = (word: string, value: string) =>
    wordsOf(value).some((one) => new RegExp(`^${inEitherNumber(one)}$`, 'i').test(word))
  const named = values.filter((value) =>
    wordsOf(value).every((one) =>
      [...words, ...all].some((word) => new RegExp(`^${inEitherNumber(one)}$`, 'i').test(word)),
    ),
  )
  const rest = words.filter((word) => !named.some((value) => isValueWord(word, value)))
  const isClear = rest.every((word) => own.includes(word) || isNoun(word))
  return named.length > 0 && isClear
    ? { values: named, isNamed: rest.some(isNoun) || rest.some((word) => own.includes(word)) }
    : undefined
}
