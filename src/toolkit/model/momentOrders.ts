/** Orders of moments that the document states about a request: "Returns 422 if `departure` is not after `arrival`". */
import type { Json } from '../openapi/document.ts'
import { viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { momentsOf } from './bounds.ts'
import type { ResourceGraph } from './resources.ts'
import { type NamedProperty, namedIn, type Vocabulary, vocabularyOf } from './spokenNames.ts'
import { type SpokenRule, spokenRules } from './spokenRules.ts'

/** The time of the request, and milliseconds after it. */
interface Now {
  in: 'now'
  after: number
}

export type MomentPlace = NamedProperty | Now

export interface MomentOrder {
  earlier: MomentPlace
  later: MomentPlace
  /** Whether both must not be the same either. */
  isStrict: boolean
  status: number
  description: string
}

const UNITS: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_678_400_000,
  year: 31_622_400_000,
}
const AMOUNT = '(?<amount>\\d+) (?<unit>minute|hour|day|week|month|year)s?'
const NOW = /^(?:now|today|the (?:current|present) (?:time|date|day|moment)|the time of the request)$/i

const RELATION =
  '(?<relation>(?:on or after|at or after|after or on|after or equal to|on or before|at or before|before or on|before or equal to|(?:strictly |chronologically )?(?:later|earlier|greater|less|sooner) than(?: or equal to)?|(?:strictly )?(?:after|before|prior to)|no (?:earlier|sooner|later) than|not (?:earlier|sooner|later) than)(?: or (?:on )?(?:the same (?:day|date|time|moment)(?: as)?|equal to))?)'
const PHRASE = "[\\w'’ -]{1,60}?"
const BE =
  '(?:be|lie|lies|come|comes|fall|falls|start|end|happen|take place|is|are|was|happened|occurred|starts|ends|would be|dated)'
const MUST_NOT = "(?:must not|must never|mustn[’']t|cannot|can not|can[’']t|may not|can never|may never)"

interface Reading {
  pattern: RegExp
  /** Whether the words are required, and not the cause of a rejection. */
  isRequired: boolean
  isNegated: boolean
  only: readonly SpokenRule['kind'][]
}

const reading = (
  source: string,
  isRequired: boolean,
  isNegated: boolean,
  ...only: SpokenRule['kind'][]
): Reading => ({
  pattern: new RegExp(`^${source}$`, 'i'),
  isRequired,
  isNegated,
  only,
})

const ANY: SpokenRule['kind'][] = ['cause', 'plain']
const READINGS: readonly Reading[] = [
  reading(`(?<first>${PHRASE}) ${MUST_NOT} (?:${BE} )?${RELATION} (?<second>${PHRASE})`, true, true, ...ANY),
  reading(
    `(?<first>${PHRASE}) (?:must|has to|have to|needs to|need to|can only|may only)(?: always)? (?:${BE} )?${RELATION} (?<second>${PHRASE})`,
    true,
    false,
    ...ANY,
  ),
  reading(`(?:must (?:be )?)?(?:always |strictly )?${RELATION} (?<second>${PHRASE})`, true, false, 'plain'),
  reading(`(?:never|not|must not be|cannot be) ${RELATION} (?<second>${PHRASE})`, true, true, 'plain'),
  reading(
    `(?<first>${PHRASE}) (?:${BE}|does|do)(?<not> not|n[’']t)?(?: come| lie| fall| start| end)? ${RELATION} (?<second>${PHRASE})`,
    false,
    false,
    'cause',
  ),
  reading(`(?<first>${PHRASE}) (?<relation>precedes|follows) (?<second>${PHRASE})`, false, false, 'cause'),
]

/** Tails that limit nothing: "when given", "both inclusive". */
const TAIL =
  /,? (?:(?:if|when|where) (?:(?:it|both|they|one)(?: (?:is|are))? )?(?:given|set|present|sent|provided)|both inclusive|inclusive(?:ly)?)$/i

interface Compared {
  first: string | undefined
  second: string
  isAfter: boolean
  isStrict: boolean
}

