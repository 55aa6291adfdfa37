/** Calculations that sentences state: "`quantity` × `unit_price`", "the fee plus 19 % VAT", "10 % of the price, at most 50". */
import { escaped } from '../openapi/templates.ts'
import { asWords } from './description.ts'
import { isPercentName } from './vocabulary.ts'

export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'operand'; name: string }
  | { kind: 'operation'; operator: Operator; left: Expression; right: Expression }
  | { kind: 'choice'; when: Expression; value: Expression; otherwise: Expression }

/** A comparison is 1 or 0. */
type Operator = '+' | '-' | '*' | '/' | 'least' | 'most' | Comparison

export type Comparison = '<' | '<=' | '>' | '>='

/** A value that a sentence may name. */
export interface Operand {
  name: string
  /** Its names in sentences, with the flags g and i. The phrases of an operand before another one count first. */
  phrase: RegExp
  /** The unit of time that a number counts, where its name does not state it: `minute`. */
  unit?: string
}

/** A property as an operand: its name as it is, or as words. */
export const propertyOperand = (name: string): Operand => operandNamed(name, undefined)

/** @param bare another name for the property */
export const operandNamed = (name: string, bare: string | undefined): Operand => ({
  name,
  phrase: new RegExp(
    `(?<![\\w§])(?:${escaped(name)}|${asWords(name)}${bare === undefined ? '' : `|${asWords(bare)}`})(?![\\w§])`,
    'gi',
  ),
})

/** The text with a mark for each operand, and without articles before them: "the `unit price`" is "§1§". */
export const marked = (text: string, operands: readonly Operand[]): string =>
  operands
    .reduce((rest, { phrase }, index) => rest.replaceAll(phrase, `§${index}§`), text.replaceAll('`', ''))
    .replaceAll(/\b(?:the|its|their)\s+(?=§)/gi, '')
    // "input/output tokens" and "start-end" do not calculate anything.
    .replaceAll(/§[-/–](?=§)/g, '§ , ')

/** The operand of a mark: that of "§1§" is the second one. */
export const operandOf = (mark: string, operands: readonly Operand[]): Operand | undefined =>
  operands[Number(mark.slice(1, -1))]

const RATE = '(?:VAT|GST|(?:sales |value[- ]added )?tax|discount|surcharge|commission|levy|mark-?up|rebate)'
/** "a discount of 10 %" and "10 % discount" are 10 %. */
const RATE_BEFORE = new RegExp(
  `\\b(?:an? |the )?${RATE} of (?=§\\d+§ ?(?:%|per)|\\d+(?:\\.\\d+)? ?(?:%|per))`,
  'gi',
)
const RATE_BEHIND = new RegExp(`(%|\\bper ?cent) ${RATE}\\b(?! of\\b)`, 'gi')

const BOUND = '(§\\d+§|\\d+(?:\\.\\d+)?|zero)(?: in total)?[\\s.]*$'
const LIMITS: readonly (readonly [RegExp, 'least' | 'most'])[] = [
  [
    new RegExp(
      `,? (?:but |and )?(?:(?:(?:never|not) (?:below|less than|lower than|under)|at least|no less than)|(?:with|subject to) a (?:minimum|floor) of|floored at|(?:a )?minimum(?: of)?) ${BOUND}`,
      'i',
    ),
    'least',
  ],
  [
    new RegExp(
      `,? (?:but |and )?(?:(?:(?:never|not) (?:above|more than|higher than|over)|at most|no more than)|(?:never|not) exceed(?:s|ing)?|(?:capped at|limited to|up to)(?: a maximum of)?|(?:with|to|subject to) a (?:maximum|cap|ceiling) of|(?:a )?max(?:imum|\\.)?(?: of)?) ${BOUND}`,
      'i',
    ),
    'most',
  ],
  [/,? (?:but |and )?(?:never|not) (negative)[\s.]*$/i, 'least'],
]

/** A calculation without the bounds at its end, and these. */
export function limitsAtEnd(text: string, operands: readonly Operand[]) {
  const limits: { operator: 'least' | 'most'; bound: Expression }[] = []
  let rest = text
  for (;;) {
    const hit = LIMITS.map(([pattern, operator]) => ({ found: pattern.exec(rest), operator })).find(
      ({ found }) => found !== null,
    )
    const [whole = '', bound = ''] = hit?.found ?? []
    if (hit === undefined) return { rest, limits }
    rest = rest.slice(0, rest.length - whole.length)
    limits.unshift({ operator: hit.operator, bound: operandAt(bound, operands) })
  }
}

const operandAt = (text: string, operands: readonly Operand[]): Expression =>
  text.startsWith('§')
    ? { kind: 'operand', name: operandOf(text, operands)?.name ?? '' }
    : { kind: 'number', value: /^\d/.test(text) ? Number(text) : 0 }

const OPERATORS: readonly (readonly [RegExp, Operator])[] = [
  [/^(?:\+|plus|increased by)$/i, '+'],
  [/^(?:-|−|–|minus|less|reduced by)$/i, '-'],
  [/^(?:\*|×|⋅|·|x|times|multiplied by)$/i, '*'],
  [/^(?:\/|÷|divided by)$/i, '/'],
]

