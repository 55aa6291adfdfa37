/** Values that descriptions compute from other properties: "`quantity` × `unit_price`", "Sum of the amounts of the lines". */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { escaped } from '../openapi/templates.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { asWords, descriptionOf, saysSum, saysSumOfAll } from './description.ts'
import { isIdName, isKeyName, isOfPage, singularOf, soundsLike } from './vocabulary.ts'

type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'property'; name: string }
  | { kind: 'operation'; operator: Operator; left: Expression; right: Expression }

type Operator = '+' | '-' | '*' | '/'

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

interface Rounding {
  /** Decimals that are left. */
  digits: number
  /** Undefined: to the nearest one, in either direction from the middle. */
  mode: 'half up' | 'up' | 'down' | undefined
}

/** Words of formulas that apply in some cases only, that are limits, or that are not exact. */
const CONDITIONAL =
  /%|\b(?:in percent|percent of|applied|converted|estimat\w*|approximat\w*|about|roughly|if|when|unless|except|excluding|capped|clamped|at least|at most|never|not (?:below|less|more|above)|no (?:less|more)|min(?:imum)?|max(?:imum)?|must|than|exceed\w*|before|after|first|last|only|non)\b/i

/** The formulas of an object schema, as its descriptions state them. @param view of the schema */
export function formulasOf(document: ContractDocument, view: JsonObject): Formula[] {
  const members = membersOf(view).map(
    ([name, schema]) => [name, withoutNull(document, viewOf(document, schema))] as const,
  )
  const numbers = members.flatMap(([name, one]) => (isNumber(document, one) ? [name] : []))
  return members.flatMap(([property, one]): Formula[] => {
    const text = descriptionOf(one)
    const exact = text.replace(ROUNDED, '')
    if (!numbers.includes(property) || text === '' || CONDITIONAL.test(exact)) return []
    const others = numbers.filter((name) => name !== property)
    const base = { property, isInteger: isInteger(document, one), text }
    if (exact !== text) return roundedFormulas(base, exact, others)
    // The sum of a page is not that of all pages.
    const isPage = members.some(([name]) => isOfPage(name) || soundsLike('pagination', name))
    const inside = (isPage ? [] : members).flatMap(([over, array]) => {
      const found = overEntries(document, { text, isOfMoney: isMoney(document, property, one) }, over, array)
      return found === undefined ? [] : [{ ...base, over, rounding: undefined, ...found }]
    })
    return inside.length > 0 ? inside : plainFormulas({ ...base, rounding: undefined }, text, others)
  })
}

function plainFormulas(
  base: Omit<Formula, 'expression' | 'over'>,
  text: string,
  names: readonly string[],
): Formula[] {
  const expression = endsInValue(text, names) ? expressionIn(text, names) : undefined
  return expression === undefined ? [] : [{ ...base, over: undefined, expression }]
}

/** A formula whose result is rounded. Whether each part of a sum is, or the sum, is not known. */
function roundedFormulas(
  base: Omit<Formula, 'expression' | 'over' | 'rounding'>,
  exact: string,
  names: readonly string[],
): Formula[] {
  const rounding = roundingIn(base.text, base.isInteger)
  return rounding === undefined ? [] : plainFormulas({ ...base, rounding }, exact, names)
}

/** "…, rounded half up to cents", "… (rounded to two decimal places)", "…, rounded down" */
const ROUNDED =
  /,? ?\(?(?:and )?(?:then )?rounded(?: (half[- ]up|commercially|up|down))?(?: to (?:the nearest |full |whole )?(?:([0-4]|one|two|three|four) decimals?(?: (?:places?|digits?))?|(cents?|pence|integers?|numbers?)))?(?:,? (half[- ]up|up|down))?\)?[\s.]*$/i
const DIGITS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4 }

