/** Rejections that a document promises, in descriptions of error responses and in sentences that name a status. */
import type { ApiOperation } from './api.ts'
import { descriptionOf } from './description.ts'
import { wordsOf } from './vocabulary.ts'

export interface Rejection {
  status: number
  /** Why a request is rejected, without the status: "Archived patients cannot be changed". */
  cause: string
  /** The text for messages. */
  description: string
}

/** Statuses of requests that are valid and nevertheless not acceptable. */
const STATUSES = [409, 422]

const known = new WeakMap<object, readonly Rejection[]>()

/** The promises of an operation, those of its responses first. */
export function rejectionsOf(operation: ApiOperation): readonly Rejection[] {
  const rejections = known.get(operation) ?? promisesOf(operation)
  known.set(operation, rejections)
  return rejections
}

function promisesOf({ operation, responses }: ApiOperation): Rejection[] {
  const ofResponses = STATUSES.flatMap((status) => {
    const description = descriptionOf(responses.get(String(status))?.node)
    return description === ''
      ? []
      : [{ status, cause: inLines(causesOf(withoutCodes(description))), description }]
  })
  const said = rejectionsIn(descriptionOf(operation)).filter(({ status }) => responses.has(String(status)))
  return [...ofResponses, ...said]
}

/** Without breaks inside of a sentence, as block texts of YAML have them. */
const inLines = (text: string): string =>
  text.replaceAll(/(?<=\S)[ \t]{0,8}\n(?!\s*(?:\n|[-*•+|]|\d+[.)]|$))[ \t]*/g, ' ')

/** Without codes of errors behind their causes: "The booking is not open (`invalid_state`)." */
const withoutCodes = (description: string): string =>
  description.replaceAll(
    / ?\((?:`(?:[a-z]+(?:_[a-z]+)+|duplicate|conflict|exists)`|[A-Z]+(?:_[A-Z]+)+|`[A-Z]+(?:_[A-Z]+)*`)\)/g,
    '',
  )

/** `(409)`, `(409, slot_taken)`, `(422 otherwise)` */
const ASIDE = /\(([^()]*)\)/g
const STATUS = /\b(4\d\d)\b/
/** `slot_taken`, `SLOT_TAKEN`, `slotTaken` */
const CODE = /\b[a-z]+(?:_[a-z]+)+\b|\b[A-Z]+(?:_[A-Z]+)+\b|\b[a-z]+(?:[A-Z][a-z]+)+\b/g

/** A list of causes as clauses, where one of them is enough. */
function causesOf(description: string): string {
  const [before = '', ...listed] = asParagraphs(description).split(/\n\s*\n/)
  if (listed.length === 0 || ARE_TOGETHER.test(before)) return description
  const first = description.search(ITEM)
  const isList = first >= 0
  if (isList && !introducesCauses(description.slice(0, first))) return description
  // "The refund window is over, and" is half a cause; a further introduction begins another list.
  if (isList && listed.slice(0, -1).some((one) => /(?:\band\W*|:)\s*$/i.test(one))) return description
  return [before, ...listed].join('; ')
}

/** "Conflict:" and "Not possible if", but not "Possible in one of:". */
const introducesCauses = (text: string): boolean =>
  INTRODUCTION.test(text) && !OUTSIDE.test(text) && !ALLOWED.test(text.replaceAll(NEGATED, ''))