type Token =
  | { kind: 'value'; value: Expression }
  | { kind: 'operator'; operator: Operator }
  | { kind: '(' | ')' | '%' | 'of' }
  | undefined

const TOKENS =
  /§(\d+)§|\d+(?:\.\d+)?(?![\w.]*\w)|multiplied by|divided by|(?:reduced|increased) by|per ?cent\b|[()+*/×⋅·÷−–%]|[^\s()+*/×⋅·÷−–§%]+/gi

/**
 * The one calculation in a text with marks, with the bounds at its end; undefined if there is none, or several.
 * @param text of {@link marked}
 * @param isLast whether nothing may be behind it: words there change it
 */
export function calculationIn(
  text: string,
  operands: readonly Operand[],
  isLast = false,
): Expression | undefined {
  const plain = text.replaceAll(RATE_BEFORE, '').replaceAll(RATE_BEHIND, '$1')
  const { rest, limits } = limitsAtEnd(plain.replace(/[\s.;]+$/, ''), operands)
  const listed = rest.replaceAll(LISTED, listedSum).replaceAll(ADDED_AT_LAST, '')
  const found = onlyRun(listed.replace(/[\s.;]+$/, ''), operands, isLast)
  return found && withLimits(found, limits)
}

/** "§0§ times §1§, less §2§ percent" */
const ADDED_AT_LAST = /,(?= (?:less|minus|plus|reduced by|increased by) §)/gi

/** The expression within bounds. */
export const withLimits = (
  expression: Expression,
  limits: ReturnType<typeof limitsAtEnd>['limits'],
): Expression =>
  limits.reduce<Expression>(
    (left, { operator, bound }) => ({ kind: 'operation', operator, left, right: bound }),
    expression,
  )

const LISTED = /\b(?:the )?sum of (?:the )?(§\d+§(?:(?:,? and|,)(?: the)? ?\s*§\d+§)+)/gi

/** "sum of §0§, §1§ and §2§" as "(§0§ + §1§ + §2§)" */
const listedSum = (_: string, list: string): string => `(${(list.match(/§\d+§/g) ?? []).join(' + ')})`

/** The text without the bounds at its end. */
export const withoutBounds = (text: string): string => limitsAtEnd(text, []).rest

function onlyRun(text: string, operands: readonly Operand[], isLast: boolean): Expression | undefined {
  const runs = runsOf([...text.matchAll(TOKENS)].map((match) => tokenOf(match[0], operands)))
  // Words that are not understood, as in "…, less the discount", change the rest.
  const found = runs.flatMap((run) => parsed(run) ?? [])
  // Values elsewhere, as in "…, less the discount" and "…, tax and duty", change the rest.
  const isClear = runs.every((run) => parsed(run) !== undefined || !run.some(({ kind }) => kind === 'value'))
  const isAtEnd = !isLast || parsed(runs.at(-1) ?? []) !== undefined
  return found.length === 1 && isClear && isAtEnd ? found[0] : undefined
}

function tokenOf(text: string, operands: readonly Operand[]): Token {
  if (/^(?:§.*|\d+(?:\.\d+)?)$/.test(text)) return { kind: 'value', value: operandAt(text, operands) }
  if (text === '(' || text === ')') return { kind: text }
  if (text === '%' || /^per ?cent$/i.test(text)) return { kind: '%' }
  if (/^of$/i.test(text)) return { kind: 'of' }
  const operator = OPERATORS.find(([pattern]) => pattern.test(text))?.[1]
  return operator && { kind: 'operator', operator }
}

/** A sign, or a value that is called a percentage: "`tax_percent` of the subtotal". */
const isPercentage = (token: Token): boolean =>
  token?.kind === '%' ||
  (token?.kind === 'value' && token.value.kind === 'operand' && isPercentName(token.value.name))

/** The sequences of tokens between words. "Of" is a word, unless it is behind a percentage. */
function runsOf(tokens: readonly Token[]): NonNullable<Token>[][] {
  const runs: NonNullable<Token>[][] = [[]]
  for (const [index, token] of tokens.entries()) {
    if (token === undefined || (token.kind === 'of' && !isPercentage(tokens[index - 1]))) runs.push([])
    else runs.at(-1)?.push(token)
  }
  return runs
}

/** Whether a run calculates with a value. */
const isCalculation = (run: readonly NonNullable<Token>[]): boolean =>
  run.some(({ kind }) => kind === 'operator' || kind === '%' || kind === 'of') &&
  run.some(({ kind }) => kind === 'value')

/** A percentage: of something, or of what it is added to. */
interface Part {
  value: Expression
  isPercent: boolean
}

/** Reads a run of tokens as an expression of at least two values; undefined for other runs. */
function parsed(run: readonly NonNullable<Token>[]): Expression | undefined {
  if (!isCalculation(run)) return undefined
  const reader = new Reader(run)
  const part = reader.sum()
  if (!reader.isAtEnd || part === undefined || part.isPercent || !hasOperand(part.value)) return undefined
  // `net × tax_percent` is a hundred times too much, or a share was meant.
  return reader.hasPlainPercent && !hasHundred(part.value) ? undefined : part.value
}