/** The rounding that a text states; undefined where it does not state the decimals. */
function roundingIn(text: string, isWhole: boolean): Rounding | undefined {
  const [, before, decimals, unit, after] = ROUNDED.exec(text) ?? []
  const said = (before ?? after)?.toLowerCase().replace('-', ' ')
  const mode = said === 'up' || said === 'down' ? said : said === undefined ? undefined : ('half up' as const)
  if (decimals !== undefined) {
    const digits = DIGITS[decimals.toLowerCase()] ?? Number(decimals)
    return isWhole && digits > 0 ? undefined : { digits, mode }
  }
  if (isWhole || /^(?:integer|number)/i.test(unit ?? '')) return { digits: 0, mode }
  return unit === undefined ? undefined : { digits: 2, mode }
}

/** Whether a value is the computed one, rounded as stated. */
export function isRounded({ digits, mode }: Rounding, shown: number, exact: number): boolean {
  const [value, wanted] = [shown, exact].map((one) => one * 10 ** digits) as [number, number]
  // A product of large numbers is less exact.
  const epsilon = EPSILON * Math.max(1, Math.abs(wanted) / 1e6)
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

/** Whether values are numbers, decimal numbers in strings or amounts of money. */
const isNumber = (document: ContractDocument, view: JsonObject): boolean =>
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

const isInteger = (document: ContractDocument, view: JsonObject): boolean =>
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
  { text, isOfMoney }: { text: string; isOfMoney: boolean },
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
  const summed = entries.flatMap(([own, view]) =>
    numbers.includes(own) && ((isPlain && isMoney(document, own, view)) || saysSum(text, own, noun))
      ? [own]
      : [],
  )
  if (summed.length === 0) return undefined
  const expression = expressionIn(text, numbers)
  const [only, ...others] = summed
  if (expression !== undefined || only === undefined) return expression && { expression }
  const isMultiplied =
    soundsLike('unitPrice', only) && numbers.some((own) => own !== only && soundsLike('demand', own))
  return others.length > 0 || isMultiplied || COMBINED.test(text)
    ? undefined
    : { expression: { kind: 'property', name: only } }
}

/** More than a sum: "…, plus the tax". */
const COMBINED = /\b(?:plus|minus|less|times|multiplied|divided|net of|without|and)\b|[×÷+*]/i

const OPERATORS: readonly (readonly [RegExp, Operator])[] = [
  [/^(?:\+|plus)$/i, '+'],
  [/^(?:-|−|–|minus|less)$/i, '-'],
  [/^(?:\*|×|⋅|·|x|times|multiplied by)$/i, '*'],
  [/^(?:\/|÷|divided by)$/i, '/'],
]

type Token =
  | { kind: 'value'; value: Expression }
  | { kind: 'operator'; operator: Operator }
  | { kind: '(' | ')' }
  | undefined

/** The one expression in a text that combines some of the properties; undefined if there is none, or several. */
function expressionIn(text: string, names: readonly string[]): Expression | undefined {
  const marked = [...names]
    .sort((a, b) => b.length - a.length)
    .reduce(
      (rest, name) => rest.replaceAll(spoken(name), `§${names.indexOf(name)}§`),
      text.replaceAll('`', ''),
    )
    // "input/output tokens" and "start-end" do not calculate anything.
    .replaceAll(/§[-/–](?=§)/g, '§ , ')
  const listed = /\bsum of (?:the )?((?:§\d+§|\s|,|and\b|the\b)+)/i.exec(marked)?.[1]?.match(/§\d+§/g)
  if (listed !== undefined && listed !== null && listed.length > 1)
    return listed
      .map((mark): Expression => ({ kind: 'property', name: names[Number(mark.slice(1, -1))] ?? '' }))
      .reduce((left, right) => ({ kind: 'operation', operator: '+', left, right }))
  const tokens = [
    ...marked.matchAll(
      /§(\d+)§|\d+(?:\.\d+)?(?![\w.]*\w)|multiplied by|divided by|[()+*/×⋅·÷−–]|[^\s()+*/×⋅·÷−–§]+/gi,
    ),
  ].map((match) => tokenOf(match[0], match[1], names))
  const runs = runsOf(tokens)
  // Words that are not understood, as in "…, less the discount", change the rest.
  const isUnclear = runs.some((run) => isCalculation(run) && parsed(run) === undefined)
  const found = runs.flatMap((run) => parsed(run) ?? [])
  return found.length === 1 && !isUnclear ? found[0] : undefined
}

