/**
 * Effects of a request on its item and on related items: "Sets the booking to `checked_in` and its room to `occupied`",
 * "Moves `due_on` 14 days later". A sentence is divided into clauses. Each clause is read as a whole
 * or not at all, and a condition in one of them makes the sentence unreadable.
 */
import { namesExceptions } from './description.ts'
import { type Change, changeIn, type Groups, verbOf } from './effectForms.ts'
import { type MarkedSentence, markedSentences, type Subject } from './markedSentences.ts'
import { isActionTo, isPlainState } from './vocabulary.ts'

export interface StatedEffect {
  /** The index of the item. */
  subject: number
  /** Undefined: its status. */
  property: string | undefined
  change: Change
  /** The sentence, for messages. */
  text: string
}

/** Conditions, and effects at another moment, in the background or of other requests. */
const CONDITIONAL =
  /\b(?:if|when|whenever|whether|why|how|unless|only|once|until|except|otherwise|instead|may|might|can|cannot|could|must|should|would|shall|not|never|neither|without|which|whose|who|later|after|before|asynchronous\w*|background|eventually|soon|shortly|nightly|overnight|tonight|tomorrow|within|provided|as long as|in case|each time|every time|(?:the|an?|its|their|every|each) (?:very )?(?:first|second|third|last|final)|opposite|undo\w*|revert\w*(?! (?:back )?to ⟨)|revers\w+|optional\w*|4\d\d|by default|defaults?|already|still|where|while|whereas|unchanged|attempts? to|tries to|either|or|for example|e\.g)\b/i

/** Preconditions, which a request that succeeds fulfils: "An offer can only be made to an applicant in `interviewing`". */
const PRECONDITION =
  /^(?!.*\b(?:otherwise|unless|else|except|instead)\b)(?:.*\b(?:can|may) (?:only be|be only)\b|only ⟨N0⟩ (?:can|may) be\b)/i
/** Cases, and other matters than the request. */
const CASE =
  /^(?:for|on|in|with|at|by|from|to|under|during|as|per|since|given|both|some|unlike|upon|among|via|or|nor|but|however|though|although|even|depending|regardless|except|of|most|many|free|premium)\b/i
/** "As soon as" and "once" after a clause are about that clause only. */
const LATE = /^⟨[NP].* (?:once|as soon as|until)\b/i

/** "14 days later" states no other moment of the effect. */
const SPAN_LATER = /\b(?:\d+|[a-z]+)[ -](?:minute|hour|day|week|month|year)s? later\b/gi

/** Verbs that give a related item another state: "frees the slot", "its slot is released". */
const RELEASES =
  'free|releas|unlock|lock|suspend|clos|reopen|activat|deactivat|block|unblock|cancel|void|retir|consum|redeem'