const hasHundred = (one: Expression): boolean =>
  one.kind === 'number'
    ? one.value === 100
    : one.kind === 'operation' && (hasHundred(one.left) || hasHundred(one.right))

class Reader {
  readonly #run: readonly NonNullable<Token>[]
  #at = 0
  /** Whether a percentage is used as a plain number. */
  hasPlainPercent = false

  constructor(run: readonly NonNullable<Token>[]) {
    this.#run = run
  }

  get isAtEnd(): boolean {
    return this.#at === this.#run.length
  }

  sum(): Part | undefined {
    return this.#chain(['+', '-'], () => this.#chain(['*', '/'], () => this.#operand()))
  }

  #chain(operators: readonly Operator[], next: () => Part | undefined): Part | undefined {
    let left = next()
    for (
      let token = this.#run[this.#at];
      left !== undefined && token?.kind === 'operator' && operators.includes(token.operator);
      token = this.#run[this.#at]
    ) {
      this.#at++
      const right = next()
      left = right && combined(token.operator, left, right)
    }
    return left
  }

  #operand(): Part | undefined {
    const token = this.#run[this.#at++]
    if (token?.kind === '(') {
      const inside = this.sum()
      return this.#run[this.#at++]?.kind === ')' ? inside : undefined
    }
    if (token?.kind !== 'value') return undefined
    const { value } = token
    const isNamed = value.kind === 'operand' && isPercentName(value.name)
    const isOfWhole = isNamed && this.#run[this.#at]?.kind === 'of'
    if (this.#run[this.#at]?.kind !== '%' && !isOfWhole) {
      const isPercent = isNamed && this.#isAdded()
      this.hasPlainPercent ||= isNamed && !isPercent
      return { value, isPercent }
    }
    if (!isOfWhole) this.#at++
    if (this.#run[this.#at]?.kind !== 'of') return { value, isPercent: true }
    this.#at++
    const whole = this.#operand()
    return whole === undefined || whole.isPercent
      ? undefined
      : { value: product(share(value), whole.value), isPercent: false }
  }

  /** Whether the value before is added or subtracted as a whole: "`price` minus `discount_percent`". */
  #isAdded(): boolean {
    const [before, behind] = [this.#run[this.#at - 2], this.#run[this.#at]]
    const isSum = (token: Token) =>
      token === undefined || (token.kind === 'operator' && ['+', '-'].includes(token.operator))
    return before !== undefined && isSum(before) && isSum(behind)
  }
}

function combined(operator: Operator, left: Part, right: Part): Part | undefined {
  const isSum = operator === '+' || operator === '-'
  // "10 % plus 5" is a percentage of something else.
  if (left.isPercent && isSum) return undefined
  const own = left.isPercent ? share(left.value) : left.value
  const other = right.isPercent ? share(right.value) : right.value
  const amount = right.isPercent && isSum ? product(own, other) : other
  return { value: { kind: 'operation', operator, left: own, right: amount }, isPercent: false }
}

/** An operand without a value: what follows from two changes at the same time, of which the text states none. */
export const UNKNOWN = { kind: 'operand', name: '?' } as const

/** The product of two expressions. */
export const product = (left: Expression, right: Expression): Expression => ({
  kind: 'operation',
  operator: '*',
  left,
  right,
})

const share = (percent: Expression): Expression => ({
  kind: 'operation',
  operator: '/',
  left: percent,
  right: { kind: 'number', value: 100 },
})

/** The expressions that an expression consists of. */
export const partsOf = (one: Expression): Expression[] =>
  one.kind === 'operation'
    ? [one.left, one.right]
    : one.kind === 'choice'
      ? [one.when, one.value, one.otherwise]
      : []

/** The names of the operands of an expression. */
export const operandsOf = (one: Expression): string[] =>
  one.kind === 'operand' ? [one.name] : partsOf(one).flatMap(operandsOf)

const hasOperand = (one: Expression): boolean => operandsOf(one).length > 0

/** The result of an expression; undefined where a value is missing. @param numberFor the value of an operand */
export function evaluated(
  expression: Expression,
  numberFor: (name: string) => number | undefined,
): number | undefined {
  if (expression.kind === 'number') return expression.value
  if (expression.kind === 'operand') return numberFor(expression.name)
  if (expression.kind === 'choice') {
    const when = evaluated(expression.when, numberFor)
    return when === undefined
      ? undefined
      : evaluated(when === 0 ? expression.otherwise : expression.value, numberFor)
  }
  const [left, right] = [evaluated(expression.left, numberFor), evaluated(expression.right, numberFor)]
  if (left === undefined || right === undefined) return undefined
  const results = {
    '+': left + right,
    '-': left - right,
    '*': left * right,
    '/': right === 0 ? undefined : left / right,
    least: Math.max(left, right),
    most: Math.min(left, right),
    '<': Number(left < right),
    '<=': Number(left <= right),
    '>': Number(left > right),
    '>=': Number(left >= right),
  }
  return results[expression.operator]
}
