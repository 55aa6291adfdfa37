/**
 * Sentences that state when a request is rejected by the state of an item: "An order cannot be cancelled once it is
 * shipped." Each form is closed: it begins and ends with the words that it allows, so that a sentence with an exception, a
 * further condition or another subject is not read.
 */
import {
  inEitherNumber,
  namesExceptions,
  plainSentences,
  type StateCondition,
  statePattern,
} from './description.ts'

/** The request and the item that a sentence may be about. */
interface StateSubject {
  states: readonly string[]
  /** Words of descriptions for the item with the state. */
  nouns: readonly string[]
  /** Whether the text is about that item, so that "it" is the item. */
  isItself: boolean
  /** Words for what the request changes or deletes: a sentence about another resource, or a part of it, is not read. */
  changed?: readonly string[] | undefined
  /** Words for the item that the request creates. */
  made?: readonly string[]
  /** Whether the text is the cause of an error response, where any verb is that of the request. */
  isCause?: boolean
  /** Whether the verb of a sentence is that of the request: `cancelled`, `cancel`. */
  isRequest(verb: string): boolean
}

const NO =
  "(?:cannot|can ?not|can[’']t|may not|must not|(?:can|may) no longer|(?:is|are) no longer allowed to)"
const THEN = '(?:while|when|if|as long as)'
const SINCE = '(?:once|after|as soon as|when|while|if|as long as)'
const POSSIBLE = '(?:possible|allowed|permitted|available|accepted|valid)'
const TARGET = '(?:to|in|into|on|for|from|against|of)'
/** Words that may follow a verb. Others are a condition: "shipped abroad". */
const WORDS = '(?: (?:any ?more|again|to it|here))?'
/** The verb of "closed orders cannot receive payments", with its object. */
const ACTIVE = "(?<active>(?!not\\b|be\\b)(?<verb>\\w+))(?: (?<object>[\\w’'-]+(?: [\\w’'-]+){0,3}?))??"
const ANY_MORE = '(?: any ?more| any longer| again)?'
const SUBJECT = "(?<subject>(?:[\\w’'-]+ ){0,3}[\\w’'-]+)"
const VERB = `(?:made )?(?<verb>\\w+)${WORDS}`
const DETERMINER = '(?:(?:the|an?|its|their|this|that|any|each|such an?|all) )?'
const BEING =
  '(?:is|are|was|were|has been|have been|has|have)(?: (?:still|already|currently|now|been))?(?: (?:in (?:the )?(?:status|state)|in|set to|marked as|an?))?'
const FROZEN = '(?:frozen|read[- ]only|immutable|unchangeable)'
const END = '\\W*$'

/** The places of a sentence for the state, with the item that is in it. */
function statePhrases(noun: string, list: string): string[] {
  const item = `(?:(?<pronoun>it|they)|(?<noun>${DETERMINER}${noun}))`
  return [
    `(?:${item} )?${BEING} ${list}(?: (?:status|state|one|ones))?`,
    `(?:in |from )?(?:(?:the )?(?:status|state) )?${list}(?: (?:status|state))?`,
    `(?:the |its )?(?:status|state)(?: of (?<noun>(?:the|its|that) ${noun}))? ${BEING} ${list}`,
    `(?<noun>${DETERMINER}${noun})['’]s (?:status|state) ${BEING} ${list}`,
    `(?:for |on |in |with )?${DETERMINER}${list} (?<noun>${noun})`,
  ]
}

interface Form {
  pattern: RegExp
  isNot: boolean
  /** The verb of the request, where the sentence has another word for it: "Closed orders are frozen." */
  verb?: string
}

/** The places of a sentence for the states that an item has no more. */
const leavingPhrases = (noun: string, list: string): string[] => [
  `(?<noun>${DETERMINER}${noun}) (?:has|have) left (?:the )?(?:(?:status|state) )?${list}(?: (?:status|state))?`,
  `(?<noun>${DETERMINER}${noun}) (?:is|are) no longer (?:in (?:the )?(?:status|state) |in |an? )?${list}`,
]

/** By the states and the nouns. */
const known = new WeakMap<readonly string[], Map<string, readonly Form[]>>()

/** The forms for items of these names and states. */
function formsOf(nouns: readonly string[], states: readonly string[]): readonly Form[] {
  const ofStates = known.get(states) ?? new Map<string, readonly Form[]>()
  const key = nouns.join('\n')
  const forms = ofStates.get(key) ?? createForms(nouns, states)
  known.set(states, ofStates.set(key, forms))
  return forms
}

