/**
 * Sentences that name the states in which a request is possible, without "only": "Cancels a pending booking." The
 * others are ruled out where an error response states that the state decides.
 */
import { inEitherNumber, namesExceptions, plainSentences, statePattern } from './description.ts'
import { mentionsState } from './stateSentences.ts'

/** The request and the item that a sentence may be about. */
interface AllowedSubject {
  states: readonly string[]
  /** Words of descriptions for the item with the state. */
  nouns: readonly string[]
  /** Whether the request changes that item itself, so that "it" is the item. */
  isItself: boolean
  /** Words for the item that the request creates. */
  made?: readonly string[]
  isRequest(verb: string): boolean
}

const CAN = '(?:can|may)(?: still)?'
const STATE_WORD = '(?:status(?:es)?|states?)'
/** Causes that name no other condition than the state of the item. */
const DECIDED_BY_STATE = [
  `(?:not|never) in (?:an?|the|any|one of the) (?:[\\w-]+ ){0,2}${STATE_WORD}\\b`,
  `\\b(?:in|from|by|of|for|with) (?:its|the|their|this|that|a) (?:present |current |actual )?${STATE_WORD}(?: of the [\\w-]+)?\\W*$`,
  `\\b(?:current )?${STATE_WORD} (?:of the [\\w -]+ )?(?:does not|doesn[’']t|do not|don[’']t|forbids?|prevents?|rules? out|prohibits?)\\b`,
  `\\b(?:wrong|invalid|illegal|incompatible|unsuitable|inappropriate|disallowed|forbidden|bad) ${STATE_WORD}\\b`,
  `\\b${STATE_WORD} (?:transition|change|conflict)\\b`,
  `\\bconflicts? with (?:the |its )?(?:current |present )?${STATE_WORD}\\b`,
].map((source) => new RegExp(source, 'i'))

/**
 * Whether the cause of an error response is the state of the item, without its name: "Not in a state that allows it".
 * @param isRequest whether a verb is that of the request: "The booking cannot be cancelled."
 */
