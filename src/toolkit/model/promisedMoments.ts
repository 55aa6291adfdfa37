/** Moments that descriptions compute from other ones: "14 days after `issued_on`", "expires 30 minutes after creation". */

import { conditionIn, plainNumbers, type Reading } from './conditions.ts'
import { asWords, NUMBER_WORDS, saysFixed } from './description.ts'
import { type Expression, marked, type Operand, operandOf } from './expressions.ts'
import { isHarmless } from './formulas.ts'
import { soundsLike, unitOfName } from './vocabulary.ts'

export interface PromisedMoment {
  /** The operand with the moment from which the time counts. */
  base: string
  /** The operand with the length of time; a number in digits where the text states it. */
  amount: string
  unit: TimeUnit
  isBefore: boolean
  isFixed: boolean
  /** Other lengths of time, of which the first applies whose condition is met. */
  cases?: readonly MomentCase[]
}

interface MomentCase extends Pick<PromisedMoment, 'amount' | 'unit'> {
  when: Expression
}

type TimeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

const NUMBERS: Readonly<Record<string, number>> = {
  ...NUMBER_WORDS,
  an: 1,
  a: 1,
  twelve: 12,
  fourteen: 14,
  thirty: 30,
}
const UNIT = '(minute|hour|day|week|month|year)s?'
const AMOUNT = `(§\\d+§|\\d+|${Object.keys(NUMBERS).join('|')})`
const BASE = '(¤\\d+¤)'
const START =
  '^(?:(?:it|this|the|is|are|always|set|computed|calculated|falls|ends|expires|due|valid until|until|defaults|default|automatically|by the server|as|on|at|to|date|time|exactly|:)[\\s:]+)*'
const END =
  '(?:,? (?:by default|if (?:it is )?(?:omitted|not given|not sent|left out)|when (?:omitted|not given)))?[\\s.;]*$'
const FORMS: readonly (readonly [RegExp, isBefore: boolean, [amount: number, unit: number, base: number]])[] =
  [
    [
      new RegExp(
        `${START}${AMOUNT}[ -]?(?:${UNIT})? (?:after|from|past|following) (?:the )?${BASE}${END}`,
        'i',
      ),
      false,
      [1, 2, 3],
    ],
    [
      new RegExp(`${START}(?:the )?${BASE} ?(?:plus|\\+) ?${AMOUNT}[ -]?(?:${UNIT})?${END}`, 'i'),
      false,
      [2, 3, 1],
    ],
    [
      new RegExp(
        `${START}${AMOUNT}[ -]?(?:${UNIT})? (?:before|prior to|ahead of) (?:the )?${BASE}${END}`,
        'i',
      ),
      true,
      [1, 2, 3],
    ],
    [
      new RegExp(`${START}(?:the )?${BASE} ?(?:minus|−|–|-) ?${AMOUNT}[ -]?(?:${UNIT})?${END}`, 'i'),
      true,
      [2, 3, 1],
    ],
  ]
/** The creation of the item itself, by the noun for it. */
const creationOf = (noun: string): RegExp =>
  new RegExp(
    `\\b(?:(?:its |the )?creation(?: (?:date|time))?|(?:it|the ${asWords(noun)}) (?:is|was|has been) (?:created|made|placed)|being created)\\b`,
    'gi',
  )

/** A sentence that only introduces the moment: "When the loan has to be back." */
const INTRODUCTION = /^(?:when|the (?:date|day|time|moment)|due date|deadline|end)\b[^\d,;]*$/i
/** A part that is not added: "turnaround not included" */
const NOT_ADDED =
  /^(?:the |any )?[a-z -]{1,40} (?:is |are )?(?:not included|not counted|excluded|left out|does not count)[.;]?$/i
const CHANGED = /\b(?:if|unless|or|extend\w*|prolong\w*|mov\w+|shift\w*|may|can|usually|except)\b/i

/**
 * The moment that one sentence of a description computes.
 * @param property the computed one
 * @param known what the description may name
 */
export function promisedMoment(
  description: string,
  property: string,
  known: MomentReader,
): PromisedMoment | undefined {
  const sentences = description
    .split(/(?<=[.;])\s+|\n\s*\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '' && !isHarmless(one) && !NOT_ADDED.test(one))
  const [start = '', ...rest] = sentences
  const isIntroduced =
    rest.length > 0 && INTRODUCTION.test(start.replace(/[.;]$/, '')) && !CHANGED.test(start)
  const [only, ...others] = isIntroduced ? rest : sentences
  // Any other sentence may change it: "Weekends are skipped."
  if (only === undefined || others.length > 0) return undefined
  const [found] = momentsIn(only, property, known)
  return found && { ...found, isFixed: saysFixed(description) }
}

/** "…, or 7 days for a `dvd`", "… (14 for juniors)" */
const OTHER_CASE = new RegExp(
  `[,;]? ?(?:\\(|\\b(?:or|and|but) (?:only |just )?|(?<=[,;] ?)(?: |\\b))${AMOUNT}(?:[ -]?${UNIT})? ((?:for|if|when|where|in case of)\\b[^,;()]*?)\\)?(?=[.;]?\\s*$)`,
  'i',
)
/** "14 days … for juniors, 28 days otherwise" */
const OTHERWISE = new RegExp(
  `[,;]? ?(?:\\(|\\b(?:or|and|but) |, )?${AMOUNT}(?:[ -]?${UNIT})? (?:otherwise|(?:for|in) (?:all )?(?:(?:any|every|all) other|the other)s? ?(?:\\w+)?|for (?:all |the )?(?:others|rest)|for everyone else)\\)?(?=[.;]?\\s*$)`,
  'i',
)
const OWN_CASE = /^(.*?¤?\w¤?) ((?:for|if|when|where|in case of)\b[^,;()]*)$/i