/** Patterns of the parts of a sentence about items of these names and states. */
function partsFor(nouns: readonly string[], states: readonly string[]) {
  const plain = `(?:${nouns.map(inEitherNumber).join('|')})`
  const one = `(?:${states.map(statePattern).join('|')})`
  const list = `(?:either )?(?<list>${one}(?:(?:,? (?:or|and)|,) ${one})*)`
  return {
    plain,
    list,
    noun: `(?:[\\w-]+ )?${plain}`,
    named: `(?<noun>${DETERMINER}${plain})`,
    phrases: statePhrases(plain, list),
    leaving: leavingPhrases(plain, list),
  }
}

const IN_STATE = '(?:in (?:the )?(?:(?:status|state) )?|an? |one of )?'

const createForms = (nouns: readonly string[], states: readonly string[]): readonly Form[] => {
  const parts = partsFor(nouns, states)
  return [...formsFrom(onlyForms(parts), true), ...formsFrom(neverForms(parts), false), ...frozenForms(parts)]
}

/** "Only an approved order can be shipped." */
function onlyForms({ plain, list, noun, named, phrases, leaving }: ReturnType<typeof partsFor>): string[] {
  const those = `(?:${DETERMINER}(?<noun>${noun})|someone|something|those|one)`
  return [
    ...phrases.flatMap((phrase) => [
      `${SUBJECT} (?:can|may) (?:only be|be only) ${VERB} (?:only )?${THEN} ${phrase}`,
      `${SUBJECT} (?:can|may) be ${VERB} only ${THEN} ${phrase}`,
      `(?:(?:it|this) is )?only ${POSSIBLE} (?:${THEN} )?${phrase}`,
      `(?:(?:it|this) is )?(?:${POSSIBLE}|works|can be used) only (?:${THEN} )?${phrase}`,
      `only ${THEN} ${phrase}`,
      `(?:can|may) (?:only be|be only) ${VERB} ${THEN} ${phrase}`,
      `(?:can|may) be ${VERB} only ${THEN} ${phrase}`,
    ]),
    `${SUBJECT} (?:can|may) (?:only be|be only) ${VERB} (?:in|from)(?: (?:the )?(?:status|state))? ${list}(?: (?:status|state))?`,
    `${SUBJECT} (?:can|may) be ${VERB} only (?:in|from)(?: (?:the )?(?:status|state))? ${list}(?: (?:status|state))?`,
    `(?:in|from) ${list} only`,
    `(?:for )?${DETERMINER}${list}(?:s|(?: (?<noun>${noun})))? only`,
    `only (?:in|from) (?:(?:the )?(?:status|state) )?${list}(?: (?:status|state))?`,
    `(?:(?:it|this) )?requires ${DETERMINER}${list} (?<noun>${plain})`,
    `(?:(?:it|this) )?requires ${named} to be ${IN_STATE}${list}`,
    `(?:(?:it|this) )?requires (?:the )?(?:status|state) ${list}`,
    `${named} (?:must|has to|have to|needs to|need to) (?:still |first |already |currently )?be ${IN_STATE}${list}(?: (?:status|state))?(?: first| already| for this| before (?:it|this|the \\w+) (?:is|can be) (?<next>\\w+)| to be ${VERB})?`,
    `(?:the |its )?(?:status|state) (?:of ${named} )?must be ${list}`,
    `only ${DETERMINER}${list}(?:s|(?: (?<noun>${noun})))? (?:can|may) be ${VERB}`,
    `only ${named} (?:in (?:the )?(?:status|state)|(?:that|which) (?:is|are)) ${list} (?:can|may) be ${VERB}`,
    `${named} (?:that|which|who) (?:is|are|has|have)(?: not|n[’']t)(?: yet| been| yet been)? ${list} ${NO} be ${VERB}`,
    `only ${DETERMINER}${list} (?<noun>${noun}) (?:can|may) ${ACTIVE}${WORDS}`,
    `${SUBJECT} (?:can|may) (?:only be|be only) ${VERB} ${TARGET} ${DETERMINER}${list} (?<noun>${noun})`,
    `${SUBJECT} (?:can|may) (?:only be|be only) ${VERB}(?: in)? ${TARGET} ${those} (?:in(?: the (?:status|state))?|(?:that|which|who) (?:is|are)|with (?:the )?(?:status|state)) ${list}`,
    `only ${DETERMINER}${list}(?: (?<noun>${noun}))? (?:with|that|which|whose) (?:(?!\\bor\\b)[^,;])*? (?:can|may) be ${VERB}`,
    ...phrases.map(
      (phrase) => `(?:you|one|we|clients|callers|users) (?:can|may) [^;:]*? only ${THEN} ${phrase}`,
    ),
    `(?:you|clients|callers|users) (?:can|may) only (?<verb>\\w+) ${named} (?:that|which) (?:is|are) (?:still )?(?:in )?${list}`,
    `${named} (?:is|are) (?<verb>\\w+) from ${list} and from no other (?:status|state)`,
    ...leaving.flatMap((phrase) => [
      `${SUBJECT} ${NO} be ${VERB}${ANY_MORE} ${SINCE} ${phrase}`,
      `${SINCE} ${phrase},? ${SUBJECT} ${NO} be ${VERB}${ANY_MORE}`,
      `${SINCE} ${phrase},? neither [\\w ’']+ nor [\\w ’']+ (?:can|may) be ${VERB}${ANY_MORE}`,
    ]),
  ]
}