/** The comparison that has to apply, by a sentence. */
function comparisonIn({ text, kind }: Pick<SpokenRule, 'text' | 'kind'>): Compared | undefined {
  const plain = text.replace(TAIL, '')
  for (const { pattern, isRequired, isNegated, only } of READINGS) {
    const groups = only.includes(kind) ? pattern.exec(plain)?.groups : undefined
    if (groups === undefined) continue
    const { first, second = '', relation = '', not } = groups
    const isAfterNamed = /after|later|greater|follows/i.test(relation) !== /^(?:no|not) /i.test(relation)
    const includes =
      /\bor\b|^(?:no|not) /i.test(relation) && !/^(?:strictly )?(?:after|before)$/i.test(relation)
    const isTurned = (isRequired ? isNegated : not === undefined) === true
    return {
      first,
      second,
      isAfter: isAfterNamed !== isTurned,
      isStrict: includes === isTurned,
    }
  }
  return undefined
}

/** The orders that a document states about the moments of a request. */
export function momentOrders(api: Api, graph: ResourceGraph, operation: ApiOperation): MomentOrder[] {
  const vocabulary = vocabularyOf(api, graph, operation)
  const reader = readerOf(api, vocabulary)
  const orders = spokenRules(api, operation).flatMap((rule) => {
    const status = { status: rule.status, description: rule.description }
    return partsOf(rule).flatMap((part) => ordersIn(part, reader).map((one) => ({ ...one, ...status })))
  })
  return [
    ...new Map(orders.map((one) => [JSON.stringify([nameOf(one.earlier), nameOf(one.later)]), one])).values(),
  ]
}

/** A word for a moment: `startsAt`, `policyId.startDate`, `now`. */
export const nameOf = (place: MomentPlace): string =>
  place.in === 'now' ? 'now' : place.in === 'reference' ? `${place.by}.${place.property}` : place.property

type Reader = (phrase: string, self: string | undefined) => MomentPlace | undefined

function readerOf(api: Api, vocabulary: Vocabulary): Reader {
  const moments = (of: ReadonlyMap<string, Json>) => momentsOf(api.document, of).map(({ name }) => name)
  return (phrase, self) => {
    if (NOW.test(phrase.trim())) return { in: 'now', after: 0 }
    const isMoment = self !== undefined && moments(vocabulary.body).includes(self)
    return namedIn(api, phrase, vocabulary, isMoment ? self : undefined, moments)
  }
}

type Part = Pick<SpokenRule, 'text' | 'kind' | 'self'>

/** The parts of a sentence with one comparison each: "before the policy started or after it ended". */
function partsOf({ text, kind, self }: SpokenRule): Part[] {
  const relation = '(?:before|after|on or after|on or before|later than|earlier than)'
  const joint = new RegExp(
    `^(.+?) (${relation} .+?),? ${kind === 'cause' ? 'or' : 'and'} (${relation} .+)$`,
    'i',
  ).exec(text)
  const future =
    /^(.+ (?:must|has to|have to|needs to) (?:be|lie|fall)) (in the (?:future|past)),? and (.+)$/i.exec(text)
  const [, head = '', one = '', other = ''] = joint ?? future ?? []
  if (head === '') return [{ text, kind, self }]
  // "… before the policy started or after it ended"
  const [, owner = 'it'] = /^(?:before|after|on or \w+) (the [\w-]+) /i.exec(one) ?? []
  const tails = [one, other.replace(/\bit (?=starts?|started|begins?|began|ends?|ended)/i, `${owner} `)]
  return tails.map((tail) => ({ text: `${head} ${tail}`, kind, self }))
}

type Order = Pick<MomentOrder, 'earlier' | 'later' | 'isStrict'>

function ordersIn(part: Part, reader: Reader): Order[] {
  const found = [...betweenIn(part, reader), ...sidesIn(part, reader), ...deadlinesIn(part, reader)]
  if (found.length > 0) return found
  const compared = comparisonIn(part)
  if (compared === undefined) return []
  const { isAfter, isStrict } = compared
  const first = compared.first === undefined ? reader('it', part.self) : reader(compared.first, part.self)
  const second = reader(compared.second, part.self)
  return orderOf(first, second, isAfter, isStrict)
}

