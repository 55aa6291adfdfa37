/** Limits of numbers that sentences or tables state for each case: "a `van` with at most 1500 and an `artic` with at most 28000". */
import { isObject } from '../openapi/document.ts'
import type { Api, ApiOperation } from './api.ts'
import { type Case, chosen } from './choices.ts'
import { conditionIn, numberOf, plainNumbers, Reading } from './conditions.ts'
import { descriptionOf } from './description.ts'
import { type Expression, marked, operandOf, UNKNOWN } from './expressions.ts'
import type { Known, NamedValues, Source } from './namedValues.ts'
import type { SpokenRule } from './spokenRules.ts'
import { surroundingTexts } from './surroundings.ts'
import { wordsOf } from './vocabulary.ts'

export type Side = 'most' | 'least' | 'multiple'

/** A number that a request must not exceed, not fall below, or of which it must be a multiple. */
export interface FoundLimit {
  side: Side
  /** The number of the request: a property of its body, a sum of them, or the length of its period. */
  left: Expression
  bound: Expression
  sources: ReadonlyMap<string, Source>
}

const NUM = '(\\d+(?:\\.\\d+)?)'
const CASE = new RegExp(
  `^(?:and |or )?(?<before>.*?)\\b(?:of )?(?<word>at most|up to|(?:no|not) more than|a maximum of|maximum|at least|(?:no|not) less than|a minimum of|minimum|between|from)\\s+(?<low>${NUM.slice(1, -1)})(?: ?(?:to|and|–|-) ?(?<high>${NUM.slice(1, -1)}))?(?: (?!for|if|when)(?:[a-z]+|§\\d+§))?(?<behind> (?:for|if|when|in case of) .+)?$`,
  'i',
)
const VERBS =
  /\b(?:is|are|may|can|must|ha(?:s|ve)|with|registered|allowed|accepted|carry|carries|weighs?|lasts?|takes?|be|of|hold|holds|to|only)\b|§\d+§/gi

/** The limits of a sentence that names a number for each of several cases. */
export function limitsByCase(rule: SpokenRule, names: NamedValues): FoundLimit[] {
  if (rule.kind !== 'plain') return []
  const text = marked(plainNumbers(rule.text), names.operands)
  const segments = text
    .replace(/^(?:[^:\d§]|§\d+§)*:\s+/, '')
    .split(/[,;] (?:and |or )?|\s+(?:and|or|but) (?=(?:an?|the|for|up|at|\w+ (?:at|up|between))\b)/)
  const left = onlyNamed(text, rule, names)
  if (segments.length < 2 || left === undefined) return []
  const reading = new Reading(names)
  const sides: Record<'most' | 'least', Case[]> = { most: [], least: [] }
  for (const segment of segments) {
    const found = boundsIn(segment, reading)
    if (found === undefined) return []
    for (const [side, one] of found) sides[side].push(one)
  }
  return foundFor(sides, left, reading)
}

/** The bounds of one case: "an `artic` with at most 28000", "between 10 and 30 for `general`". */
function boundsIn(segment: string, reading: Reading): [side: 'most' | 'least', one: Case][] | undefined {
  const { before = '', word = '', low, high, behind = '' } = CASE.exec(segment)?.groups ?? {}
  const phrase = `${before} ${behind}`.replaceAll(VERBS, ' ').trim()
  const when = low === undefined || phrase === '' ? undefined : conditionIn(phrase, reading)
  const isRange = /^(?:between|from)$/i.test(word)
  if (when === undefined || isRange !== (high !== undefined)) return undefined
  const [first, last] = [low, high ?? low].map((one) => ({ when, value: numberOf(Number(one)) })) as [
    Case,
    Case,
  ]
  if (isRange)
    return [
      ['least', first],
      ['most', last],
    ]
  return [[/least|less|min/i.test(word) ? 'least' : 'most', last]]
}

function foundFor(
  sides: Readonly<Record<'most' | 'least', readonly Case[]>>,
  left: Known,
  reading: Reading,
): FoundLimit[] {
  const operand = reading.use(left)
  return (['most', 'least'] as const satisfies Side[]).flatMap((side): FoundLimit[] => {
    const cases = sides[side]
    // Nothing is stated for other cases.
    const bound = cases.length === 0 ? undefined : chosen(cases, UNKNOWN)
    return bound === undefined ? [] : [{ side, left: operand, bound, sources: reading.sources }]
  })
}