const ITEM = /(?:^|\n)[ \t]*(?:[-*•+]|\d+[.)])[ \t]+/
const ARE_TOGETHER = /\b(?:unless|all|both|every|neither|none|must|only|allowed|valid|requires?|needs?)\b/i
const INTRODUCTION = /\b(?:if|when(?:ever)?|because|reasons?|causes?|conflicts?|one of)\b/i
const NEGATED =
  /\b(?:not|no longer) (?:be )?\w+|\b(?:cannot|can[’']t)\b|\bpossible (?=reasons?|causes?|conflicts?)/gi
/** Introductions of lists of what is allowed. */
const ALLOWED = /\b(?:can|works?|(?!un)\w{2,}able|permitted|possible|until|wait|fitting)\b/i
/** Introductions of lists of states in which a request is not rejected. */
const OUTSIDE = /\b(?:not (?:in|one|any)|other than|outside)\b/i

/** "`NOT_OPEN` (409): the order is not open." has the cause behind the status; it is "the order is not open (409)". */
const withCodesLast = (text: string): string =>
  text.replaceAll(CODE_FIRST, (whole) => {
    const { start = '', code = '', cause = '' } = new RegExp(CODE_FIRST.source).exec(whole)?.groups ?? {}
    return `${start}${cause.trim().replace(/[.;,]$/, '')} (${STATUS.exec(code)?.[1]}).`
  })

const CODE_FIRST =
  /(?<start>(?:^|\n)[ \t]*(?:[-*•+][ \t]+)?)(?<code>[`"*]*[A-Za-z]\w*[`"*]*[ \t]*\(?4\d\d\)?|4\d\d[ \t]+[`"*]*[A-Za-z]+_\w+[`"*]*)[ \t]*[:–—][ \t]*(?<cause>[^\n]+(?:\n(?![ \t]*[-*•+|]|[ \t]*\n)[^\n]+)*)/g

/** Each item of a list as a paragraph of its own. */
const asParagraphs = (text: string): string =>
  text.replaceAll(/(?:^|\n)[ \t]*(?:[-*•+]|\d+[.)])[ \t]+/g, '\n\n')

/** Each entry of "Refused with 409 when" and a list has the status of the words before. */
const withStatuses = (text: string): string =>
  text.replaceAll(LISTED, (whole, before: string, status: string, list: string) =>
    ARE_TOGETHER.test(before) ||
    isNegated(before) ||
    /\band\W*$/im.test(list) ||
    /\n[ \t]*[-*•+][^\n]*\b4\d\d\b/.test(`\n${list}`)
      ? whole
      : list.replaceAll(ENTRY, (entry: string) => `${withStatus(entry, status)}\n\n`),
  )

/** Whether the words before a list are about what is not rejected, or about several statuses. */
const isNegated = (text: string): boolean =>
  /\b(?:not|never|no|instead|rather|except|before|retry)\b|n['’]t\b/i.test(text) ||
  (text.match(/\b4\d\d\b/g)?.length ?? 0) > 1

/** An entry with the status at the end of its first sentence. */
const withStatus = (entry: string, status: string): string => {
  const [first = '', ...others] = entry
    .trim()
    .replace(/^[-*•+]\s+/, '')
    .split(/(?<=\.)\s+/)
  return [`${first.replace(/[.,;]$/, '')} ${status}.`, ...others].join(' ')
}

/** The words before a list of causes, and the list. */
const LISTED =
  /(?<=^|\n|\. )([^\n.]*\b(4\d\d)\b[^\n.]*\b(?:when|if|where|because)[^\w\n]*)\n[ \t]*\n?((?:[ \t]*[-*•+][ \t][^\n]*\n?(?:[ \t]+(?![-*•+])[^\n]+\n?)*)+)/g
const ENTRY = /[ \t]*[-*•+][ \t][^\n]*(?:\n[ \t]+(?![-*•+])[^\n]+)*\n?/g

/**
 * The causes of rejections in the description of an operation. A sentence counts only where it names the status.
 * @example rejectionsIn('Only while it is `open` (`409`).') // [{ status: 409, cause: 'Only open', … }]
 */
function rejectionsIn(text: string): Rejection[] {
  const plain = asParagraphs(withCodesLast(withStatuses(text.replaceAll(/(?<=\S)[ \t]{3,}/g, ' '))))
    .replaceAll(/[`*]|(?<!\w)_(?=\w)|(?<=\w)_(?!\w)/g, '')
    // Brackets are part of one sentence.
    .replaceAll(/\([^()]{0,300}\)/g, (aside) => aside.replaceAll(/[.;](?= )/g, ','))
    .replaceAll(/[ \t]*(?<!\n[ \t]*)\n(?!\s*\n)[ \t]*/g, ' ')
  let transition: string | undefined
  let arrows = 0
  let before = ''
  return plain.split(/(?<=[.;])\s+|\n\s*\n/).flatMap((sentence) => {
    if (OTHER_EFFECT.test(sentence) && arrows === 0) transition = undefined
    transition = /(\w+) ?(?:→|->|=>) ?\w+/.exec(sentence)?.[1] ?? MOVE.exec(sentence)?.[1] ?? transition
    arrows += sentence.match(/→|->|=>/g)?.length ?? 0
    const previous = before
    before = sentence
    if (!STATUS.test(sentence)) return []
    return clausesOf(sentence, /;\s*$/.test(previous)).flatMap(({ status, words, codes }) => {
      // Of several transitions, each starts in another state.
      if (OTHER_CHANGES.test(words) && arrows !== 1) return []
      const cause = OTHERS.test(words) ? onlyThese(transition, previous) : causeIn(words)
      return cause === ''
        ? []
        : [{ status, cause: [cause, ...codes].join('; '), description: sentence.trim() }]
    })
  })
}

/** "Moves a published event to cancelled" */
const MOVE = /^moves? an? (\w+(?:,? (?:or|and) (?:an? )?\w+)*)(?: \w+){0,3} (?:in)?to \w+/i
/** Another sentence about what the request does. */
const OTHER_EFFECT = /^[A-Z]\w+s an? /

/** "Any other status", "in any other state", "any other order" */
const OTHERS =
  /\b(?:any|every|all) other (?!error|case|reason|problem)\w+|\bin other (?:states|status(?:es)?)\b/i

/** Changes other than those of the sentences before, which may be several. */
const OTHER_CHANGES = /\b(?:any|every|all) other (?:moves?|changes?)\b/i

/** The items that are not "any other": the start of a transition, or those that the sentence before is about. */
function onlyThese(transition: string | undefined, previous: string): string {
  if (transition !== undefined) return `Only ${transition}`
  const [, about = ''] = /^(.*?)(?:[,;.]|\s(?:in|into|to|for|and|with|by)\s|$)/i.exec(previous) ?? []
  return about === '' || /^only\b/i.test(about) ? about : `Only ${about}`
}

interface Clause {
  status: number
  words: string
  /** Codes of errors, in words: `already waiting`. */
  codes: string[]
}

/** "(422 otherwise)", "(409 for any other)" */
const OTHERWISE = /\b(?:otherwise|else)\b|\b(?:for|in|with) (?:any|every|all) others?\W*$/i

/** The condition in brackets, which the words before do not state: "becomes suspended (409 if it is not active)". */
function conditionIn(inside: string): string | undefined {
  const [, word = '', condition] = /\b4\d\d\b,? (if|when|where|unless) (.+)$/i.exec(inside) ?? []
  return condition === undefined || !/^unless$/i.test(word) ? condition : `Only ${condition}`
}

/** "A shipped order needs force (otherwise 409)": the order is not the condition. */
const NEED = /[\w)] (?<!\b(?:it|this) )(?:needs?|requires?)\b/i

