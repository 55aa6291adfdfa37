/** Effects of a request on the items that belong to its item: "Cancelling a course cancels all its open bookings." */
import { escaped } from '../openapi/templates.ts'
import { inEitherNumber, mentions, namesExceptions, plainSentences, statePattern } from './description.ts'
import { isActionTo } from './vocabulary.ts'

/** The new state of the items that belong to another one. */
export interface ChildEffect {
  /** The states of the items that it is about; all where it is empty. */
  from: readonly string[]
  state: string
  /** The sentence, for messages. */
  text: string
}

/** Words for both kinds of items, and the states of those that belong to the other one. */
interface Kinds {
  nouns: readonly string[]
  holders: readonly string[]
  states: readonly string[]
}

/** Effects in some cases only, at another moment, or in the background. */
const CONDITIONAL =
  /\b(?:not|never|without|later|after|asynchronous\w*|background|(?:a|nightly|batch|cron|scheduled|periodic|separate) job|eventually|soon|shortly|nightly|overnight|during|before|within|opposite|if|when|whenever|unless|only|once|until|except|otherwise|may|might|can|cannot|could|must|should|would|4\d\d|by default|defaults?|undo\w*|revert\w*|revers\w+|optional\w*|first|last)\b/i

const ADVERB =
  '(?:,? (?:too|as well|also|automatically|immediately|at once|on the spot|right away|with it|along with it|in turn|accordingly|in the same step))?'
const END = `${ADVERB}(?:\\W*$|,? and (?:notif|inform|releas|refund|free|email)\\w+\\b|, (?:and|so|all|its)\\b|,? with (?:the )?(?:\\w+ )?(?:\\w*reason|status|state|code)\\b|;)`
const START = '(?:^|,? and (?:then |also )?|, (?:and )?|\\bit (?:also )?|\\bthis (?:also )?)'

/**
 * The states that an operation gives the items that belong to its item. Only plural nouns with "all", "its" or a like word
 * are read.
 * @param isRequest whether a verb is that of the operation, for "When a course is cancelled, …"
 * @example childEffectsIn('Closes the account and its cards.', { nouns: ['card'], holders: ['account'], states: ['open', 'closed'] }, …)
 */
export function childEffectsIn(
  text: string,
  kinds: Kinds,
  isRequest: (verb: string) => boolean,
): ChildEffect[] {
  if (kinds.nouns.length === 0 || kinds.states.length === 0) return []
  if (/\b(?:background|asynchronous\w*|eventually)\b/i.test(text)) return []
  if (sentencesIn(text).some((one) => namesExceptions(one) && isAboutItems(one, kinds))) return []
  const found = sentencesIn(text).flatMap((sentence): ChildEffect[] => {
    const plain = withoutOccasion(sentence, kinds, isRequest)
    return plain === undefined || CONDITIONAL.test(plain) ? [] : effectsOf(plain, sentence, kinds)
  })
  // Two sentences about the same items describe two cases.
  const isSingle = new Set(found.map(({ state, from }) => `${state} ${from.join()}`)).size === 1
  return isSingle ? found.slice(0, 1) : []
}

/** Whether a sentence may be about the items, and not only an introduction such as "Sometimes people move on." */
const isAboutItems = (sentence: string, { nouns, holders, states }: Kinds): boolean =>
  [...nouns, ...holders].some((one) => mentions(sentence, one)) ||
  states.some((state) => isNamed(state, sentence)) ||
  /\b(?:it|its|they|them|their|this|these|those|that|all|any|others?)\b/i.test(sentence)

/** A list of what has to be true before. */
const PRECONDITIONS = /\b(?:requires?|requirements?|(?:pre)?conditions?|conflicts?)\b[^.\n]*:\s*\n[\s\S]*$/i

