/** Effects of actions that the description of a property states: "Set when the order ships", "How often it was renewed." */
import { inEitherNumber, namesExceptions, plainSentences } from './description.ts'
import type { Change } from './effectForms.ts'
import { isActionTo, wordsOf } from './vocabulary.ts'

/** An effect of an action on the described property. */
interface DescribedEffect {
  /** The name of the action. */
  action: string
  change: Change
  /** The sentence, for messages. */
  text: string
}

/** Conditions, other requests than the action, and values that something else changes too. */
const CONDITIONAL =
  /\b(?:if|unless|only|except|may|might|can|could|must|should|not|never|or|either|manual\w*|later|background|asynchronous\w*|nightly|automatic\w*|first|last|second|latest|initial\w*|optional\w*|usually|by default|defaults?|expected|planned|scheduled|estimated|resets?|again|for)\b/i

const AT = '(?:when|once|by|on|upon|at|as soon as|after|with|during)'
const SET =
  '(?:is |gets |automatically |only )*(?:set|filled(?: in)?|recorded|stamped|present|populated|assigned|given|generated|created|issued|stored|written)'
const EMPTY = '(?:is )?(?:null|empty|absent|missing|unset|blank|not set)'
const BEING = '(?:is|was|has been|gets|gets to be|has)'

/**
 * @param property numbers are counted, others are set
 * @param nouns words for the item
 * @param actions names of the actions on it
 */
export function describedEffect(
  text: string,
  property: { isNumber: boolean },
  nouns: readonly string[],
  actions: readonly string[],
): DescribedEffect | undefined {
  const noun = nouns.map(inEitherNumber).join('|')
  const item = `(?:(?:the|an?|this|its) (?:${noun})|it)`
  const done = '(?<done>[\\w-]+(?: (?:in|out|up|off|back))?)'
  const forms = property.isNumber
    ? [
        `(?:the )?(?:number of times|how many times) ${item} ${BEING} (?:been )?(?:already )?${done}(?: so far| in total)?`,
        `(?:goes up|increased|incremented|raised) by one (?:by|on|with) (?:every|each) (?<noun>[\\w-]+)`,
      ]
    : [
        `(?:[\\w ]{0,40}[,;:] )?${SET} ${AT} ${item} ${BEING} ${done}`,
        `(?:[\\w ]{0,40}[,;:] )?${SET} ${AT} ${item} (?<present>\\w+s)`,
        `(?:[\\w ]{0,40}[,;:] )?${SET} ${AT} (?:(?:the|its) )?(?<noun>[\\w-]+)`,
        `(?:[\\w ]{0,40}[,;:] )?${EMPTY} (?:until|before|as long as) (?:${item} ${BEING} )?(?:not )?${done}`,
      ]
  const sentences = plainSentences(text.replaceAll(/\bhow often\b/gi, 'how many times'), '.;')
  if (sentences.some((one) => namesExceptions(one) || /\b(?:unless|except|also|otherwise)\b/i.test(one)))
    return undefined
  const found = sentences.flatMap((sentence): DescribedEffect[] => {
    if (CONDITIONAL.test(sentence.replace(/\bnot set\b/i, ''))) return []
    for (const form of forms) {
      const groups = new RegExp(`^${form}\\W*$`, 'i').exec(sentence)?.groups
      const word = groups?.done ?? groups?.present ?? groups?.noun
      if (word === undefined) continue
      const named = actions.filter((action) => isNameOf(action, word))
      const [action, ...others] = named
      const change: Change = property.isNumber ? { kind: 'added', amount: 1, sign: 1 } : { kind: 'set' }
      return action === undefined || others.length > 0 ? [] : [{ action, change, text: sentence }]
    }
    return []
  })
  return new Set(found.map(({ action }) => action)).size === 1 ? found[0] : undefined
}

/** Whether an action has the name of what was done: `check-out` of "checked out", `ship` of "ships". */
function isNameOf(action: string, done: string): boolean {
  const [verb = '', ...rest] = wordsOf(action)
  const [first = '', ...further] = wordsOf(done)
  return isActionTo(verb, first) && rest.join(' ') === further.join(' ')
}
