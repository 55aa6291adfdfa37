/** Values that sentences compute by cases: "10 % off for stays of 7 nights or more", "0.80 per kilogram up to 500 kg, 0.60 above". */
import { type Change, changeIn } from './caseChanges.ts'
import { type Case, chosen, isComplete } from './choices.ts'
import {
  conditionIn,
  numberOf,
  operandOfUnit,
  orderStated,
  plainNumbers,
  type Reading,
} from './conditions.ts'
import { saysFixed } from './description.ts'
import {
  calculationIn,
  type Expression,
  limitsAtEnd,
  marked,
  operandOf,
  operandsOf,
  partsOf,
  product,
  UNKNOWN,
  withLimits,
} from './expressions.ts'
import {
  type Calculation,
  isHarmless,
  isOnlyIntroduction,
  type Rounding,
  withoutRounding,
} from './formulas.ts'
import { wordsOf } from './vocabulary.ts'

/**
 * The calculation of a description with several cases; undefined where a part of it is not understood.
 * @param property the computed one
 * @param isWhole whether it is an integer
 */
export function calculationByCases(
  description: string,
  property: string,
  reading: Reading,
  isWhole: boolean,
): Calculation | undefined {
  const plain = plainNumbers(description.replaceAll('`', '').replaceAll(/\s+/g, ' '))
  const sentences = plain
    .split(/(?<=[a-z§\d)%][.;])\s+(?=[A-Z0-9])/)
    .map((one) => one.trim())
    .filter((one) => one !== '' && !isHarmless(one) && !isAside(one))
  const reader = new CaseReader(property, reading, isWhole)
  if (!sentences.every((one) => reader.add(one))) return undefined
  const expression = reader.result()
  if (expression === undefined || operandsOf(expression).length === 0) return undefined
  return { expression, rounding: reader.rounding, isFixed: saysFixed(description) }
}

const WHETHER =
  /^(?:(?:it |this )?(?:is )?(?:set to )?(?:true|set)|whether|indicates (?:if|whether)|tells whether) (?:exactly )?(?=if\b|when\b|where\b|once\b|while\b|as soon as\b|for\b|the\b|§|an?\b|it\b|this\b)/i
const OR_FALSE =
  /[,;.]? (?:and )?(?:it is )?(?:false|otherwise false|not set) ?(?:otherwise|in all other cases|if not|for (?:all )?(?:the )?others)?$|, otherwise false$/i

/** The condition under which a boolean is true: "true if the stock is below the reorder level, false otherwise". */
export function conditionStated(description: string, reading: Reading): Expression | undefined {
  const plain = plainNumbers(description.replaceAll('`', '').replaceAll(/\s+/g, ' '))
    .trim()
    .replace(/[\s.;]+$/, '')
  const [only, ...others] = plain
    .split(/(?<=[.;])\s+(?!(?:it is )?(?:false|otherwise))/i)
    .filter((one) => !isHarmless(one) && !isAside(one))
  if (only === undefined || others.length > 0) return undefined
  if (!WHETHER.test(only)) {
    // "Stock has come down to `reorder_at` or below"
    const known = marked(only.replace(/[\s.;]+$/, ''), reading.names.operands)
    return orderStated(
      known.replace(DOWN_TO, '$1 is at or below $2').replace(UP_TO, '$1 is at or above $2'),
      reading,
    )
  }
  const text = only
    .replace(WHETHER, '')
    .replace(/[\s.;]+$/, '')
    .replace(OR_FALSE, '')
  return conditionIn(marked(text, reading.names.operands), reading)
}

const DOWN_TO =
  /^(§\d+§) (?:has |have )?(?:come|gone|comes|goes|fallen|falls|dropped|drops|sunk|sinks) (?:down )?to (§\d+§|\d+) or (?:below|less|lower|under)$/i
const UP_TO =
  /^(§\d+§) (?:has |have )?(?:come up|gone up|comes up|goes up|risen|rises|grown|grows|climbed|climbs) to (§\d+§|\d+) or (?:above|more|higher|over)$/i

/** Sentences about the past, about readers, or about what people do outside of the API. */
const ASIDE =
  /^(?:(?:shown|displayed|printed|used|informational|for (?:information|display|reporting))\b[^\d%]*|(?:(?:before|until|prior to|since) (?:version |v)?\d[\d.]*,? .*)|.*\b(?:used to|outside (?:of )?(?:this|the) API|at (?:its|their|our|the) (?:own )?(?:discretion|desk))\b.*|(?:please|we recommend|clients should|you may want)\b.*|(?:an? )?amounts? (?:is |are )?in [\w ]+)[.;]?$/i

const isAside = (sentence: string): boolean => ASIDE.test(sentence)

