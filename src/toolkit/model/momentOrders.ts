/** Orders of moments that the document states about a request: "Returns 422 if `departure` is not after `arrival`". */
import type { Json } from '../openapi/document.ts'
import { viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { momentsOf } from './bounds.ts'
import { plainNumbers } from './conditions.ts'
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

const ANY_MOMENT = /^an? (?:date|day|time|moment)$/i

type Reader = (phrase: string, self: string | undefined) => MomentPlace | undefined

function readerOf(api: Api, vocabulary: Vocabulary): Reader {
  const moments = (of: ReadonlyMap<string, Json>) => momentsOf(api.document, of).map(({ name }) => name)
  return (phrase, self) => {
    if (NOW.test(phrase.trim())) return { in: 'now', after: 0 }
    const sent = moments(vocabulary.body)
    const isMoment = self !== undefined && sent.includes(self)
    const [only, ...others] = sent
    // "A date in the future" is the only one that the body has.
    const single = others.length === 0 && ANY_MOMENT.test(phrase.trim()) ? only : undefined
    return (
      namedIn(api, phrase, vocabulary, isMoment ? self : undefined, moments) ??
      (single === undefined ? undefined : { in: 'body', property: single })
    )
  }
}

type Part = Pick<SpokenRule, 'text' | 'kind' | 'self'>

const LENGTH = '\\d+ (?:minute|hour|day|week|month|year)s?'
const AHEAD =
  '(?:ahead|in advance|in the future|from now|away|after today|after now|from today)(?: of (?:now|today))?'
/** Other words for a limit, with "at least", "at most", "between" and "must be" instead. */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\ban? (?=(?:minute|hour|day|week|month|year) )/gi, '1 '],
  [new RegExp(`\\b(${LENGTH}) or (?:more|longer|later)(?= |$)`, 'gi'), 'at least $1'],
  [new RegExp(`\\b(${LENGTH}) or (?:less|fewer)(?= |$)`, 'gi'), 'at most $1'],
  [new RegExp(`\\b(${LENGTH}(?: ${AHEAD})?) at (?:the )?(?:least|earliest)\\b`, 'gi'), 'at least $1'],
  [new RegExp(`\\b(${LENGTH}(?: ${AHEAD})?) at (?:the )?(?:most|latest)\\b`, 'gi'), 'at most $1'],
  [/\b(?:not|no) (?:earlier|sooner|nearer) than (?=\d)/gi, 'at least '],
  [/\b(?:not|no) (?:later|further) than (?=\d)/gi, 'at most '],
  [
    /^(?:tomorrow (?:at the earliest|or later)|(?:not|no) (?:before|earlier than|sooner than|nearer than) tomorrow)\b/i,
    'at least 1 day ahead',
  ],
  [
    /^(?:(?:today|now) at the earliest|from (?:today|now) on(?:wards?)?|(?:today|now) or later(?=.*\d))\b/i,
    'on or after today',
  ],
  [/^(?:today|now) at the latest\b/i, 'on or before today'],
  [/\b(before|earlier than) (today|now) or (more than \d+ \w+ after) it\b/i, '$1 $2 or $3 $2'],
  [
    /\b(falls?|lies?|is) (?:outside(?: of)?|not within) (?!the period|this)([^,;]+?)(?: ?\.\.\.? ?| ?[…–] ?| to | and | - )([^,;]+)$/i,
    '$1 not between $2 and $3',
  ],
]

/** A sentence in the words of the forms. */
const inUsualWords = (text: string): string =>
  OTHER_WORDS.reduce((words, [form, other]) => words.replace(form, other), plainNumbers(text))