/** The words for the condition of a status in brackets; undefined where "otherwise" may be about others. */
function saidIn(words: string, inside: string, isContinued: boolean): string | undefined {
  if (!OTHERWISE.test(inside)) return conditionIn(inside) ?? words
  if (/^\W*only\b/i.test(words)) return words
  return isContinued || NEED.test(words) ? undefined : `Only ${words.trim()}`
}

/**
 * The parts of a sentence that end with a status or a code in brackets, or the sentence as a whole.
 * @param isContinued whether the words before end with a semicolon, so that "otherwise" may be about these too
 */
function clausesOf(sentence: string, isContinued: boolean): Clause[] {
  const asides = [...sentence.matchAll(ASIDE)]
  const bare = STATUS.exec(sentence.replaceAll(ASIDE, ''))?.[1]
  const clauses: Clause[] = []
  let from = 0
  for (const { 0: whole, 1: inside = '', index } of asides) {
    const status = STATUS.exec(inside)?.[1] ?? bare
    const codes = inside.match(CODE) ?? []
    if (status === undefined || (codes.length === 0 && !STATUS.test(inside))) continue
    const words = sentence.slice(from, index)
    from = index + whole.length
    const said = saidIn(words, inside, isContinued)
    if (said === undefined) continue
    clauses.push({
      status: Number(status),
      words: said,
      codes: codes.map((code) => wordsOf(code).join(' ')),
    })
  }
  if (clauses.length > 0 || bare === undefined) return clauses
  const [, condition] = POSSIBLE_ELSE.exec(sentence) ?? []
  const words = condition === undefined ? sentence : `Only ${condition}`
  const first = firstCause(sentence)
  return [words, ...(first === undefined ? [] : [first])].map((one) => ({
    status: Number(bare),
    words: one,
    codes: [],
  }))
}