/** An order of two moments of which the request sends at least one. */
function orderOf(
  first: MomentPlace | undefined,
  second: MomentPlace | undefined,
  isAfter: boolean,
  isStrict: boolean,
): Order[] {
  if (first === undefined || second === undefined || nameOf(first) === nameOf(second)) return []
  if (first.in !== 'body' && second.in !== 'body') return []
  return [isAfter ? { earlier: second, later: first, isStrict } : { earlier: first, later: second, isStrict }]
}

/** "Falls between the project's `startDate` and `endDate`" */
function betweenIn({ text, kind, self }: Part, reader: Reader): Order[] {
  const form =
    /^(?:(?<first>[\w'’ -]+?) )?(?:must |has to |needs to )?(?:falls?|lies?|be|is)(?<not> not)? (?:between|within) (?<low>[\w'’ -]+?) and (?<high>[\w'’ -]+?)(?:,? (?:both )?inclusive(?:ly)?)?$/i
  const { first, low = '', high = '', not } = form.exec(text)?.groups ?? {}
  const isRequired =
    kind === 'plain' &&
    not === undefined &&
    (first === undefined || /\b(?:must|has to|needs to)\b/i.test(text))
  if (low === '' || !(isRequired || (kind === 'cause' && not !== undefined))) return []
  const middle = first === undefined ? reader('it', self) : reader(first, self)
  const owner = /^(.+['’]s? )/.exec(low)?.[1] ?? ''
  return [
    ...orderOf(middle, reader(low, self), true, false),
    ...orderOf(middle, reader(high, self) ?? reader(`${owner}${high}`, self), false, false),
  ]
}

/** "The start must lie in the future", "not more than 90 days ahead", "The start is in the past" */
function sidesIn({ text, kind, self }: Part, reader: Reader): Order[] {
  const [, subject = '', verb = '', rest = ''] =
    /^(.*?) ?\b(must not|must|has to|have to|needs to|cannot|can[’']t|may not|is|are|lies) (?:(?:be|lie|fall) )?(.+)$/i.exec(
      text,
    ) ?? []
  const isNegated = /not\b|[’']t$/i.test(verb)
  const isStated = /^(?:is|are|lies)$/i.test(verb)
  if (verb === '' || isStated !== (kind === 'cause')) return []
  const first = reader(subject === '' ? 'it' : subject, self)
  const side = /^(not )?in the (future|past)$/i.exec(rest)
  if (side !== null) {
    const isFuture = (side[2]?.toLowerCase() === 'future') !== (side[1] !== undefined)
    return orderOf(first, { in: 'now', after: 0 }, isFuture !== (isStated || isNegated), true)
  }
  const ahead = new RegExp(
    `^(?<limit>not more than|no more than|at most|up to|more than|at least|not less than|no less than|less than)? ?${AMOUNT} (?:ahead|in advance|in the future|from now|away|after today|after now|from today)(?: of (?:now|today))?$`,
    'i',
  ).exec(rest)?.groups
  if (ahead === undefined) return []
  const { limit = '', amount = '', unit = '' } = ahead
  const after = Number(amount) * (UNITS[unit.toLowerCase()] ?? 0)
  const isMost =
    /^(?:not more|no more|at most|up to)/i.test(limit) || (/^more/i.test(limit) && (isStated || isNegated))
  const isLeast =
    /^(?:at least|not less|no less)/i.test(limit) || (/^less/i.test(limit) && (isStated || isNegated))
  return isMost === isLeast ? [] : orderOf(first, { in: 'now', after }, isLeast, false)
}

const ALLOWED =
  '(?:.*\\b(?:can|may)(?: only)?(?: still)? be(?: only)? \\w+(?: only)?|(?:it is |this is |[\\w-]+ (?:is|are) )?(?:only )?(?:possible|allowed|permitted|available|accepted|works)(?: only)?|[A-Z]\\w+s (?:an?|the) [\\w-]+(?: [\\w-]+)?)'
const BEFORE = '(?:before|ahead of|prior to)'
const MOMENT = "(?<moment>[\\w'’ -]{1,50}?)"
/** The last time before a moment, by kinds of sentences. */
const CLOSES: readonly (readonly [SpokenRule['kind'], RegExp])[] = [
  [
    'plain',
    new RegExp(
      `^(?:${ALLOWED},? (?:up to|until|up until|no later than|not later than|at least)|(?:at least|no later than|until)|[\\w -]+ (?:closes|ends|close|end)) ${AMOUNT} ${BEFORE} ${MOMENT}(?: at the latest)?$`,
    ),
  ],
  [
    'cause',
    new RegExp(
      `^(?:(?:there (?:is|are)|it is|only) )*(?:less than|fewer than|within|later than) ${AMOUNT} (?:before|until|to|of|(?:remain|are left|left) (?:before|until)) ${MOMENT}$`,
      'i',
    ),
  ],
  [
    'cause',
    new RegExp(
      `^${MOMENT} (?:is |are )?(?:in )?less than ${AMOUNT}(?: away| ahead| from now| in the future)?$`,
      'i',
    ),
  ],
  ['cause', /^(?<moment>[\w'’ -]{1,50}?) (?:has|have) (?:already )?(?:passed|gone by)$/i],
  ['cause', /^(?<moment>(?:the )?[\w-]+(?: [\w-]+)?) (?:has|have) (?:already )?(?:started|begun)$/i],
]
/** The first time before a moment. */
const OPENS: readonly (readonly [SpokenRule['kind'], RegExp])[] = [
  [
    'plain',
    new RegExp(
      `^(?:${ALLOWED} (?:from|starting|at the earliest|no earlier than|no sooner than|not earlier than|not before)|[\\w -]+ (?:opens|starts|open|is open from)) ${AMOUNT} ${BEFORE} ${MOMENT}(?: onwards?| on)?$`,
    ),
  ],
  [
    'cause',
    new RegExp(
      `^(?:(?:there (?:is|are)|it is) )*(?:more than|earlier than) ${AMOUNT} (?:before|until|to) ${MOMENT}$`,
      'i',
    ),
  ],
  [
    'cause',
    new RegExp(
      `^${MOMENT} (?:is |are )?(?:in )?more than ${AMOUNT}(?: away| ahead| from now| in the future)?$`,
      'i',
    ),
  ],
]

/** "Can be cancelled until 24 hours before `starts_at`", "Check-in opens 60 minutes before the start" */
function deadlinesIn({ text, kind, self }: Part, reader: Reader): Order[] {
  const momentOf = (phrase: string) => {
    const owner = phrase.replace(/^(?:an?|its?) /i, 'the ')
    return reader(phrase, self) ?? reader(`start of ${owner}`, self)
  }
  const found = [
    ...CLOSES.map((one) => ({ one, isClose: true })),
    ...OPENS.map((one) => ({ one, isClose: false })),
  ].flatMap(({ one: [of, form], isClose }) => {
    const groups = of === kind ? form.exec(text)?.groups : undefined
    return groups === undefined ? [] : [{ groups, isClose }]
  })
  const [first] = found
  if (first === undefined) return []
  const { moment = '', amount = '0', unit = '' } = first.groups
  const named = momentOf(moment)
  if (named === undefined || named.in === 'now') return []
  const now: Now = { in: 'now', after: Number(amount) * (UNITS[unit.toLowerCase()] ?? 0) }
  return [
    first.isClose
      ? { earlier: now, later: named, isStrict: false }
      : { earlier: named, later: now, isStrict: false },
  ]
}

/** The format of a moment in a body. */
export function momentFormat({ document }: Api, schema: Json | undefined): 'date' | 'date-time' | undefined {
  const { format } = withoutNull(document, viewOf(document, schema))
  return format === 'date' || format === 'date-time' ? format : undefined
}