export function isDecidedByState(cause: string, isRequest: (verb: string) => boolean): boolean {
  const plain = cause.replaceAll(/[`*"]/g, '')
  if (DECIDED_BY_STATE.some((pattern) => pattern.test(plain))) return true
  const [, verb] =
    /\b(?:cannot|can[’']t|can no longer|may not|may no longer|must not) be (\w+)\W*$/i.exec(plain) ?? []
  return verb !== undefined && isRequest(verb)
}

const DETERMINER = '(?:(?:the|an?|its|this|that|any|all|one or more|existing) )?'
const BEING = '(?:is|are)(?: (?:still|currently|already))?(?: (?:in (?:the )?(?:status|state)|in))?'
/** The end of a sentence: another effect, or a further condition, which only narrows. */
const REST =
  '(?: \\(?4\\d\\d\\b.*|(?:,? and|,|,? otherwise| so that| by| with| whose| as long as| provided| while| if| when| before| until| up to| within| on behalf of| out of) .*)?'

/** Words of texts that allow more than a sentence states. */
const OPEN =
  /\b(?:unless|force[ds]?|regardless|however|instead|idempotent\w*|no effect|unchanged|ignored|also|any (?:state|status|time)|at all times|deprecated|planned|future)\b/i

/** "at any point before the goods arrive, that is to say while it is" */
const AT_ANY_POINT = / at any (?:point|time) [^,;]*, (?:that is(?: to say)?|i\.? ?e\.?),?(?= while\b)/gi
/** "; anything else earns you a 409", "Returns 409 in any other status" */
const EXCLUDED =
  /\b(?:otherwise|anything else|any other(?: (?:state|status|one|order))?|if not|after that|(?:at )?any (?:later|other) time|later|for the rest|(?:every|all) other (?:states?|status(?:es)?))\b[^.;]{0,60}\b4\d\d\b|\b4\d\d\b[^.;]{0,20}\b(?:otherwise|if not|(?:in|for|from) any other(?: (?:state|status))?|(?:in|for|from) (?:every|all) others?)\b/i

/** The same about states, wherever it is in the text: "A booking in another state gives 409." */
const OTHER_STATES =
  /\b(?:(?:any|every|all|each) other|an(?:other|y different)|a different) (?:state|status)(?:s|es)?\b[^.;]{0,60}\b4\d\d\b|\b4\d\d\b[^.;]{0,40}\b(?:(?:any|every|all|each) other|another|a different) (?:state|status)|\b(?:in|from) (?:the|a|any) wrong (?:state|status)\b[^.;]{0,60}\b4\d\d\b/i

/**
 * The states in which a text allows the request; undefined where it states none.
 * @param isDecided whether an error response states that the state decides; otherwise the text has to rule out the others
 * @example allowedStates('Cancels a pending or confirmed booking.', { states: ['pending', 'confirmed', 'over'], … })
 */
export function allowedStates(
  text: string,
  subject: AllowedSubject,
  isDecided: boolean,
): { states: string[]; text: string } | undefined {
  if (subject.nouns.length === 0 || subject.states.length === 0) return undefined
  if (!mentionsState(text, subject.states) || namesExceptions(text) || OPEN.test(text)) return undefined
  const { leading, general: usual } = formsFor(subject)
  const byActors = activeForm(subject)
  const sentences = plainSentences(text, '.;:?!')
    .map((one) => one.replaceAll(AT_ANY_POINT, '').trim())
    .filter((one) => !isOfOther(one, byActors, subject))
  const general = (subject.made ?? []).length === 0 ? [...usual, byActors] : usual
  const found = sentences.flatMap((sentence, index) => {
    const said = statesIn(sentence, index === 0 ? [...leading, ...general] : general, subject)
    const isRuledOut = sentences.slice(index).some((one) => OTHER_STATES.test(one))
    return isDecided || isRuledOut || EXCLUDED.test(`${sentence}. ${sentences[index + 1] ?? ''}`) ? said : []
  })
  if (found.length === 0) return undefined
  const named = new Set(found.flatMap(({ states }) => states))
  const rest = sentences.filter((one) => !found.some(({ text: said }) => said === one))
  const others = subject.states.filter((state) => !named.has(state))
  // "Closed orders can be shipped as well" allows more, in words that are not read.
  if (rest.some((one) => PERMITS.test(one) && namesState(one, others))) return undefined
  if (sentences.some((one) => mayAllowMore(one, others, subject))) return undefined
  return {
    states: subject.states.filter((state) => named.has(state)),
    text: found.map((one) => one.text).join(' '),
  }
}

/** "Either side may cancel a requested or confirmed one" */
function activeForm({ nouns, states }: AllowedSubject): RegExp {
  const one = `(?:${states.map(statePattern).join('|')})`
  const list = `(?<list>${one}(?:(?:,? (?:or|and)|,) (?:an? )?${one})*)`
  const noun = [...nouns.map(inEitherNumber), 'ones?'].join('|')
  return new RegExp(
    `^(?:(?:the|an?|either|any|each|only|both) )?[\\w-]+(?: [\\w-]+)? ${CAN} (?<verb>(?!be\\b|not\\b|only\\b)\\w+) ${DETERMINER}${list} (?:${noun})(?: \\(\\w+\\))?\\W*$`,
    'i',
  )
}

/** Whether a sentence is about another action: "The tutor may decline a requested lesson". */
function isOfOther(sentence: string, form: RegExp, { isRequest }: AllowedSubject): boolean {
  const { verb } = form.exec(sentence)?.groups ?? {}
  return verb !== undefined && !isRequest(verb)
}

/** Words of sentences that allow something. */
const PERMITS = /\b(?:can|may|could|possible|allowed|permitted|too|as well)\b(?! ?not\b| no longer\b)/i

const namesState = (sentence: string, states: readonly string[]): boolean =>
  states.some((state) => new RegExp(`(?<![\\w-])${statePattern(state)}s?(?![\\w-])`, 'i').test(sentence))

const REJECTS =
  /\b(?:4\d\d|reject\w*|refus\w*|denied|fails?|errors?|conflicts?|cannot|can[’']t|can no longer|not (?:possible|allowed|permitted)|must not|may not|never)\b/i
/** Words for all items in other states, for repeated requests and for those of other callers. */
const OTHERS =
  /\b(?:(?:any|every|all|the) others?|others|(?:in|at|from) (?:any|every|all|each) (?:stage|phase|state|status|point|time)s?|already|repeat\w*|staff|admin\w*|managers?)\b/i
/** "becomes `cancelled`", "sets it to `cancelled`" */
const RESULT = '(?:becomes?|is now|are now|is then|are then|to|into|as|reach(?:es)?|enters?)'

/** Whether a part of a sentence may describe what the request does in other states: "A pending one is dropped." */
function mayAllowMore(
  sentence: string,
  others: readonly string[],
  { isRequest }: Pick<AllowedSubject, 'isRequest'>,
): boolean {
  const further = others.filter((state) => !isRequest(state))
  const result = new RegExp(
    `\\b${RESULT} (?:(?:the |an? )?(?:status|state) )?(?:${others.map(statePattern).join('|') || '(?!)'})(?![\\w-])`,
    'gi',
  )
  return sentence
    .split(/,? (?:but|while|whereas) /i)
    .filter((part) => !REJECTS.test(part))
    .some((part) => OTHERS.test(part) || namesState(part.replaceAll(result, ''), further))
}

function statesIn(
  sentence: string,
  forms: readonly RegExp[],
  { states, isRequest }: AllowedSubject,
): { states: string[]; text: string }[] {
  for (const form of forms) {
    const groups = form.exec(sentence)?.groups
    if (groups === undefined || (groups.verb !== undefined && !isRequest(groups.verb))) continue
    const list = groups.list ?? ''
    return [
      {
        states: states.filter((state) => namesState(list, [state])),
        text: sentence,
      },
    ]
  }
  return []
}

/** Forms of the first sentence, whose verb is that of the request, and of all sentences. */
function formsFor({ nouns, states, isItself, made = [] }: AllowedSubject): {
  leading: RegExp[]
  general: RegExp[]
} {
  const noun = nouns.map(inEitherNumber).join('|')
  const one = `(?:${states.map(statePattern).join('|')})`
  const list = `(?:either )?(?:an? )?(?<list>${one}(?:(?:,? (?:or|and)|,) (?:an? )?${one})*)`
  const stated = `(?:in (?:the |an? )?)?${list}(?: ${STATE_WORD})?`
  const item = `(?:${DETERMINER}(?:${noun})${isItself ? '|it|they|this' : ''})`
  const parts = made.map(inEitherNumber).join('|')
  const ofParts =
    made.length === 0
      ? []
      : [
          `${DETERMINER}(?:${parts}) ${CAN} be (?<verb>\\w+)(?: and \\w+)? (?:while|when|if|(?:for )?as long as) ${DETERMINER}(?:${noun}) ${BEING} ${list}`,
        ]
  const about = isItself ? `(?:${item} )?` : `${item} `
  const target =
    made.length === 0 ? '' : `(?:${DETERMINER}(?:new )?(?:${parts}) (?:to|in|into|on|for|from|of|against) )`
  const leadingVerb = `(?!(?:record|report|register|log|note|mark|creat|mak|produc|generat|return|process|handl|list|get|show|fetch)\\w* )\\w+`
  const whole = (source: string): RegExp => new RegExp(`^${source}${REST}\\W*$`, 'i')
  const object = (source: string) => (isItself ? source : `${target}${source}`)
  const isAbout = isItself || made.length > 0
  return {
    leading: isAbout
      ? [
          `${leadingVerb} ${object(`${DETERMINER}${list} (?:${noun})`)}`,
          `${leadingVerb} ${object(`${DETERMINER}(?:${noun}) (?:that|which) ${BEING} ${list}`)}`,
          `${leadingVerb} ${object(`${DETERMINER}(?:${noun}) in (?:the )?(?:status|state) ${list}`)}`,
          ...(isItself
            ? [
                `makes? ${DETERMINER}${list} (?:${noun}) (?:into )?${one}`,
                `(?:changes?|updates?|edits?|replaces?) [\\w ,’'-]{1,80} of ${DETERMINER}(?:${noun}) in (?:the )?(?:status|state) ${list}`,
                `(?:moves?|changes?|transitions?|sets?|switch(?:es)?) ${DETERMINER}${list} (?:${noun}) (?:to|into) (?:the )?(?:${STATE_WORD} )?${one}(?!.*(?<![\\w-])${one}(?![\\w-]))`,
                `(?:moves?|changes?|transitions?|sets?|switch(?:es)?) ${DETERMINER}(?:${noun}) from ${list} (?:to|into) (?:the )?(?:${STATE_WORD} )?${one}(?!.*(?<![\\w-])${one}(?![\\w-]))`,
              ]
            : []),
        ].map(whole)
      : [],
    general: [
      `${DETERMINER}${list} (?:${noun}) ${CAN} be (?<verb>\\w+)`,
      `${item} (?:that|which) ${BEING} ${list} ${CAN} be (?<verb>\\w+)`,
      `${about}${CAN} be (?<verb>\\w+)(?: and \\w+)? (?:while|when|whenever|if|(?:for )?as long as) (?:(?:it|they|${DETERMINER}(?:${noun})) ${BEING} |(?:the |its )?${STATE_WORD} is )?${stated}`,
      `${about}${CAN} be (?<verb>\\w+) (?:from|in)(?: the)?(?: ${STATE_WORD})? ${list}(?: ${STATE_WORD})?`,
      ...ofParts,
      ...(isItself
        ? [
            `(?:allowed|possible|permitted|valid|available) (?:for|from|in|while|when|if)(?: it is)? ${DETERMINER}${list}(?: ${STATE_WORD}| (?:${noun}))?`,
          ]
        : []),
    ].map(whole),
  }
}