/** "An order cannot be cancelled once it is shipped." */
function neverForms({ list, noun, named, phrases }: ReturnType<typeof partsFor>): string[] {
  return [
    ...phrases.flatMap((phrase) => [
      `${SUBJECT} ${NO} be ${VERB}${ANY_MORE} ${SINCE} ${phrase}`,
      `${SINCE} ${phrase},? ${SUBJECT} ${NO} be ${VERB}${ANY_MORE}`,
      `${SINCE} ${phrase}, (?:(?!\\b(?:or|unless)\\b)[^;])*\\b(?:409|422)\\b.*`,
      `${SUBJECT} (?:can|may)(?: only)? be ${VERB} (?:only )?until ${phrase}`,
      `${SUBJECT} (?:can|may) (?:only be|be) ${VERB} (?:only )?before ${phrase}`,
    ]),
    `${DETERMINER}${list} (?:ones?|(?<noun>${noun})) ${NO} be ${VERB}${ANY_MORE}`,
    `${DETERMINER}${list} (?<noun>${noun}) ${NO} ${ACTIVE}${WORDS}${ANY_MORE}`,
    `${named} (?:that|which|who) ${BEING} ${list} ${NO} be ${VERB}${ANY_MORE}`,
    `${named} in (?:the )?(?:status|state) ${list} ${NO} be ${VERB}${ANY_MORE}`,
    `(?:(?:you|clients|callers|users) )?(?:cannot|can ?not|can[’']t) (?<verb>\\w+) ${DETERMINER}${list} (?<noun>${noun})`,
    `${named} must not (?:be|have been) ${IN_STATE}${list}`,
    `${SUBJECT} ${NO} be ${VERB} ${TARGET} ${DETERMINER}${list} (?<noun>${noun})`,
    `${DETERMINER}${list} (?<noun>${noun}) (?:accepts?|allows?|permits?|receives?|takes?|gets?) no (?:(?:new|further|more|other|additional) )*(?<object>[\\w-]+(?: [\\w-]+)?)(?<active>)${ANY_MORE}`,
    `${DETERMINER}${list} (?<noun>${noun}) (?:is|are) closed (?:for|to) (?:(?:new|further|more) )*(?<object>[\\w-]+)(?<active>)`,
    `an? ${list} (?:one|(?<noun>${noun})) (?:\\w+ ){1,4}an? (?:409|422)\\b.*`,
    `${DETERMINER}${list} (?<noun>${noun}) (?:is|are) not ${VERB}${ANY_MORE}`,
  ]
}

/** "Closed orders are read-only." */
function frozenForms({ plain, list, noun, named, phrases, leaving }: ReturnType<typeof partsFor>): Form[] {
  const frozen = [
    `${named} (?:that|which) ${BEING} ${list} (?:is|are) ${FROZEN}`,
    `${DETERMINER}${list} (?<noun>${noun}) (?:is|are) ${FROZEN}`,
    `(?:all |the )?(?<subject>[\\w-]+(?: [\\w-]+)?) of ${DETERMINER}${list} (?<noun>${noun}) (?:is|are) (?:fixed|${FROZEN})`,
    ...phrases.map((phrase) => `${DETERMINER}${plain} (?:is|are|becomes?) ${FROZEN} ${SINCE} ${phrase}`),
  ]
  const later = leaving.map(
    (phrase) => `${DETERMINER}${plain} (?:is|are|becomes?) ${FROZEN} ${SINCE} ${phrase}`,
  )
  return [...formsFrom(frozen, false, 'changed'), ...formsFrom(later, true, 'changed')]
}