/** Words without which no sentence states an effect. Most texts have none, so that nothing else is searched in them. */
const HINT =
  /\b(?:free|releas|unlock|lock|suspend|clos|reopen|activat|deactivat|block|unblock|cancel|void|retir|consum|redeem|ends up|sets?|setting|becom\w+|turn|goes|go|mov|chang|switch|transition|mark|mak|put|record|stamp|fill|clear|empt|reset|increment|increas|rais|rise|grow|add|bump|count|decreas|reduc|lower|drop|fall|shrink|deduct|subtract|tak|credit|debit|extend|postpon|push|shift|prolong|defer|bring|flip|flag|update|assign|issu|generat|stor|keep|note|writ|sav|earn|gain|los|receiv|gets?|set to|now|then|reverts|returns to|returned to|follow|less|fewer|more|higher|lower|(?:is|are|be) (?:`|\w+(?:ed|en|id|nt)\b))|→|=/i

interface Clause {
  marked: string
  effects: StatedEffect[]
  /** The verb with an object, for "and its room to `occupied`". */
  verb: string | undefined
  /** The item that the clause is about. */
  subject: number | undefined
  /** Whether it has the verb of the one before. */
  isElliptic: boolean
}

/**
 * The effects that a text states for every request that succeeds.
 * @param subjects the item of the request first
 * @param isRequest whether a verb is that of the request, for "Cancelling a booking …"
 * @example statedEffects('Sets the booking to `paid` and its room to `free`.', [booking, room], isRequest)
 */
export function statedEffects(
  text: string,
  subjects: readonly Subject[],
  isRequest: (verb: string) => boolean,
): StatedEffect[] {
  if (!HINT.test(text) || /\b(?:in the background|asynchronous\w*|eventually)\b/i.test(text)) return []
  const sentences = markedSentences(text, subjects)
  const found = sentences.flatMap((sentence, index) => {
    const before = sentences.slice(0, index).map(({ marked }) => marked)
    return effectsOf(sentence, before, { subjects, isRequest })
  })
  // Two sentences about one property describe two cases.
  return found.filter(
    (one) =>
      !found.some((other) => isSameTarget(one, other) && !isSameChange(one.change, other.change)) &&
      found.findIndex((other) => isSameTarget(one, other)) === found.indexOf(one) &&
      !sentences.some(
        (other) =>
          (other.text !== one.text && limits(other.marked, one)) ||
          // "Gold members earn twice the points", "capped at 100"
          (one.change.kind === 'added' &&
            AMOUNTS.test(other.marked) &&
            !isAboutRejection(other.marked) &&
            !limitsItems(other.marked)) ||
          (other.text !== one.text && isOfAmount(one) && isOtherAmount(other, found)),
      ),
  )
}

const isSameTarget = (one: StatedEffect, other: StatedEffect): boolean =>
  one.subject === other.subject && one.property === other.property

const isSameChange = (one: Change, other: Change): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Words of other amounts in some cases. */
const AMOUNTS =
  /\b(?:doubl\w+|twice|tripl\w+|half|halved|extra|bonus|capped|at most|up to|no more than|maximum|never below|rounded|per cent|percent)\b|%/i

/** Whether a sentence limits how many items there may be: "One person can hold no more than two valid tickets." */
const limitsItems = (marked: string): boolean =>
  /\b(?:can|may) (?:hold|have|own|buy|book) (?:no more than|at most|up to)\b/i.test(marked) &&
  !marked.includes('⟨P:')

/** Whether a sentence is about requests that do not succeed. */
const isAboutRejection = (marked: string): boolean =>
  /\b(?:4\d\d|reject\w*|refus\w+|fails?|error|conflict|cannot|can['’]t|must|(?:can|may) (?:only|not)|(?:only|not) (?:possible|allowed|accepted|permitted)|no effect on|allowed|works)\b/i.test(
    marked,
  ) && !/\binstead\b/i.test(marked)

/** Whether a sentence without an effect may state another amount: "Suites count double." */
const isOtherAmount = ({ marked, text }: MarkedSentence, found: readonly StatedEffect[]): boolean =>
  (AMOUNTS.test(marked) || SPANS.test(marked)) &&
  !isAboutRejection(marked) &&
  !limitsItems(marked) &&
  found.every((one) => one.text !== text)

/** Whether another sentence may describe a case in which the effect does not happen. */
function limits(marked: string, { subject, property, change }: StatedEffect): boolean {
  const isCase =
    /\b(?:if|when|unless|instead|except\w*|otherwise|however|once|until|while|where|but|only|not|never|stays?|remains?|keeps?|unchanged|unaffected|without)\b/i.test(
      marked,
    )
  if (!isCase || isAboutRejection(marked)) return false
  if (property !== undefined) return marked.includes(`⟨P:${property}⟩`)
  const isOfState = (change.kind === 'becomes' || change.kind === 'enters') && /⟨S⟩|⟨V:/.test(marked)
  return isOfState && (marked.includes(`⟨N${subject}⟩`) || /\b(?:it|they)\b/i.test(marked))
}

/** "Moving to `done` sets `completed_at`" is about one of the states that a request may choose, "The payment that covers it settles the claim" about one payment. */
const OF_ONE_CASE =
  /^(?:the|an?|any|each|every|⟨N\d+⟩)(?: [\w-]+| ⟨N\d+⟩){0,3}? that\b|^\w+ing (?:the |an? |any )?(?:[\w-]+|⟨N\d+⟩)(?: [\w-]+){0,2}? that\b|^(?:moving|changing|setting|going|switching|transitioning|a (?:move|change|transition))\b[^,]{0,30}? (?:in)?to (?:the )?(?:⟨S⟩ )?⟨V:/i

interface Reader {
  subjects: readonly Subject[]
  isRequest(verb: string): boolean
}

function effectsOf(
  { marked, text }: MarkedSentence,
  before: readonly string[],
  reader: Reader,
): StatedEffect[] {
  const plain = namesExceptions(text) || OF_ONE_CASE.test(marked) ? undefined : withoutAsides(marked)
  const started = plain && withoutOccasion(plain, reader)
  const parts = started === undefined ? undefined : unconditional(started)
  const clauses: Clause[] = []
  for (const part of parts ?? []) clauses.push(clauseOf(part, { text, clauses, before, reader }))
  // "by 10, twice as much for suites"
  const isLimited = clauses.some((one) => one.effects.length === 0 && SPANS.test(one.marked))
  return clauses
    .flatMap((clause, index) => (isOpenList(clause, clauses.slice(index + 1)) ? [] : clause.effects))
    .filter((one) => !(isLimited && isOfAmount(one)))
}

/** Between clauses: "…, which also sets `paid_at`". */
const CLAUSES =
  /(?:, which (?:also |in turn )?(?=[a-z]+s )|(?:, and |; |, | and | – | — )(?:then |also |so )?)/i

/** Words for other amounts, and for spans that are counted in another way. */
const SPANS =
  /\b(?:\d+|half|double|doubled|doubly|twice|thrice|triple|two|three|four|five|six|one (?:minute|hour|day|week|month|year)|counted|counting|calculated|weekends?|weekdays?|(?:working|business) days?|(?:public |bank )?holidays?|saturdays?|sundays?|skipped|rounded|capped|maximum|at most)\b/i

/** Whether an effect depends on an amount, of which another sentence may state another one. */
const isOfAmount = ({ change }: StatedEffect): boolean =>
  change.kind === 'added' ||
  change.kind === 'moved' ||
  (change.kind === 'becomes' && typeof change.value === 'number')

/** The clauses of a sentence without its preconditions; undefined where one is a condition of the others. */
function unconditional(sentence: string): string[] | undefined {
  const parts = withLists(sentence.split(CLAUSES))
  const found: string[] = []
  let isOfLate = false
  for (const part of parts) {
    if (PRECONDITION.test(part)) continue
    const isHarmful = CASE.test(part) && !/^to .*⟨P/.test(part)
    const isConditional = isHarmful || CONDITIONAL.test(part.replaceAll(SPAN_LATER, ''))
    isOfLate = isConditional && (LATE.test(part) || (isOfLate && /^or\b/i.test(part)))
    if (isConditional && (!isOfLate || found.length === 0)) return undefined
    if (!isConditional) found.push(part)
  }
  return found
}

/** "Sets `a` and `b` to null" may be about both. */
function isOpenList({ effects }: Clause, following: readonly Clause[]): boolean {
  const end = following.findIndex(({ isElliptic }) => !isElliptic)
  const list = end < 0 ? following : following.slice(0, end)
  const isUnread = /^(?:the |its )?⟨P:[^⟩]+⟩ (?:to|as|with|from|by)\b/.test(
    following[list.length]?.marked ?? '',
  )
  return (
    effects.some(({ change }) => change.kind === 'set') &&
    (isUnread || list.some((one) => one.effects.some(({ change }) => change.kind !== 'set')))
  )
}

/** The sentence without what is in parentheses; undefined where that is a condition, or where a word before a colon may be. */
function withoutAsides(sentence: string): string | undefined {
  // "Completes the order (→ `delivered`)", "records the time of arrival (`arrived_at`)"
  const marked = sentence
    .replaceAll(/\b(?:the|its|an?) (?:[a-z-]+ ){0,3}?[a-z-]+ \((⟨P:[^⟩]+⟩)\)/gi, '$1')
    .replaceAll(
      /(⟨N\d+⟩), (?:which|who) (?=(?:then |also |now |thereby )*(?:becomes|goes|is|turns|moves|changes|returns)\b)/gi,
      '$1, $1 ',
    )
    .replace(/(⟨N\d+⟩) \((?:→|->|=>|now|is now) ?(⟨V:[^⟩]+⟩)\)/, '$1, $1 becomes $2')
  const asides = [...marked.matchAll(/\(([^()]*)\)/g)].map((one) => one[1] ?? '')
  const isLimiting = (one: string) => CONDITIONAL.test(one) || SPANS.test(one)
  if (asides.some((one) => isLimiting(one.replaceAll(/\b4\d\d\b(?: otherwise)?/g, '')))) return undefined
  const plain = marked.replaceAll(/\s*\([^()]*\)/g, '')
  const colon = /^([^:]*): /.exec(plain.replaceAll(/⟨[^⟩]*⟩/g, (mark) => mark.replaceAll(':', '.')))
  if (colon === null) return plain
  const [start, words = ''] = colon
  const isVerb = /^[a-z]+s (?:⟨|the |its |an? )/i.test(words) && !CONDITIONAL.test(words)
  return isVerb || /^(?:(?:side )?effects?|note|result|afterwards|on success|in detail)$/i.test(words.trim())
    ? plain.slice(start.length)
    : undefined
}

/** Words at the start that name no case. */
const PLAIN_START =
  /^(?:(?:on|upon) success|as a (?:side effect|result|consequence)|at the same time|in the same (?:step|transaction)|in addition|in turn|by doing so|both(?= .* are ))(?:,? )/i

/** The sentence without "Cancelling a booking" or "When a booking is cancelled,", where that is the request itself. */
function withoutOccasion(sentence: string, { isRequest }: Reader): string | undefined {
  const marked = sentence.replace(PLAIN_START, '')
  const occasion =
    /^(?:(?:when|whenever|once|after|as soon as) (?:⟨N0⟩|it) (?:is|has been|was|gets) (?<done>[\w-]+|⟨V:[^⟩]+⟩),? |(?:when|once) (?<bare>[a-z]+ed|paid|sent|⟨V:[^⟩]+⟩), |(?:on|upon|after) (?:the |its )?(?<noun>[\w-]+(?:ion|al|ing|ment|out|in|return|fer)|return|release|pickup|payment),? |(?<doing>\w+ing) (?:⟨N0⟩|it|this|one) (?:also |then |automatically |immediately )?(?=\w+s ))/i.exec(
      marked,
    )
  const { done, bare, noun, doing } = occasion?.groups ?? {}
  const word = (done ?? bare)?.replace(/^⟨V:|⟩$/g, '') ?? noun ?? doing?.replace(/ing$/i, '')
  if (occasion === null || word === undefined) return marked
  return isRequest(word) ? marked.slice(occasion[0].length) : undefined
}

/** "`a` and `b` are cleared": each with the rest of the sentence. */
const withLists = (parts: readonly string[]): string[] =>
  parts.map((part, index) => {
    const next = parts[index + 1]
    const rest = /^(?:the |its )?⟨[NP][^⟩]*⟩ ((?:are|become|were) .*)$/.exec(next ?? '')?.[1]
    return rest !== undefined && /^(?:the |its )?⟨[NP][^⟩]*⟩$/.test(part) ? `${part} ${rest}` : part
  })

interface Surroundings {
  text: string
  clauses: readonly Clause[]
  /** The sentences before. */
  before: readonly string[]
  reader: Reader
}

function clauseOf(part: string, surroundings: Surroundings): Clause {
  const last = surroundings.clauses.at(-1)
  for (const marked of candidatesFor(part, last)) {
    const found = changeIn(marked)
    if (found === undefined) continue
    const effects = targetsOf(found, marked, surroundings)
    const isElliptic = marked !== part
    const verb = verbOf(marked) ?? (isElliptic ? last?.verb : undefined)
    return { marked: part, effects, verb, subject: effects[0]?.subject, isElliptic }
  }
  const implied = impliedIn(part, surroundings)
  if (implied !== undefined)
    return { marked: part, effects: [implied], verb: undefined, subject: implied.subject, isElliptic: false }
  const named = /^(?:(?:and|then|also) )*⟨N(\d+)⟩/.exec(part)?.[1]
  const subject = named === undefined ? undefined : Number(named)
  return { marked: part, effects: [], verb: undefined, subject, isElliptic: false }
}

const IMPLIED = new RegExp(
  `^(?:also |then |thereby |it |this )*(?:(?<verb>${RELEASES})(?:e?s) (?:up )?⟨N(?<object>\\d+)⟩|⟨N(?<subject>\\d+)⟩ (?:is|gets|will be) (?:also |then |automatically )?(?<done>${RELEASES})(?:l?l?ed|d))(?: (?:again|too|as well|immediately|automatically|up))*$`,
  'i',
)
/** The states of what was released. */
const FREE = /^(?:free|available|idle|vacant|open|unused)$/i

/** The state that a verb gives a related item, if the status can have exactly one such value. */
function impliedIn(part: string, { reader, text }: Surroundings): StatedEffect | undefined {
  const { verb, object, subject: said, done } = IMPLIED.exec(part)?.groups ?? {}
  const subject = Number(object ?? said ?? 0)
  const states = reader.subjects[subject]?.states ?? []
  const word = (verb ?? done ?? '').toLowerCase()
  const found = states.filter((state) =>
    /^(?:free|releas)$/.test(word) ? FREE.test(state) : isActionTo(word, state) && isPlainState(state),
  )
  const [value, ...others] = found
  return subject === 0 || value === undefined || others.length > 0
    ? undefined
    : { subject, property: undefined, change: { kind: 'enters', value }, text }
}

/** The clause, and the same with the verb or the subject of the one before. */
function candidatesFor(part: string, last: Clause | undefined): string[] {
  const isOfMark = /^(?:the |its |their )?⟨/.test(part)
  const verbs = isOfMark
    ? [last?.verb, / (?:back )?to /.test(part) && last !== undefined ? 'sets' : undefined]
    : []
  const target = /^(.* (?:added|credited|subtracted|deducted) )(?:to|from) /.exec(last?.marked ?? '')?.[1]
  return [
    part,
    ...verbs.flatMap((verb) => (verb === undefined ? [] : [`${verb} ${part}`])),
    ...(target !== undefined && /^(?:to|from) /.test(part) ? [target + part] : []),
    ...(/^\w/.test(part) ? [`⟨N${last?.subject ?? 0}⟩ ${part}`] : []),
  ]
}

/** The effects of a clause on the item, or on the only item, that has the property or the state. */
function targetsOf(
  { groups, change }: NonNullable<ReturnType<typeof changeIn>>,
  marked: string,
  surroundings: Surroundings,
): StatedEffect[] {
  const { reader, text } = surroundings
  const { property } = groups
  const isPlainlySaid = !/^⟨N\d+⟩ (?:is|are) ⟨V:/.test(marked) || isParticiple(groups.value ?? '')
  const subject = subjectOf(groups, surroundings)
  const of = subject === undefined ? undefined : reader.subjects[subject]
  if (subject === undefined || of === undefined || !isPlainlySaid) return []
  const isKnown =
    property !== undefined
      ? of.properties.includes(property)
      : change.kind === 'becomes' && typeof change.value === 'string' && of.states.includes(change.value)
  return isKnown ? [{ subject, property, change, text }] : []
}

const isParticiple = (state: string): boolean => /(?:ed|en|ld|id|nt|ut|pt|lt|ost)$/i.test(state)

function subjectOf(groups: Groups, { reader, clauses, before }: Surroundings): number | undefined {
  const { subjects } = reader
  const said = groups.item ?? groups.owner ?? groups.of
  if (said !== undefined) return Number(said)
  const has = ({ properties, states }: Subject): boolean =>
    groups.property === undefined ? states.includes(groups.value ?? '') : properties.includes(groups.property)
  const near = [...clauses.map(({ marked }) => marked), ...(clauses.length === 0 ? before.slice(-1) : [])]
  const named = new Set(
    near.flatMap((one) => [...one.matchAll(/⟨N(\d+)⟩/g)].map((match) => Number(match[1]))),
  )
  const own = subjects[0]
  const fits = [...named].filter((index) => subjects[index] !== undefined && has(subjects[index]))
  const [only, ...others] = fits
  if (own !== undefined && has(own) && (only === undefined || only === 0) && others.length === 0) return 0
  if (only !== undefined && others.length === 0 && !(own !== undefined && has(own))) return only
  if (named.size > 0) return undefined
  const all = subjects.flatMap((one, index) => (has(one) ? [index] : []))
  return all.length === 1 ? all[0] : undefined
}