/** "whatever part of `total` exceeds 2400" */
const EXCESS =
  /^(?:(?:whatever|the|any|that) )?(?:(?:part|portion|amount|share|excess) of )?(§\d+§) (?:(?:that|which) )?(?:exceeds?|exceeding|above|over|beyond|in excess of) (\d+(?:\.\d+)?|§\d+§)(?=[\s.;]*$)/i

const FLOOR =
  /^if (?:the |its )?(§\d+§|[a-z ]+?) (?:is (?:larger|greater|higher|more) than|exceeds) (?:the |its )?(§\d+§),? (?:that makes|it is|this is|the result is|the \w+ is) (?:zero|0)(?:,? (?:and )?never (?:a )?negative(?: (?:number|amount|value))?)?[\s.]*$/i

/** Words that state how parts of a value add up, which no case has. */
const BY_PARTS =
  /\b(?:first|additional|further|next|remaining|portion|excess|each extra|part|cumulative\w*|marginal\w*)\b/i

class CaseReader {
  readonly #property: string
  readonly #reading: Reading
  readonly #isWhole: boolean
  #cases: Case[] = []
  #base: Expression | undefined
  /** Of one sentence each: the changes of the value, of which one applies. */
  #changes: { when: Expression; change: Change }[][] = []
  #limits: ReturnType<typeof limitsAtEnd>['limits'] = []
  rounding: Rounding | undefined

  constructor(property: string, reading: Reading, isWhole: boolean) {
    this.#property = property
    this.#reading = reading
    this.#isWhole = isWhole
  }