const formsFrom = (sources: readonly string[], isNot: boolean, verb?: string): Form[] =>
  sources.map((source) => ({
    pattern: new RegExp(`^${source}${END}`, 'i'),
    isNot,
    ...(verb !== undefined && { verb }),
  }))

/** The forms of the description of a property that refers to an item of these names and states. */
function createReferenceForms(nouns: readonly string[], states: readonly string[]): readonly Form[] {
  const noun = `(?<noun>${nouns.map(inEitherNumber).join('|')})`
  const one = `(?:${states.map(statePattern).join('|')})`
  const list = `(?:either )?(?<list>${one}(?:(?:,? (?:or|and)|,) ${one})*)`
  const item = `(?:it |this |(?:the |this )?${noun} )?`
  const must = '(?:must|has to|needs to|have to|need to)'
  const referring = '(?:be|refer to|reference|identify|name|point to|belong to|be that of|be the id of)'
  const chosen = '(?:used|chosen|assigned|selected|booked|referenced)(?: here)?'
  const used = `(?:(?:can|may) be ${chosen}|are (?:accepted|allowed|possible|valid|permitted))`
  return [
    ...formsFrom(
      [
        `${item}${must} (?:still |currently )?be (?:in (?:the )?(?:status|state) )?${list}`,
        `(?:it |this )?${must} ${referring} an? ${list} ${noun}`,
        `only ${DETERMINER}${list} ${noun}(?: ${used})?`,
      ],
      true,
    ),
    ...formsFrom(
      [
        `${item}(?:must not|cannot|can[’']t) be (?:in (?:the )?(?:status|state) )?${list}`,
        `(?:it |this )?(?:must not|cannot|can[’']t) ${referring} an? ${list} ${noun}`,
        `${DETERMINER}${list} ${noun} (?:are|is) (?:rejected|refused|not (?:accepted|allowed|possible|valid|permitted))`,
        `${DETERMINER}${list} ${noun} ${NO} be ${chosen}`,
      ],
      false,
    ),
  ]
}

/** The states that the description of a property with the id of an item rules out: "The plan. Must not be archived." */
export function referenceSentence(
  text: string,
  subject: Pick<StateSubject, 'states' | 'nouns'>,
): StateSentence | undefined {
  if (subject.nouns.length === 0 || subject.states.length === 0) return undefined
  if (namesExceptions(text) || EXCEPTION.test(text)) return undefined
  return firstIn(text, subject, (sentence) =>
    createReferenceForms(subject.nouns, subject.states).flatMap(({ pattern, isNot }) => {
      const list = pattern.exec(sentence)?.groups?.list
      return list === undefined ? [] : conditionFor(list, subject, isNot)
    }),
  )
}

interface StateSentence {
  condition: StateCondition
  /** The sentence, for messages. */
  text: string
}

/** Words of texts in which a sentence has an exception. */
const EXCEPTION =
  /\b(?:unless|does not apply|do not apply|force[ds]?|regardless|however|instead|deprecated|planned|future)\b/i

/**
 * The first sentence of a text that states in which states a request is rejected.
 * @param text the description of an operation, or a cause of an error response
 * @example stateSentence('Ships it. Only an approved order can be shipped.', { states: ['draft', 'approved'], … })
 */
export function stateSentence(text: string, subject: StateSubject): StateSentence | undefined {
  if (subject.nouns.length === 0 || subject.states.length === 0) return undefined
  if (namesExceptions(text) || EXCEPTION.test(text)) return undefined
  return firstIn(text, subject, (sentence) =>
    formsOf(subject.nouns, subject.states).flatMap(({ pattern, isNot, verb }) => {
      const groups = pattern.exec(sentence)?.groups
      const isMeant =
        groups !== undefined &&
        isAbout(groups, subject) &&
        isOfRequest(verb === undefined ? groups : { ...groups, verb }, subject)
      return isMeant ? conditionFor(groups.list ?? '', subject, isNot) : []
    }),
  )
}

