/** Evaluates the success criteria of a step (Arazzo 1.0, "Criterion Object"). */
import { RE2JS } from 're2js'
import type { Json } from '../../../openapi/document.ts'
import { selectNodes } from '../../../openapi/jsonPath.ts'
import { NotObserved } from '../rule.ts'
import type { Criterion } from './arazzo.ts'
import { evaluate, member, type Scope, textOf } from './expressions.ts'

/** Characters; conditions are read by recursion. */
const MAX_CONDITION_LENGTH = 1_000
/** Instructions of a compiled pattern times characters: about 50 ms. */
const MAX_PATTERN_WORK = 50_000_000

/** @throws NotObserved for unsupported criteria such as XPath */
export function isMet({ condition, type, context }: Criterion, scope: Scope): boolean {
  if (condition.length > MAX_CONDITION_LENGTH)
    throw new NotObserved({
      code: 'condition-not-evaluated',
      problem: `a condition has ${condition.length} characters; the limit is ${MAX_CONDITION_LENGTH}`,
    })
  if (type === 'simple') return truthOf(condition, scope)
  const value = context === undefined ? undefined : evaluate(context, scope)
  if (value === undefined) return false
  if (type === 'regex') return matches(condition, textOf(value))
  if (type === 'jsonpath') return selects(value, condition)
  throw new NotObserved({
    code: 'condition-not-evaluated',
    problem: `conditions of type ${type} are not evaluated`,
  })
}

/** On RE2, whose time is linear: a description comes from strangers, and so does the text that it looks at. */
function matches(pattern: string, text: string): boolean {
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, '')
    throw new NotObserved({
      code: 'condition-not-evaluated',
      problem: `the pattern ${pattern} is invalid or needs look-around or back-references: ${reason}`,
    })
  }
  if (compiled.programSize() * text.length > MAX_PATTERN_WORK)
    throw new NotObserved({
      code: 'condition-not-evaluated',
      problem: `a text of ${text.length} characters is too long for the pattern ${pattern}`,
    })
  return compiled.test(text)
}

function selects(value: Json, path: string): boolean {
  try {
    return selectNodes(value, path).length > 0
  } catch (error) {
    throw new NotObserved({
      code: 'condition-not-evaluated',
      problem: `the condition ${path} is not evaluated: ${(error as Error).message}`,
    })
  }
}

const TOKEN =
  /\s*(?:(?<operator>&&|\|\||[=!<>]=|[<>!()])|'(?<text>(?:[^']|'')*)'|(?<expression>\$(?:[^\s()!=<>&|]|\|(?!\|)|&(?!&))+)|(?<word>[^\s()!=<>&|']+))/y

type Token = { operator: string } | { value: Json | undefined }

/** The words of a simple condition; expressions are their values. */
function tokensOf(condition: string, scope: Scope): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < condition.trimEnd().length) {
    const at = TOKEN.lastIndex
    const { operator, text, expression, word } = TOKEN.exec(condition)?.groups ?? {}
    if (operator !== undefined) tokens.push({ operator })
    else if (text !== undefined) tokens.push({ value: text.replaceAll("''", "'") })
    else if (expression !== undefined) tokens.push({ value: readExpression(expression, scope) })
    else if (word !== undefined) tokens.push({ value: literalOf(word) })
    else
      throw new NotObserved({
        code: 'condition-not-evaluated',
        problem: `the condition ${condition} cannot be read from ${condition.slice(at)} on`,
      })
  }
  return tokens
}

/** `$steps.a.outputs.list[0].id` and `$response.body#/list/0`, as far as the one or the other leads. */
function readExpression(expression: string, scope: Scope): Json | undefined {
  const found = evaluate(expression, scope)
  if (found !== undefined) return found
  const [, base = '', rest = ''] = /^([^[]+)((?:\[\d+\]|\.[^.[\]]+)+)$/.exec(expression) ?? []
  return base === '' ? undefined : member(evaluate(base, scope), rest.split('.').filter(Boolean))
}

function literalOf(word: string): Json {
  if (word === 'true' || word === 'false') return word === 'true'
  if (word === 'null') return null
  return word !== '' && Number.isFinite(Number(word)) ? Number(word) : word
}

/** A simple condition: comparisons, `!`, `&&`, `||` and brackets, which bind as usual. */
function truthOf(condition: string, scope: Scope): boolean {
  const tokens = tokensOf(condition, scope)
  let at = 0
  const operator = (): string | undefined => {
    const token = tokens[at]
    return token !== undefined && 'operator' in token ? token.operator : undefined
  }
  const unreadable = (): never => {
    throw new NotObserved({
      code: 'condition-not-evaluated',
      problem: `the condition ${condition} cannot be read`,
    })
  }
  const either = (): boolean => {
    let truth = both()
    while (operator() === '||') {
      at++
      truth = both() || truth
    }
    return truth
  }
  const both = (): boolean => {
    let truth = one()
    while (operator() === '&&') {
      at++
      truth = one() && truth
    }
    return truth
  }
  const one = (): boolean => {
    if (operator() === '!') {
      at++
      return !one()
    }
    if (operator() === '(') {
      at++
      const truth = either()
      if (operator() !== ')') unreadable()
      at++
      return truth
    }
    const left = operand()
    const compared = operator()
    if (compared === undefined || !/^([=!<>]=|[<>])$/.test(compared)) return isTrue(left)
    at++
    return compare(left, compared, operand())
  }
  const operand = (): Json | undefined => {
    const token = tokens[at++]
    return token !== undefined && 'value' in token ? token.value : unreadable()
  }
  const truth = either()
  return at < tokens.length ? unreadable() : truth
}

const isTrue = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== false

function compare(left: Json | undefined, operator: string, right: Json | undefined): boolean {
  if (operator === '==') return isEqual(left, right)
  if (operator === '!=') return !isEqual(left, right)
  const [a, b] = [Number(left), Number(right)]
  if (operator === '<') return a < b
  if (operator === '<=') return a <= b
  return operator === '>' ? a > b : a >= b
}

/** Texts are compared without regard to case (Arazzo 1.0, "Literals"). */
function isEqual(left: Json | undefined, right: Json | undefined): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left.toLowerCase() === right.toLowerCase()
  if (typeof left === 'string' && typeof right === 'number') return Number(left) === right
  if (typeof left === 'number' && typeof right === 'string') return left === Number(right)
  return JSON.stringify(left) === JSON.stringify(right)
}