/** The parts of a sentence with one comparison each: "before the policy started or after it ended". */
function partsOf({ text: stated, kind, self }: SpokenRule): Part[] {
  const text = inUsualWords(stated)
  const [, low, high] =
    (self !== undefined && kind === 'plain' && TWO_LIMITS.exec(text)) ||
    (kind === 'cause' && TWO_CAUSES.exec(text)) ||
    []
  if (low !== undefined && high !== undefined) {
    const [, head = ''] =
      kind === 'cause' ? (/^(.+? (?:is|are|lies?|falls?|would be) )/i.exec(low) ?? []) : []
    return [low, `${head}${high}`].map((one) => ({ text: one, kind, self }))
  }
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

/** "On or after today and at most 90 days ahead" */
const TWO_LIMITS = new RegExp(
  `^((?:(?:must|has to) be )?(?:on or after today|at least ${LENGTH} ${AHEAD}))(?:,? (?:and|but)|,) (at most ${LENGTH} ${AHEAD})$`,
  'i',
)
/** "It lies before today or more than 30 days after today" */
const TWO_CAUSES =
  /^([\w'’ -]{1,60}? (?:is|are|lies?|falls?|would be) (?:before today|before now|in the past|earlier than today)),? or ((?:more|less) than [\w ]+)$/i

type Order = Pick<MomentOrder, 'earlier' | 'later' | 'isStrict'>

function ordersIn(part: Part, reader: Reader): Order[] {
  const found = [
    ...betweenIn(part, reader),
    ...withinIn(part, reader),
    ...unfitIn(part, reader),
    ...sidesIn(part, reader),
    ...deadlinesIn(part, reader),
  ]
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

/** "The match lies within the season", "It falls outside the season" */
function withinIn({ text, kind, self }: Part, reader: Reader): Order[] {
  const form = kind === 'plain' ? WITHIN : kind === 'cause' ? OUTSIDE : undefined
  const { first = '', whole = '' } = form?.exec(text)?.groups ?? {}
  if (whole === '') return []
  const middle = first === '' ? reader('it', self) : reader(first, self)
  const owner = whole.replace(/^(?:its|that|this) /i, 'the ').replace(/^the period of /i, '')
  const [low, high] = ['start', 'end'].map((end) => reader(`${end} of ${owner}`, self))
  return low === undefined || high === undefined
    ? []
    : [...orderOf(middle, low, true, false), ...orderOf(middle, high, false, false)]
}

const WHOLE = '(?<whole>(?:the|its|that|this) (?:period of the )?[\\w -]{2,30})'
const WITHIN = new RegExp(
  `^(?:(?<first>${PHRASE}) )?(?:must (?:be|lie|fall)|has to (?:be|lie|fall)|lies?|falls?) (?:within|during) ${WHOLE}$`,
  'i',
)
const OUTSIDE = new RegExp(
  `^(?:(?<first>${PHRASE}) )?(?:is|are|lies?|falls?|would be) (?:outside(?: of)?|not within) ${WHOLE}$`,
  'i',
)

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
    ...orderOf(
      middle,
      (owner === '' ? undefined : reader(`${owner}${high}`, self)) ?? reader(high, self),
      false,
      false,
    ),
  ]
}

/** "A date in the future is refused", "a start that has passed" */
const UNFIT =
  /^(?<moment>(?:an? |the )?[\w-]+(?: [\w-]+)?) (?:that (?:is|lies) )?(?:(?<future>in the future|(?:that (?:has|is) )?yet to come)|in the past|that has (?:already )?(?:passed|gone by))$/i

/** The side of now on which a moment rules out the request. */
function unfitIn({ text, kind, self }: Part, reader: Reader): Order[] {
  const groups = kind === 'request' ? UNFIT.exec(text)?.groups : undefined
  return groups === undefined
    ? []
    : orderOf(reader(groups.moment ?? '', self), { in: 'now', after: 0 }, groups.future === undefined, true)
}

/** A further requirement: "… and at the full hour". */
const FURTHER = /,? and (?:at|on|only|during|within) [\w ]+$/i

/** The words of a sentence about a side of now. */
function sideWords(
  words: string,
  kind: Part['kind'],
  self: string | undefined,
): { subject: string; verb: string; happens: string; rest: string } | undefined {
  const text = kind === 'plain' ? words.replace(FURTHER, '') : words
  const bare = new RegExp(`^(?:at least|at most) ${AMOUNT} ${AHEAD}$`, 'i')
  if (kind === 'plain' && self !== undefined && bare.test(text))
    return { subject: '', verb: 'must', happens: '', rest: text }
  const [, subject = '', verb = '', happens = '', rest = ''] =
    /^(.*?) ?\b(must not|must|has to|have to|needs to|cannot|can[’']t|may not|is|are|lies) (?:(be|lie|fall|start|begin|end|take place|happen) )?(.+)$/i.exec(
      text,
    ) ?? []
  if (verb !== '' && /^(?:is|are|lies)$/i.test(verb) === (kind === 'cause'))
    return { subject, verb, happens, rest }
  // "Lessons start at least 12 hours ahead", "The lesson starts less than 12 hours from now"
  const [, whose = '', stated = '', limit = ''] =
    /^([\w'’ -]{1,40}?) (starts?|begins?|ends?) ((?:at (?:least|most)|(?:no|not) (?:less|more) than|(?:less|more) than|in the past) ?.*)$/i.exec(
      text,
    ) ?? []
  const isFault = /^(?:less|more|in the)/i.test(limit)
  return stated === '' || isFault !== (kind === 'cause') || (kind !== 'cause' && kind !== 'plain')
    ? undefined
    : { subject: whose, verb: kind === 'cause' ? stated : 'must', happens: stated, rest: limit }
}

/** The moment that a subject names with its verb: the start of "a booking cannot start …". */
function subjectIn(
  subject: string,
  happens: string,
  self: string | undefined,
  reader: Reader,
): MomentPlace | undefined {
  const [, end = ''] = /^(start|begin|end)s?$/i.exec(happens) ?? []
  const owner = subject.replace(/^(?:(?:the|an?|its?|this|that|new) )+/i, '')
  if (end === '' || owner === '') return reader(subject === '' ? 'it' : subject, self)
  return reader(`${/^end/i.test(end) ? 'end' : 'start'} of the ${owner}`, self)
}

/** "The start must lie in the future", "not more than 90 days ahead", "The start is in the past" */
function sidesIn({ text, kind, self }: Part, reader: Reader): Order[] {
  const said = sideWords(text, kind, self)
  if (said === undefined) return []
  const { subject, verb, happens, rest } = said
  const isNegated = /not\b|[’']t$/i.test(verb)
  const isStated = /^(?:is|are|lies|starts?|begins?|ends?)$/i.test(verb) && kind === 'cause'
  const first = subjectIn(subject, happens, self, reader)
  const side = /^(not )?in the (future|past)$/i.exec(rest)
  if (side !== null) {
    const isFuture = (side[2]?.toLowerCase() === 'future') !== (side[1] !== undefined)
    return orderOf(first, { in: 'now', after: 0 }, isFuture !== (isStated || isNegated), true)
  }
  const ahead = new RegExp(
    `^(?<limit>not more than|no more than|at most|up to|more than|at least|not less than|no less than|less than)? ?${AMOUNT} ${AHEAD}$`,
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
      `^(?:${ALLOWED},? (?:up to|until|up until|no later than|not later than|at least)|(?:[Mm]ust (?:happen|take place|be (?:done|made|sent|requested|\\w+ed)) )?(?:at least|no later than|until)|[\\w -]+ (?:closes|ends|close|end)) ${AMOUNT} ${BEFORE} ${MOMENT}(?: at the latest)?$`,
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
  [
    'cause',
    /^(?<moment>(?:the )?[\w-]+(?: [\w-]+)?) (?:has|have) (?:already )?(?:started|begun)(?: already)?$/i,
  ],
  [
    'plain',
    /^(?!.*\b(?:free|refunds?|deposits?|fees?|sales?|costs?|check-?in|check-?out|support|warranty)\b)[\w-]+(?: [\w-]+)? (?:closes?|ends?) (?:on the (?:eve|day before) of|the day before|before|with) (?:the )?(?<moment>[\w'’ -]{1,50}?)$/i,
  ],
]
/** The first time before a moment. */
const OPENS: readonly (readonly [SpokenRule['kind'], RegExp])[] = [
  ['plain', /^(?:not|never|not possible|impossible) (?:before|until) (?<moment>[\w'’ -]{1,50}?)$/i],
  ['cause', /^(?<end>(?:the )?[\w-]+(?: [\w-]+)?|it) (?:is not|isn[’']t) over(?: yet)?$/i],
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
  const momentOf = (phrase: string, end: string) => {
    if (/^it$/i.test(phrase)) return reader(end, undefined)
    const owner = phrase.replace(/^(?:an?|its?) /i, 'the ')
    return (end === 'start' ? reader(phrase, self) : undefined) ?? reader(`${end} of ${owner}`, self)
  }
  const found = [
    ...CLOSES.map((one) => ({ one, isClose: true })),
    ...OPENS.map((one) => ({ one, isClose: false })),
  ].flatMap(({ one: [of, form], isClose }) => {
    const groups = of === kind ? form.exec(text)?.groups : undefined
    // "Not before the start" in the description of a property is about the property.
    return groups === undefined || (groups.amount === undefined && kind === 'plain' && self !== undefined)
      ? []
      : [{ groups, isClose }]
  })
  const [first] = found
  if (first === undefined) return []
  const { end, moment = '', amount = '0', unit = '' } = first.groups
  const named = end === undefined ? momentOf(moment, 'start') : momentOf(end, 'end')
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
