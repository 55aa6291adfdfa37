/** Descriptions of numbers that leave out what their names state: "Pending and stale ones" for `quoteCount`. */
import { inEitherNumber, mentions, spokenState, statePattern } from './description.ts'
import { isHarmless } from './formulas.ts'
import { normal, singularOf, withoutUnit, wordsOf } from './vocabulary.ts'

/** The items that a number may be about. */
interface Items {
  noun: string
  /** The values of their status, and words for their flags. */
  states: readonly string[]
  numbers: readonly string[]
}

/** Words that limit a number, or state that it has other parts. */
const LIMITING =
  /\b(?:ones?|only|just|without|not|never|no|except|exclud\w+|includ\w+|count|plus|minus|less|those|whatever|any|kept?|keeps|stays?)\b/i
/** Names of numbers that are not counted. */
const LIMIT_NAME =
  /^(?:max|maximum|min|minimum|remaining|left|available|free|allowed|limit|expected|planned)$/
/** "Loans; overdue ones do not count." */
const LIMITED_AFTER = /[;,.:] [^;.:]*\b(?:do not|does not|don[’']t|doesn[’']t|never) count\b/i
const LEFT_OUT =
  '(?:without|not counting|not including|excluding|except(?: for)?|leaving out|leaves out|disregarding|ignoring|other than|minus)'

/**
 * The description of a number with the words that it leaves out.
 * @returns undefined where it limits the number in a way that is not understood
 * @example spelledOut('quoteCount', 'Pending and stale ones', { noun: 'quote', … }) // 'Number of quotes that are pending or stale'
 */
export function spelledOut(name: string, text: string, items: Items): string | undefined {
  const { noun, states, numbers } = items
  const plain = text.replaceAll(/[`*]/g, '').replaceAll(/\s+/g, ' ').trim()
  const listed = isCountName(name, items) ? portionStated(plain, items) : undefined
  if (listed !== undefined) return listed
  if (LIMITED_AFTER.test(plain)) return undefined
  if (mentions(plain, noun)) return sumOf(plain, items) ?? text
  if (plain === '' || isHarmless(plain)) return text
  const [, all = ''] =
    /^all (?:the )?(\w+s)(?: (?:so far|until now|to date|up to now))?\.?$/i.exec(plain) ?? []
  if (numbers.some((one) => isPluralOf(all, one))) return `Sum of the ${all} of all ${several(noun)}`
  const isLimited = LIMITING.test(plain) || states.some((state) => mentions(plain, spokenState(state)))
  return isLimited ? undefined : text
}

const several = (noun: string): string =>
  /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, 'ies') : /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`

const isPluralOf = (word: string, name: string): boolean =>
  word !== '' && [name, withoutUnit(name)].some((one) => normal(one) === normal(singularOf(word)))

/** Whether a property is a number of items by its name: `quoteCount`, `activeLoans`, `holdsWaiting`. */
function isCountName(name: string, { noun, states }: Items): boolean {
  const words = wordsOf(name)
  const [kind, kinds] = [wordsOf(noun).join(' '), inEitherNumber(noun)]
  const isNamed = new RegExp(
    `^(?:(?:number|count|num) of ${kinds}|(?:\\w+ )?(?:${kind} count|${kinds})|${kinds} (?:${['total', ...states.map(spokenState)].join('|')}))$`,
    'i',
  ).test(words.join(' '))
  return isNamed && !words.some((word) => LIMIT_NAME.test(word)) && words.length > 1
}

/** "Agreed plus on loan", "Without the withdrawn", "Closed ones do not count." */
function portionStated(plain: string, { noun, states }: Items): string | undefined {
  if (states.length === 0) return undefined
  const one = `(?:the |those |any )?(?:${states.map(statePattern).join('|')})s?(?: ones| items| ${inEitherNumber(noun)})?`
  const list = `${one}(?:(?:, and |, or |, | and | or | plus | as well as | & |/)${one})*`
  const those = `(?:all |the )?${inEitherNumber(noun)}(?: in stock| in total| altogether)?`
  const forms = [
    { form: `${those} (?:with|in) (?:the )?(?:status|state) (${list})`, not: '' },
    { form: `${those} (?:that|which|who) (?:are|is) (?:still |currently )?(${list})`, not: '' },
    {
      form: `${those}[;,.:] (${list}) (?:do not|don[’']t|never) count`,
      not: 'not ',
    },
    { form: `(?:only |just |counts (?:only )?)?(?:the )?(${list})(?: only| count| are counted)?`, not: '' },
    { form: `${LEFT_OUT} (${list})`, not: 'not ' },
    {
      form: `(${list}) (?:do not count|don[’']t count|are not counted|aren[’']t counted|are left out|are excluded|(?:are )?not included|excluded)`,
      not: 'not ',
    },
  ]
  for (const { form, not } of forms) {
    const [, said] = new RegExp(`^${form}[.;]?$`, 'i').exec(plain) ?? []
    const named = said === undefined ? [] : states.filter((state) => isNamed(state, said))
    if (named.length > 0)
      return `Number of ${several(noun)} that are ${not}${named.map(spokenState).join(' or ')}.`
  }
  return undefined
}

const isNamed = (state: string, words: string): boolean =>
  new RegExp(`(?<![\\w-])${statePattern(state)}s?(?![\\w-])`, 'i').test(words)

/** Words of what is added to a sum, or subtracted from it. */
const OTHER_PART =
  /\b(?:plus|minus|less|times|multiplied|divided|and the|together with|as well as|combined with|before|after|net of|without|excluding|except|this|last|(?:in|of) the (?:year|month|week|draft))\b|[+*/×÷−]/i

/** Whether a phrase has no other words than a name: not "average fees" of `fee_cents`. */
const isNameOf = (phrase: string, name: string): boolean => {
  const own = wordsOf(name).map(singularOf)
  return wordsOf(phrase).every(
    (word) => own.includes(singularOf(word)) || /^(?:the|all|amounts?|sums?)$/i.test(word),
  )
}

/** "Net totals of the delivered projects": the sum of a number that an item has. */
function sumOf(plain: string, { noun, numbers, states }: Items): string | undefined {
  const state = states.length === 0 ? '' : `(?:(?:${states.map(statePattern).join('|')}) )?`
  const form = new RegExp(
    `^(?:the )?((?:[a-z]+ ){0,2}[a-z]+s) (?:of|on|for|from|over|across) (?:(?:all|the|its|their|every) )*${state}${inEitherNumber(noun)}\\b`,
    'i',
  )
  const [, head] = OTHER_PART.test(plain) ? [] : (form.exec(plain) ?? [])
  const isOfNumber = numbers.some(
    (one) => head !== undefined && mentions(head, withoutUnit(one)) && isNameOf(head, one),
  )
  return isOfNumber ? `Sum of the ${plain.charAt(0).toLowerCase()}${plain.slice(1)}` : undefined
}