/** The only number of the request that a text names. */
function onlyNamed(text: string, { self }: SpokenRule, { operands }: NamedValues): Known | undefined {
  const named = new Set([...text.matchAll(/§\d+§/g)].map(([mark]) => operandOf(mark, operands)?.name ?? ''))
  const [name = self, ...others] = named
  const known = operands.find((one) => one.name === name)
  return others.length > 0 || known?.source.kind !== 'own' ? undefined : known
}

type Table = string[][]

/** The tables in the descriptions of an operation and around it. */
export function tablesAround(api: Api, { operation, ...one }: ApiOperation): Table[] {
  const own = isObject(operation) ? descriptionOf(operation).split(/\n\s*\n/) : []
  return [...own, ...surroundingTexts(api, { operation, ...one })].flatMap((text) => {
    const rows = text
      .split('\n')
      .filter((line) => /^\s*\|/.test(line) && !/^[\s|:-]+$/.test(line))
      .map((line) =>
        line
          .trim()
          .replaceAll(/^\||\|$/g, '')
          .split('|')
          .map((cell) => cell.replaceAll(/[`*]/g, '').trim()),
      )
    return rows.length > 2 ? [rows] : []
  })
}

/** "A `duration` outside the range for its `type`": the limits of a table with the values of the type. */
export function limitsOfTable(rule: SpokenRule, names: NamedValues, tables: readonly Table[]): FoundLimit[] {
  const text = marked(plainNumbers(rule.text), names.operands)
  const isOutside =
    /\boutside (?:of )?(?:the|its|this|that|these)\b/i.test(text) &&
    /\b(?:range|limits?|bounds|table|figures)\b/i.test(text)
  const isWithin =
    rule.kind === 'plain' &&
    /\b(?:must|has to|have to|needs? to) (?:be|lie|fall|stay) (?:within|in|inside)\b.*\b(?:range|limits?|bounds|table|figures)\b/i.test(
      text,
    )
  const left = onlyNamed(text, rule, names)
  if (left === undefined || !(isWithin || (isOutside && rule.kind !== 'plain'))) return []
  return tables.flatMap((table) => limitsIn(table, left, names))
}

function limitsIn([header = [], ...rows]: Table, left: Known, names: NamedValues): FoundLimit[] {
  const reading = new Reading(names)
  const whens = rows.map(([key = '']) => conditionIn(key, reading))
  const columnOf = (pattern: RegExp): Case[] => {
    const columns = header.flatMap((cell, index) =>
      index > 0 && pattern.test(cell) && isAbout(cell, left.name) ? [index] : [],
    )
    const [column = -1, ...others] = columns
    const cases = rows.flatMap((row, index): Case[] => {
      const when = whens[index]
      const [number] = /^\d+(?:\.\d+)?(?= ?[a-z]*$)/i.exec(plainNumbers(row[column] ?? '')) ?? []
      return when === undefined || number === undefined ? [] : [{ when, value: numberOf(Number(number)) }]
    })
    return others.length > 0 || cases.length < rows.length ? [] : cases
  }
  const sides = {
    most: columnOf(/\b(?:max(?:imum)?|most|longest|largest|highest|upper|up to)\b/i),
    least: columnOf(/\b(?:min(?:imum)?(?! ?\)|utes)|least|shortest|smallest|lowest|lower|from)\b/i),
  }
  return foundFor(sides, left, reading)
}

/** Whether a heading names no other number: "Minimum duration", "Maximum (minutes)". */
const isAbout = (cell: string, name: string): boolean =>
  (cell.toLowerCase().match(/[a-z]+/g) ?? []).every(
    (word) =>
      wordsOf(name).includes(word) ||
      /^(?:min|max|minimum|maximum|shortest|longest|least|most|lower|upper|up|to|from|in|at|minutes?|hours?|days?|kg|limit|bound|value|allowed)$/.test(
        word,
      ),
  )