const mentions = new WeakMap<readonly string[], RegExp>()

/** Whether a text contains a state, without which no form matches. */
export function mentionsState(text: string, states: readonly string[]): boolean {
  const pattern = mentions.get(states) ?? new RegExp(states.map(statePattern).join('|'), 'i')
  mentions.set(states, pattern)
  return pattern.test(text.replaceAll(/\s+/g, ' '))
}

function firstIn(
  text: string,
  { states }: Pick<StateSubject, 'states'>,
  conditionsIn: (sentence: string) => StateCondition[],
): StateSentence | undefined {
  if (!mentionsState(text, states)) return undefined
  for (const sentence of sentencesIn(text).filter((one) => mentionsState(one, states))) {
    const [condition] = conditionsIn(sentence)
    if (condition !== undefined) return { condition, text: sentence }
  }
  return undefined
}

function conditionFor(
  list: string,
  { states }: Pick<StateSubject, 'states'>,
  isNot: boolean,
): StateCondition[] {
  const named = states.filter((state) =>
    new RegExp(`(?<![\\w-])${statePattern(state)}(?![\\w-])`, 'i').test(list),
  )
  return named.length === 0 ? [] : [{ states: named, isNot }]
}

/** ", otherwise we answer 409", ", and attempts to do so are met with a 409" */
const OTHERWISE = /,? (?:and )?(?:otherwise|else|or else|attempts to)\b[^.;]*\b4\d\d\b.*$/i

/** ", and the application is then offered" */
const EFFECT = /, and (?:the|its|it|this) [\w ]{0,40}?\b(?:is|are|becomes?|goes|moves|will)\b(?!.*\bor\b).*$/i

const sentencesIn = (text: string): string[] =>
  plainSentences(text.replaceAll(/\bwith [`"]?(\w+)[`"]? ?[:=] ?[`"]?true\b/gi, 'that is $1'), '.;:?!')
    .map((one) =>
      one
        .replaceAll(/\s*\([^()]*\b4\d\d\b[^()]*\)/g, '')
        .trim()
        .replace(/^[-–•]\s*/, '')
        .replace(/^(?:please )?note(?: that|:) /i, '')
        .replace(/\bwhen,? and only when,?/i, 'only when')
        .replace(/\bif,? and only if,?/i, 'only if')
        .replace(/\bthat[’']s (?=an? |in |still |\w+$)/i, 'that is ')
        .replace(/,? and only (?:once|when|if|while|with) .*$/i, '')
        .replace(OTHERWISE, '')
        .replace(/ [-–—] [^.;]*\b4\d\d\b.*$/, '')
        .replace(EFFECT, '')
        .replace(/[.;:]$/, ''),
    )
    .filter((one) => one !== '')

type Groups = NonNullable<RegExpExecArray['groups']>

/** Whether the item that is in the state is that of the subject, and the sentence is about the whole of what changes. */
function isAbout(
  { noun, pronoun, subject = '' }: Groups,
  { nouns, isItself, changed }: StateSubject,
): boolean {
  const names = (words: readonly string[]): boolean =>
    words.some((one) => new RegExp(`^${DETERMINER}(?:[\\w-]+ )?${inEitherNumber(one)}$`, 'i').test(subject))
  const isPronoun = /^(?:it|they|this)$/i.test(subject)
  if (changed !== undefined && subject !== '' && !isPronoun && !names([...nouns, ...changed])) return false
  // "Its orders" are not the order itself.
  if (noun !== undefined) return !(isItself && /^(?:its|their) /i.test(noun))
  const isNamed = names(nouns)
  if (subject !== '') return isNamed || (isItself && isPronoun)
  return isItself || (pronoun !== undefined && isNamed)
}

/** Whether the verb is that of the request, with the object that it creates where it creates one. */
function isOfRequest(
  { verb, next, object, active }: Groups,
  { isRequest, isCause = false, made = [] }: StateSubject,
): boolean {
  if (next !== undefined && !isRequest(next)) return false
  if (verb !== undefined && !isCause && !isRequest(verb)) return false
  if (active === undefined) return true
  if (made.length === 0) return object === undefined
  const words = `^(?:an? |any )?(?:new )?(?:${made.map(inEitherNumber).join('|')})$`
  return object !== undefined && new RegExp(words, 'i').test(object)
}