/** The words before a colon may make the rest a condition: "Requires: all its bookings are closed". */
const sentencesIn = (text: string): string[] =>
  plainSentences(text.replaceAll(/[`*"]/g, '').replace(PRECONDITIONS, ''), '.;')

/** "Setting `status` to `deceased` also cancels …": the state that a request sets, and the rest. */
export function settingOf(sentence: string): { state: string; rest: string } | undefined {
  const [whole = '', state] =
    /^(?:setting|changing|moving) (?:(?:the|its) )?(?:status |state |it )?to ([\w-]+) (?:also |then |automatically )?/i.exec(
      sentence.replaceAll(/[`*"]/g, ''),
    ) ?? []
  return state === undefined
    ? undefined
    : { state, rest: sentence.replaceAll(/[`*"]/g, '').slice(whole.length) }
}

/** The sentence without "When a course is cancelled," or "Cancelling a course", where that is the request itself. */
function withoutOccasion(
  sentence: string,
  { holders }: Kinds,
  isRequest: (verb: string) => boolean,
): string | undefined {
  const set = settingOf(sentence)
  if (set !== undefined) return set.rest
  const holder = `(?:an?|the|this|its|any) (?:${holders.map(inEitherNumber).join('|')})`
  const occasion = new RegExp(
    `^(?:(?:when|whenever|once|after|if) (?:${holder}|it) (?:is|has been|was) (\\w+),? |(\\w+ing) (?:${holder}|it) (?:also |then |automatically )?)`,
    'i',
  ).exec(sentence)
  if (occasion === null) return sentence
  const [whole, participle, gerund] = occasion
  const verb = participle ?? (gerund ?? '').replace(/ing$/i, '')
  return isRequest(verb) ? sentence.slice(whole.length) : undefined
}

function effectsOf(plain: string, text: string, { nouns, holders, states }: Kinds): ChildEffect[] {
  const one = `(?:${states.map(statePattern).join('|')})`
  const list = `(?:${one}(?:(?:,? (?:or|and)|,) ${one})*)`
  const noun = `(?:${nouns.map(inEitherNumber).join('|')})`
  const holder = `(?:${holders.map(inEitherNumber).join('|')})`
  const owned = `(?: (?:of|in|on|for|from) (?:(?:the|this|that|an?) ${holder}|it))?`
  const still = ` (?:(?:that|which) (?:are|is) (?:still )?(?:in (?:the )?(?:status |state )?)?|still |in (?:the )?(?:status|state) |with (?:the )?(?:status|state) )(?<still>${list})`
  const items = `(?:all|any|every|each|its|the|their)(?: of)?(?: (?:its|the|their))? (?:still )?(?:(?<from>${list}) )?(?<noun>${noun})${owned}(?:${still})?`
  // "Offers that are still pending": no other ones.
  const named = `(?:(?:an?|the|other) )?(?:\\w+ )?(?<noun>${noun})${owned} (?:that|which) (?:are|is) still (?<still>${list})`
  const becomes =
    '(?:are|is|become|becomes|will be)(?: (?:also|then|automatically|set to|marked as|moved to|now))*'
  const forms = [
    `${START}${items} ${becomes} (?<to>${one})${END}`,
    `^${named} ${becomes} (?<to>${one})${END}`,
    `${START}(?:(?:also|then|automatically) )?(?<verb>[a-z]+s) ${items}${END}`,
    `${START}(?<verb>[a-z]+s) (?:the|an?|this) ${holder},? (?:and|with|together with|along with|including|as well as) ${items}${END}`,
    `${START}(?:sets|marks|moves|switches) ${items} (?:to|as|into) (?<to>${one})${END}`,
  ]
  return forms.flatMap((source): ChildEffect[] => {
    const groups = new RegExp(source, 'i').exec(plain)?.groups
    if (groups === undefined || !(isStill(plain) || isPlural(groups.noun ?? '', plain))) return []
    const base = groups.verb?.replace(/s$/i, '').replace(/(?<=ss|sh|ch|x|z)e$/i, '')
    const to = states.filter((state) =>
      base === undefined
        ? new RegExp(`^${statePattern(state)}$`, 'i').test(groups.to ?? '')
        : isActionTo(base, state),
    )
    const from = states.filter((state) => isNamed(state, `${groups.from ?? ''} ${groups.still ?? ''}`))
    const [state, ...others] = to
    return state === undefined || others.length > 0 || from.includes(state) ? [] : [{ from, state, text }]
  })
}

/** "A test that is still planned is cancelled" */
const isStill = (sentence: string): boolean => /^(?:an?|any) .*\bthat is still\b/i.test(sentence)

/** "All its bookings" and "each booking" are several; "its booking" is one. */
const isPlural = (noun: string, sentence: string): boolean =>
  /s$/i.test(noun) || new RegExp(`\\b(?:every|each) (?:\\w+ ){0,3}${escaped(noun)}\\b`, 'i').test(sentence)

const isNamed = (state: string, words: string): boolean =>
  new RegExp(`(?<![\\w-])${statePattern(state)}(?![\\w-])`, 'i').test(words)