  /** Reads a sentence. @returns whether all of it is understood */
  add(sentence: string): boolean {
    const { rest, rounding, isUnclear } = withoutRounding(sentence, this.#isWhole)
    if (isUnclear) return false
    this.rounding = rounding ?? this.rounding
    const text = this.#withoutStart(marked(rest, this.#reading.names.operands)).replace(
      EXCESS,
      '$1 - $2, at least 0',
    )
    if (this.#isFloor(text)) return true
    if (BY_PARTS.test(text)) return false
    const isFirst = this.#base === undefined && this.#cases.length === 0
    if (!isFirst) this.#changes.push([])
    return fragmentsOf(text).every((one) => one === '' || this.#fragment(one))
  }

  /** "On booking it is calculated from the total weight: …" */
  #withoutStart(text: string): string {
    const [start = ''] =
      /^(?:our |the )?(?:\w+ )?(?:terms|rates?|rules?|pricing|tiers?|formula|tariff)\s*:\s*/i.exec(text) ??
      /^[^:\d%]*\b(?:calculated|computed|determined|worked out|based|depends?|derived|charged|set)\b[^:\d%]*(?:§\d+§)?\s*:\s*/i.exec(
        text,
      ) ??
      []
    return text.slice(start.length)
  }

  /** "If the deductible is larger than the amount, that makes zero, never a negative number." */
  #isFloor(text: string): boolean {
    const [, first = '', second = ''] = FLOOR.exec(text) ?? []
    const nameOf = (mark: string) => operandOf(mark, this.#reading.names.operands)?.name
    const base = this.#base
    const isOfBase =
      base?.kind === 'operation' &&
      base.operator === '-' &&
      base.left.kind === 'operand' &&
      base.right.kind === 'operand' &&
      base.left.name === nameOf(second) &&
      (base.right.name === nameOf(first) ||
        wordsOf(base.right.name.split('.').at(-1) ?? '').join(' ') === first)
    if (isOfBase) this.#limits.push({ operator: 'least', bound: numberOf(0) })
    return isOfBase
  }

  #fragment(text: string): boolean {
    const { rest, limits } = limitsAtEnd(`, ${text}`, this.#reading.names.operands)
    if (
      limits.length > 0 &&
      /^[\s,]*(?:(?:but|and|it|this|is|the|fee|price|amount|result|total)\b\s*)*$/i.test(rest)
    ) {
      this.#limits.push(...limits)
      return this.#base !== undefined || this.#cases.length > 0
    }
    return this.#changeOf(text) || this.#caseOf(text) || this.#start(text)
  }

  /** "less 10 % for stays of 7 nights or more" */
  #changeOf(text: string): boolean {
    if (this.#base === undefined && this.#cases.length === 0) return false
    const found = this.#split(text, (one) => changeIn(one, this.#changes.at(-1)?.at(-1)?.change))
    if (found === undefined) {
      const change = changeIn(text)
      if (change === undefined || this.#base === undefined || this.#cases.length > 0) return false
      this.#base = change(this.#base)
      return true
    }
    if (this.#changes.length === 0) this.#changes.push([])
    this.#changes.at(-1)?.push({ when: found.when, change: found.value })
    return true
  }

  #caseOf(text: string): boolean {
    const found = this.#split(text, (one) => this.#value(one))
    if (found !== undefined) {
      this.#cases.push(found)
      return true
    }
    const [, before, after] = OTHERWISE_BEHIND.exec(text) ?? []
    const [, behind] = OTHERWISE_BEFORE.exec(text) ?? []
    const rest = before ?? behind
    const value = rest === undefined ? undefined : this.#value(rest)
    if (value === undefined || this.#base !== undefined) return false
    // "0.60 per kilogram above that" may be of the part above only.
    const isRate = /\bper (?!cent)|\beach\b|\bevery\b/i.test(text)
    if (/that$/i.test(after ?? '') && isRate && !/\b(?:whole|entire|total|all)\b/i.test(text)) return false
    this.#base = value
    return true
  }

  #start(text: string): boolean {
    const value = this.#base === undefined && this.#cases.length === 0 ? this.#value(text) : undefined
    this.#base ??= value
    return value !== undefined
  }

  /** The part of a text before or after its condition, as it is read, with the condition. */
  #split<T>(text: string, read: (part: string) => T | undefined): { when: Expression; value: T } | undefined {
    const parts = [
      ...[...text.matchAll(CONDITION_STARTS)].map(({ index }) => {
        const own = text.slice(0, index)
        return { own, condition: text.slice(index), about: own }
      }),
      ...[...text.matchAll(CASE_ENDS)].map(({ index, 0: { length } }) => ({
        own: text.slice(index + length),
        condition: text.slice(0, index),
        about: text,
      })),
    ]
    for (const { own, condition, about } of parts) {
      const value = own.trim() === '' ? undefined : read(own)
      const when = value === undefined ? undefined : conditionIn(condition, this.#reading, this.#about(about))
      if (when !== undefined && value !== undefined) return { when, value }
    }
    return undefined
  }

  /** The value with which a bare number is compared: the only one that the value of the case is computed from. */
  #about(text: string): Expression | undefined {
    const own = [...text.matchAll(/§\d+§/g)].map(
      ([mark]) => operandOf(mark, this.#reading.names.operands)?.name,
    )
    const before = [this.#base, ...this.#cases.map(({ value }) => value)].flatMap((one) =>
      one === undefined ? [] : operandsOf(one),
    )
    const [only, ...others] = new Set([...own, ...before].flatMap((one) => one ?? []))
    return only === undefined || others.length > 0 ? undefined : { kind: 'operand', name: only }
  }

  #value(text: string): Expression | undefined {
    const plain = text
      .replace(/^[\s,:]*(?:(?:and|or|but|then|just|only|else)\b\s*)*/i, '')
      .replace(/[\s.,;:]+$/, '')
    if (NOTHING.test(plain)) return numberOf(0)
    const [start = ''] = plain.split(/[§\d]/)
    const rest = plain
      .slice(start.length)
      .replace(/\bfor the (?:whole|entire) \w+$/i, '')
      .trim()
    if (!isOnlyIntroduction(start.replace(/\bhalf\b/i, ''), this.#property)) return undefined
    const isHalf = /\bhalf\b/i.test(start)
    if (RATE.test(rest)) return isHalf ? undefined : this.#rate(rest)
    const single = this.#single(rest)
    if (single !== undefined) return isHalf ? product(numberOf(0.5), single) : single
    const [, percent] = /^(\d+(?:\.\d+)?) ?(?:%|per ?cent)$/i.exec(rest) ?? []
    const whole = percent === undefined ? undefined : this.#wholeOfBefore()
    if (whole !== undefined) return product(numberOf(Number(percent) / 100), whole)
    const found = isHalf ? undefined : calculationIn(rest, this.#reading.names.operands, true)
    return found && this.#reading.useAll(found)
  }

  /** "0.80 per kilogram" */
  #rate(text: string): Expression | undefined {
    const { names } = this.#reading
    const [, rate, unit = ''] = RATE.exec(text) ?? []
    const known = unit.startsWith('§')
      ? names.operands.find(({ name }) => name === operandOf(unit, names.operands)?.name)
      : operandOfUnit(unit, names)
    const isLate = known?.source.kind === 'period' && known.source.isLateness === true
    // "5 for seats" is not a rate.
    return known === undefined || (/ for (?!each|every)/i.test(text) && !isLate)
      ? undefined
      : product(numberOf(Number(rate)), this.#reading.use(known))
  }

  /** A number or a named value, and nothing else. */
  #single(text: string): Expression | undefined {
    const [single] = /^(?:§\d+§|\d+(?:\.\d+)?)$/.exec(text) ?? []
    if (single === undefined) return undefined
    if (!single.startsWith('§')) return numberOf(Number(single))
    const operand = operandOf(single, this.#reading.names.operands)
    return operand && this.#reading.useAll({ kind: 'operand', name: operand.name })
  }

  /** "… of the total, 8 per cent from 5000 upwards" */
  #wholeOfBefore(): Expression | undefined {
    const about = this.#about('')
    return about !== undefined && this.#cases.every(({ value }) => isShare(value)) ? about : undefined
  }

  result(): Expression | undefined {
    const start = chosen(
      this.#cases,
      this.#base ?? (isComplete(this.#cases) ? this.#cases.at(-1)?.value : undefined),
    )
    const groups = this.#changes.filter((one) => one.length > 0)
    if (start === undefined || groups.length > 2) return undefined
    const changed = (base: Expression, group: (typeof groups)[number]) =>
      chosen(
        group.map(({ when, change }) => ({ when, value: change(base) })),
        base,
      )
    const [first, second] = groups
    const one = first === undefined ? start : changed(start, first)
    const both =
      second === undefined || first === undefined ? one : this.#both(start, [first, second], changed)
    return both && withLimits(both, this.#limits)
  }

  /** Two changes: their order is not stated, so that where both apply the result is not known. */
  #both(
    start: Expression,
    [first, second]: [Changes, Changes],
    changed: (base: Expression, group: Changes) => Expression | undefined,
  ): Expression | undefined {
    const [one, other] = [changed(start, first), changed(start, second)]
    const isFirst = anyOf(first)
    if (one === undefined || other === undefined) return undefined
    const unknown: Expression = { kind: 'choice', when: anyOf(second), value: UNKNOWN, otherwise: one }
    return { kind: 'choice', when: isFirst, value: unknown, otherwise: other }
  }
}

const NOTHING =
  /^(?:(?:is|it is|are) )?(?:nothing|zero|free(?: of charge)?|none|no (?:charge|fee|discount))(?: at all)?$/i
const RATE = /^(\d+(?:\.\d+)?) (?:per(?! cent)|for(?: each| every)?|an?|each|every) (§\d+§|[a-z]+)$/i

type Changes = { when: Expression; change: Change }[]

const anyOf = (group: Changes): Expression => {
  const [first, ...others] = group.map(({ when }) => when)
  return others.reduce<Expression>(
    (left, right) => ({ kind: 'operation', operator: 'least', left, right }),
    first ?? numberOf(0),
  )
}

const CONDITION_STARTS =
  /(?<=\s)(?:for|if|when|where|whenever|on|from|up to|above|over|below|under|exceeding|at least|more than|less than|beyond|with|to|in case of|as soon as|once|until|while)(?= )/gi
const CASE_ENDS =
  /\s(?:costs?|pays?|gets?|receives?|is charged|are charged|earns?|ha(?:s|ve)|enjoys?|incurs?|attracts?|carr(?:y|ies)|adds?|(?:is|are)(?= free\b)|come with)\s|:\s|,\s/gi
const OTHERS =
  '(?:in (?:all other|any other|every other) cases?|for (?:all |any )?(?:the )?(?:others?|rest|everyone else|anyone else|everybody else)|for (?:all|any|every) other \\w+|else|(?:above|beyond|over|below|under) that|by default)'
const OTHERWISE_BEHIND = new RegExp(`^(.*?),? (otherwise|${OTHERS})$`, 'i')
const OTHERWISE_BEFORE = new RegExp(`^(?:and |or )?(?:otherwise|${OTHERS}),? (?:it is |it costs )?(.*)$`, 'i')

/** The parts of a sentence that state one case, change or limit each. */
const fragmentsOf = (text: string): string[] =>
  text
    .replace(/[\s.;]+$/, '')
    .replaceAll(/\s\(([^()]*(?:\b(?:for|if|when|on)\b)[^()]*)\)/gi, ', $1')
    .split(
      /\s*[,;]\s+(?!(?:and|or) (?:more|longer|above|over|less|fewer|below)\b)(?:(?:and|or|but)(?: then)? (?!more|less))?|\s+(?:and|or|but) (?=(?:\d|nothing|zero|free|half|no )(?!.{0,20}\bor\b))|\s(?=(?:less|minus|plus) (?:an? )?\d+(?:\.\d+)? ?(?:%|per ?cent).*\b(?:for|if|when|on|from)\b)/i,
    )
    .map((one) => one.trim())

/** 5 % of something. */
const isShare = (one: Expression): boolean =>
  (one.kind === 'number' && one.value === 0) ||
  (one.kind === 'operation' && one.operator === '*' && partsOf(one).some(({ kind }) => kind === 'operand'))