/** "Possible while the order is open, otherwise 409" */
const POSSIBLE_ELSE =
  /^(?:(?:it|this) is )?(?:possible|allowed|permitted) ((?:while|when|if|as long as) [^,;]{1,200}),? (?:or )?(?:otherwise|else),?(?: \w+){0,3} 4\d\d\b/i
/** The first of several causes, each of which is enough: "409 if the event is not a draft, has no tickets, or is over". */
function firstCause(sentence: string): string | undefined {
  if (sentence.length > MAX_SENTENCE) return undefined
  const [, causes = ''] = /\b4\d\d\b[^,]{0,60}? (?:if|when) (.+)$/i.exec(sentence) ?? []
  const [first = '', ...others] = causes.split(/,\s+/)
  const last = others.at(-1) ?? ''
  const isOne = others.length > 1 && /^or /i.test(last) && others.every((one) => LIKE_FIRST.test(one))
  return isOne && /^(?:the|an?|its|this) .*\b(?:is|are|has|have)\b/i.test(first) ? first : undefined
}

const MAX_SENTENCE = 600
/** A further cause about the subject of the first one. */
const LIKE_FIRST = /^(?:or )?(?:has|have|is|are|begins?|starts?|ends?)\b/i

/** The cause without the status, the verb of the response and the conjunction before it. */
function causeIn(words: string): string {
  const [, condition] =
    /\b4\d\d\b.*?\b(?:when(?:ever)?|if|where|as(?! (?:is|are|does|do|well|for)\b))\b (.*)/is.exec(words) ?? []
  const [, exception] = /\b4\d\d\b.*?\bunless\b (.*)/is.exec(words) ?? []
  return (
    (exception === undefined ? (condition ?? words) : `Only ${exception}`)
      .replace(
        /(?:\b(?:is|are|be|get|gets|will be|returns?|answers?|responds?|gives?|fails?) )?(?:(?:rejected|refused|answered|declined|denied) )?(?:with |by )?(?:an? )?(?:HTTP )?\b4\d\d\b(?: Conflict| Unprocessable \w+)?/gi,
        '',
      )
      .replace(/^[\s,;:–—-]*(?:(?:and|or|but) )?/i, '')
      // "Every ticket admits once: a ticket that is used"
      .replace(/^[^:]{3,80}: (?=(?:an?|any|each) [\w -]{1,40} (?:that|which) )/i, '')
      .replace(/,? as (?:is|are|does|do|well as|for) .*$/i, '')
      .replace(/[\s.,;]+$/, '')
      .replace(/,? (?:or )?(?:else|otherwise)$/i, '')
      .replace(/^.{0,200}\b(?:when|if|where|because)$/i, '')
      .replace(/^.*\b(?:for|on|of) ([\w -]+?) only$/i, 'Only $1')
      .replace(/^(?!only\b|the\b|this\b)((?:[\w-]+ ){1,3})only$/i, 'Only $1')
      .replace(
        /\bonly (?:while|when|if|as long as) (?:the |an? |its )?(?:\w+ )?(?:is|are|has the status) (?:in (?:the )?(?:status|state) )?/i,
        'Only ',
      )
      .replace(/^not (?:possible|allowed|available|permitted) (?:for|in|on|with) /i, '')
      .replace(
        /^(?:possible|allowed|available|permitted) (?:only )?(?:for|in|on|with) (.+?)(?: only)?$/i,
        'Only $1',
      )
      .trim()
  )
}