/**
 * The moment that a description computes with another length of time in some cases: "21 days after `loaned_on`, or 7 days
 * for a `dvd`".
 */
export function momentByCases(
  description: string,
  property: string,
  known: MomentReader,
  reading: Reading,
): PromisedMoment | undefined {
  let rest = plainNumbers(description.replaceAll('`', '').replaceAll(/\s+/g, ' ')).trim()
  const cases: MomentCase[] = []
  for (let hit = OTHER_CASE.exec(rest); hit !== null; hit = OTHER_CASE.exec(rest)) {
    const [whole, amount = '', unit, phrase = ''] = hit
    const when = conditionIn(marked(phrase, reading.names.operands), reading)
    if (when === undefined) return undefined
    cases.unshift({ when, amount, unit: (unit?.toLowerCase() ?? 'day') as TimeUnit })
    rest = rest.slice(0, hit.index) + rest.slice(hit.index + whole.length)
  }
  const last = OTHERWISE.exec(rest)
  if (last !== null) return momentOrOther(rest.slice(0, last.index), last, { property, known, reading })
  const base = cases.length === 0 ? undefined : promisedMoment(rest, property, known)
  return base && { ...base, cases: cases.map((one) => withNumbers(one, base.unit)) }
}

const withNumbers = ({ amount, ...one }: MomentCase, unit: TimeUnit): MomentCase => ({
  ...one,
  amount: String(NUMBERS[amount.toLowerCase()] ?? amount),
  unit: one.unit === 'day' && unit !== 'day' ? unit : one.unit,
})

function momentOrOther(
  start: string,
  [, amount = '', unit]: RegExpExecArray,
  { property, known, reading }: { property: string; known: MomentReader; reading: Reading },
): PromisedMoment | undefined {
  const [, moment = '', phrase = ''] = OWN_CASE.exec(start.trim()) ?? []
  const when = phrase === '' ? undefined : conditionIn(marked(phrase, reading.names.operands), reading)
  const base = when === undefined ? undefined : promisedMoment(moment, property, known)
  if (base === undefined || when === undefined) return undefined
  const other = withNumbers({ when, amount, unit: (unit?.toLowerCase() ?? base.unit) as TimeUnit }, base.unit)
  return {
    ...base,
    amount: other.amount,
    unit: other.unit,
    cases: [{ when, amount: base.amount, unit: base.unit }],
  }
}

/** The names in the description of a property. */
interface MomentReader {
  /** Numbers, such as `loan_days`. */
  operands: readonly Operand[]
  moments: readonly Operand[]
  /** For the item itself: `loan`. */
  noun: string
}

function momentsIn(
  sentence: string,
  property: string,
  { operands, moments, noun }: MomentReader,
): Omit<PromisedMoment, 'isFixed'>[] {
  const created = moments.findIndex(({ name }) => soundsLike('createdAt', name) && !name.includes('.'))
  const times = marked(sentence, moments).replaceAll('§', '¤')
  const plain = created < 0 ? times : times.replaceAll(creationOf(noun), `¤${created}¤`)
  const text = marked(plain, operands)
    .replace(new RegExp(`^(?:the )?${property}\\b`, 'i'), '')
    .trim()
  return FORMS.flatMap(([form, isBefore, [amount, unit, base]]) => {
    const hit = form.exec(text)
    const operand = operandOf(hit?.[base] ?? '', moments)
    const length = lengthOf(hit?.[amount] ?? '', hit?.[unit], operands)
    return operand === undefined || length === undefined ? [] : [{ base: operand.name, isBefore, ...length }]
  })
}

/** The length of time that a text states: "14" and "day", or a property such as `loan_days`. */
function lengthOf(
  text: string,
  unit: string | undefined,
  operands: readonly Operand[],
): Pick<PromisedMoment, 'amount' | 'unit'> | undefined {
  const operand = text.startsWith('§') ? operandOf(text, operands) : undefined
  const property = operand?.name
  const wanted = unit?.toLowerCase() ?? unitOfName(property ?? '')?.replace(/s$/, '') ?? operand?.unit
  return isUnit(wanted)
    ? { amount: property ?? String(NUMBERS[text.toLowerCase()] ?? text), unit: wanted }
    : undefined
}

const isUnit = (word: string | undefined): word is TimeUnit =>
  word !== undefined && /^(?:minute|hour|day|week|month|year)$/.test(word)

const MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 }

/**
 * Whether a moment is the promised time before or after another one. Months may end early: a month after
 * 31 January is the last day of February, or a day in March.
 * @param shown a date or a date-time, as `base`
 */
export function isPromisedMoment(
  { unit, isBefore }: Pick<PromisedMoment, 'unit' | 'isBefore'>,
  amount: number,
  base: string,
  shown: string,
): boolean {
  const [from, to] = [Date.parse(base), Date.parse(shown)]
  if (Number.isNaN(from) || Number.isNaN(to)) return true
  const difference = (isBefore ? -1 : 1) * amount
  // A date of a date-time depends on the time zone.
  const tolerance = base.length === shown.length || (base.length > 10 && shown.length > 10) ? SECONDS : DAY
  if (unit !== 'month' && unit !== 'year') return Math.abs(from + difference * MS[unit] - to) <= tolerance
  const date = new Date(from)
  date.setUTCMonth(date.getUTCMonth() + difference * (unit === 'year' ? 12 : 1))
  return Math.abs(date.getTime() - to) <= tolerance + 3 * DAY
}
/** Between the moments at which a server reads its clock. */
const SECONDS = 5_000
const DAY = 86_400_000