/** Whether a text ends with a property or a number: words behind a calculation change it. */
const endsInValue = (text: string, names: readonly string[]): boolean =>
  /(?:§|\d|\))[\s.;)]*$/.test(
    names.reduce((rest, name) => rest.replaceAll(spoken(name), '§'), text.replaceAll('`', '')),
  )

/** A name as it is, or as words. */
const spoken = (name: string): RegExp =>
  new RegExp(`(?<![\\w§])(?:${escaped(name)}|${asWords(name)})(?![\\w§])`, 'gi')

function tokenOf(text: string, index: string | undefined, names: readonly string[]): Token {
  if (index !== undefined)
    return { kind: 'value', value: { kind: 'property', name: names[Number(index)] ?? '' } }
  if (text === '(' || text === ')') return { kind: text }
  const operator = OPERATORS.find(([pattern]) => pattern.test(text))?.[1]
  if (operator !== undefined) return { kind: 'operator', operator }
  return /^\d+(?:\.\d+)?$/.test(text)
    ? { kind: 'value', value: { kind: 'number', value: Number(text) } }
    : undefined
}

/** The sequences of tokens between words. */
function runsOf(tokens: readonly Token[]): NonNullable<Token>[][] {
  const runs: NonNullable<Token>[][] = [[]]
  for (const token of tokens) {
    if (token === undefined) runs.push([])
    else runs.at(-1)?.push(token)
  }
  return runs
}

/** Whether a run calculates with a value. */
const isCalculation = (run: readonly NonNullable<Token>[]): boolean =>
  run.some(({ kind }) => kind === 'operator') && run.some(({ kind }) => kind === 'value')

/** Reads a run of tokens as an expression of at least two values; undefined for other runs. */
function parsed(run: readonly NonNullable<Token>[]): Expression | undefined {
  if (!run.some(({ kind }) => kind === 'operator')) return undefined
  let at = 0
  const operand = (): Expression | undefined => {
    const token = run[at++]
    if (token?.kind === 'value') return token.value
    if (token?.kind !== '(') return undefined
    const inside = sum()
    return run[at++]?.kind === ')' ? inside : undefined
  }
  const chain =
    (operators: readonly Operator[], next: () => Expression | undefined) => (): Expression | undefined => {
      let left = next()
      for (
        let token = run[at];
        left !== undefined && token?.kind === 'operator' && operators.includes(token.operator);
        token = run[at]
      ) {
        at++
        const right = next()
        left = right && { kind: 'operation', operator: token.operator, left, right }
      }
      return left
    }
  const sum = chain(['+', '-'], chain(['*', '/'], operand))
  const expression = sum()
  return at === run.length && expression !== undefined && hasProperty(expression) ? expression : undefined
}

const hasProperty = (one: Expression): boolean =>
  one.kind === 'property' || (one.kind === 'operation' && (hasProperty(one.left) || hasProperty(one.right)))

/** The value that a formula gives for an object; undefined where the object lacks a part of it. */
export function computed({ over, expression }: Formula, value: JsonObject): number | undefined {
  if (over === undefined) return evaluated(expression, value)
  const entries = value[over]
  if (!Array.isArray(entries)) return undefined
  let sum = 0
  for (const entry of entries) {
    const one = isObject(entry) ? evaluated(expression, entry) : undefined
    if (one === undefined) return undefined
    sum += one
  }
  return sum
}

function evaluated(expression: Expression, value: JsonObject): number | undefined {
  if (expression.kind === 'number') return expression.value
  if (expression.kind === 'property') {
    return numberOf(value[expression.name])
  }
  const [left, right] = [evaluated(expression.left, value), evaluated(expression.right, value)]
  if (left === undefined || right === undefined) return undefined
  const results = {
    '+': left + right,
    '-': left - right,
    '*': left * right,
    '/': right === 0 ? undefined : left / right,
  }
  return results[expression.operator]
}
