/** Quotients and rounding in words: "Share of the wanted units that is reserved, fractions discarded", "`total` over `count`". */
import { type Expression, marked, type Operand, operandOf, product } from './expressions.ts'
import { isPercentName, singularOf, wordsOf } from './vocabulary.ts'

/** "rounded to the nearest second" of a number of seconds */
const NEAREST_UNIT =
  /,? (?:rounded )?\(?to the nearest (?:whole )?(?:second|minute|hour|day|gram|percent|per cent|point|unit|number|integer)\)?(?=[.;]|$)/i
const NEAREST_CENT = /,? \(?to the nearest cent\)?(?=[.;]|$)/i
const DECIMALS = /[,;]? (?:to |with )?(one|two|three|[1-3]) decimals?(?: (?:places?|digits?))?(?=[.;]|$)/i
const CUT =
  /,? (?:with )?(?:any )?(?:fractions?|decimals) (?:are |is |being )?(?:discarded|dropped|cut off|truncated)(?=[.;]|$)/i

/** A description whose rounding is stated in one way. @param isWhole whether the value is an integer */
export function withSpokenRounding(description: string, isWhole: boolean): string {
  if (/\brounded (?:up|down|half)/i.test(description)) return description
  const plain = isWhole ? description.replace(NEAREST_UNIT, ', rounded to the nearest integer') : description
  if (/\brounded\b/i.test(plain)) return plain
  return (isWhole ? plain.replace(CUT, ', rounded down') : plain)
    .replace(NEAREST_CENT, ', rounded to the nearest cent')
    .replace(DECIMALS, ', rounded to $1 decimals')
}

/** Names of values that a division gives. */
const QUOTIENT =
  /^(?:average|avg|mean|ratio|rate|share|utili[sz]ation)$|^(?:percent|percentage|pct|ratio|rate|share)$/i

/** A description in which a division has its sign. @param property the computed one */
export function plainShares(description: string, property: string, operands: readonly Operand[]): string {
  const isQuotient = isPercentName(property) || wordsOf(property).some((word) => QUOTIENT.test(word))
  if (!isQuotient) return description
  const [, whole = '', part = '', rest = ''] =
    /^(?:the )?(?:share|percentage|proportion|fraction) of (?:the )?([\w ]{1,40}?) (?:that|which) (?:is|are|was|were|has been|have been) (\w+)((?:,? as a (?:whole )?(?:percentage|per ?cent))?(?:[.,;].*)?)$/is.exec(
      description.replaceAll('`', ''),
    ) ?? []
  const nouns = wordsOf(whole).slice(-1)
  const total = named(operands, wordsOf(whole))
  const some = named(operands, [part, ...nouns])
  if (total !== undefined && some !== undefined && total !== some)
    return `${some} / ${total}${rest.replace(/^,? as a (?:whole )?(?:percentage|per ?cent)/i, '')}`
  const [over] = /^(?:the )?§\d+§ over (?:the )?§\d+§(?=[.,;]|$)/i.exec(marked(description, operands)) ?? []
  if (over === undefined) return description
  const [first, second] = [...over.matchAll(/§\d+§/g)].map(([mark]) => operandOf(mark, operands)?.name)
  return description.replaceAll('`', '').replace(/^.*? over .*?(?=[.,;]|$)/is, `${first} / ${second}`)
}

/** The only operand whose name consists of these words, in any order. */
function named(operands: readonly Operand[], words: readonly string[]): string | undefined {
  const key = (all: readonly string[]) =>
    all
      .map((word) => singularOf(word.toLowerCase()))
      .sort()
      .join(' ')
  const [only, ...others] = new Set(
    operands.flatMap(({ name }) => (key(wordsOf(name)) === key(words) ? [name] : [])),
  )
  return others.length > 0 ? undefined : only
}

/** The quotient of two values as a percentage, where that is what the property is called. */
export function percentOf(property: string, expression: Expression): Expression {
  if (!isPercentName(property) || expression.kind !== 'operation') return expression
  const { operator, left, right } = expression
  // "planned / capacity, at most 100"
  const isOfPercents = operator === 'least' || (right.kind === 'number' && right.value >= 100)
  if (operator === 'most' || operator === 'least')
    return isOfPercents ? { ...expression, left: percentOf(property, left) } : expression
  return operator === '/' && left.kind === 'operand' && right.kind === 'operand'
    ? product({ kind: 'number', value: 100 }, expression)
    : expression
}
