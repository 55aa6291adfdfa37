/** The forms of clauses that state an effect: "⟨N1⟩ goes to ⟨V:free⟩", "adds one to ⟨P:renewals⟩" (see `markedSentences.ts`). */
import type { Json } from '../openapi/document.ts'
import { NUMBER_WORDS } from './description.ts'

/** The change of a property. */
export type Change =
  | { kind: 'becomes'; value: Json }
  /** A status that is another one than before. */
  | { kind: 'enters'; value: string }
  /** Any value but null. */
  | { kind: 'set' }
  | { kind: 'cleared' }
  /** Raised, or lowered where the sign is -1, by a number or by the value of a property of the item of the request. */
  | { kind: 'added'; amount: number | string; sign: 1 | -1 }
  | { kind: 'moved'; amount: number; unit: TimeUnit; sign: 1 | -1 }

type TimeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** Words before an effect that change nothing about it. */
const LEAD =
  '(?:(?:and|also|then|thereby|thus|so|now|afterwards|additionally|automatically|in addition|as a result|on success|upon success|in the same (?:step|transaction|request)|at the same time|in one step|the server|this|it|they|which|this (?:call|request|action|operation|endpoint)|the (?:call|request|action|operation)|doing so)(?:,? ))*'
const TAIL =
  '(?:,? (?:again|too|as well|immediately|instantly|automatically|accordingly|at once|right away|straight away|once more|now|in turn|in the process|in the same (?:step|transaction|request)|in one (?:step|go)|atomically|with it|along with it|by the server|by itself|all by itself|at the same time|together|in the system|for good|once and for all|on the spot))*$'
const ADVERBS = '(?:(?:also|then|now|again|automatically|immediately|thereby|both|thus|afterwards) )*'

const ITEM = '(?:⟨N(?<item>\\d+)⟩|(?<pronoun>it|they|them|this))'
/** "the status of the booking", "its status", "the booking". */
const STATUS_OF = "(?:(?:⟨N(?<owner>\\d+)⟩['’]s |the |its )?⟨S⟩|(?:the )?⟨S⟩ of ⟨N(?<of>\\d+)⟩)"
const HOLDER = `(?:${STATUS_OF}|${ITEM}(?:['’]s? ⟨S⟩)?)`
const KINDS = '(?: (?:count|counter|number|value|field|property|flag|timestamp|date|total|balance))?'
const PROPERTY = `(?:⟨N(?<owner>\\d+)⟩['’]s? |the |its |their )?(?:(?:number|count|total|value|amount) of )?(?:the |its |an? (?:new |fresh |unique )?)?⟨P:(?<property>[^⟩]+)⟩${KINDS}(?: (?:of|on|for|in|from) (?:⟨N(?<of>\\d+)⟩|(?<ofIt>it)))?`
const OWN_PROPERTY = '⟨P:(?<property>[^⟩]+)⟩'
const VALUE = '(?:the |an? )?⟨V:(?<value>[^⟩]+)⟩(?: (?:⟨S⟩|one))?'
const FROM = '(?: from ⟨V:[^⟩]+⟩)?'
const TO = `${FROM}(?: (?:back (?:to|into|in)|over to|to|as|into|in|on))?(?: (?:being|the ⟨S⟩|⟨S⟩(?: of)?))? ${VALUE}`
const MARKS =
  '(?:sets?|setting|marks?|marking|makes?|making|puts?|putting|moves?|moving|returns?|returning|changes?|changing|switch(?:es)?|switching|flips?|flipping|turns?|turning|transitions?|transitioning|brings?|bringing|resets?|resetting|advances?|flags?|flagging|sends?|takes?|updates?|updating|leaves)'
const BECOMES =
  '(?:(?:will )?(?:becomes?|turns?|goes|go|moves?|changes?|switch(?:es)?|returns?|transitions?|passes|falls|flips|advances?|comes?|reverts?|ends up|is now|are now)|(?:is|are|gets?|will be)(?: (?:then|now|again|also|automatically|thereby|afterwards))*(?: (?:set|marked|moved|put|changed|switched|flipped|returned|transitioned|reset|turned|brought|flagged|updated|taken|made))?)'
const NUMBER = '(?:(?<digits>\\d+)|(?<word>[a-z]+))'
const AMOUNT = `(?:${NUMBER}|(?:the |its |their )?(?:⟨N0⟩['’]s )?(?:ordered |sold |booked |requested |purchased |received |returned |given )?(?:⟨P:(?<amount>[^⟩]+)⟩)(?: of ⟨N0⟩)?)`
const SET_TO =
  "(?:the current (?:time|date|moment|timestamp)|now|today(?:['’]s date)?|the (?:time|moment|date) of (?:the )?[\\w-]+|the current user|the caller)"

interface Form {
  pattern: RegExp
  read(groups: Groups): Change | undefined
}

export type Groups = Readonly<Record<string, string | undefined>>

const form = (source: string, read: Form['read']): Form => ({
  pattern: new RegExp(`^${LEAD}${source}${TAIL}`, 'i'),
  read,
})

const become = ({ value = '' }: Groups): Change => ({ kind: 'becomes', value: meaningOf(value) })

const MEANINGS: Readonly<Record<string, Json>> = { null: null, zero: 0, true: true, false: false }
const meaningOf = (value: string): Json => (value in MEANINGS ? (MEANINGS[value] ?? null) : value)

function added({ digits, word, amount, down }: Groups): Change | undefined {
  const isPlain = digits === undefined && word === undefined && amount === undefined
  const number = isPlain ? 1 : digits !== undefined ? Number(digits) : numberOf(word ?? '')
  const by = amount ?? number
  return by === undefined ? undefined : { kind: 'added', amount: by, sign: down === undefined ? 1 : -1 }
}

function numberOf(word: string): number | undefined {
  const known: Readonly<Record<string, number>> = { ...NUMBER_WORDS, one: 1, an: 1, a: 1 }
  return known[word.toLowerCase()]
}

function moved({ digits, word, unit = '', back }: Groups): Change | undefined {
  const amount = digits === undefined ? numberOf(word ?? '') : Number(digits)
  return amount === undefined
    ? undefined
    : {
        kind: 'moved',
        amount,
        unit: unit.toLowerCase().replace(/s$/, '') as TimeUnit,
        sign: back === undefined ? 1 : -1,
      }
}

const UP =
  '(?:goes up|go up|rises?|increases?|grows?|is increased|is raised|is incremented|increments|counts up|(?<down>goes down|go down|falls?|decreases?|drops?|shrinks?|is decreased|is reduced|is lowered|is decremented|decrements))'
const UPS =
  '(?:increases?|raises?|increments?|bumps?|increasing|raising|incrementing|(?<down>decreases?|reduces?|lowers?|decrements?|decreasing|reducing|lowering|decrementing))'
const ONE_MORE = '(?:increments?|bumps?|incrementing|(?<down>decrements?|decrementing))'
const IS_ONE_MORE = '(?:is incremented|increments|counts up|(?<down>is decremented|decrements))'
const SPAN = `${NUMBER}[ -](?<unit>minute|hour|day|week|month|year)s?`
const LATER = '(?: (?:later|forward|forwards|further|ahead|out|into the future))'

/** Forms with a verb that an item or a property is the subject of, or that it is the object of. */
const FORMS: readonly Form[] = [
  form(`${HOLDER} ${ADVERBS}${BECOMES}${TO}`, become),
  form(`${ADVERBS}${MARKS} ${ADVERBS}${HOLDER}${TO}`, become),
  form(
    `${PROPERTY} (?:becomes?|is|are|gets?|goes|drops?|falls?|returns?|will be) ${ADVERBS}(?:(?:set|reset|put|changed|switched|updated|cleared) )?(?:(?:back )?to )?${VALUE}`,
    become,
  ),
  form(
    `${ADVERBS}(?:sets?|resets?|puts?|changes|switches|turns|drops|setting|resetting|brings) ${PROPERTY} (?:back )?to ${VALUE}`,
    become,
  ),
  form(
    `${PROPERTY} (?:becomes?|is|goes|drops?|falls?) ${ADVERBS}(?:(?:set|reset|back) )?(?:back )?to (?<digits>\\d+)`,
    ({ digits }) => ({ kind: 'becomes', value: Number(digits) }),
  ),
  form(
    `${ADVERBS}(?:sets?|resets?|drops|setting|resetting|puts) ${PROPERTY} (?:back )?to (?<digits>\\d+)`,
    ({ digits }) => ({ kind: 'becomes', value: Number(digits) }),
  ),
  form(
    `${PROPERTY} (?:is|are|gets?|will be) ${ADVERBS}(?:set|filled(?: in| out)?|recorded|stamped|stored|populated|written|noted|generated|assigned|entered|saved|updated|refreshed)(?: (?:to|with|as) ${SET_TO})?`,
    () => ({ kind: 'set' }),
  ),
  form(
    `${ADVERBS}(?:sets?|records?|stamps?|fills?(?: in)?|stores?|populates?|notes?|writes?|saves?|generates?|assigns?|issues?|updates?|refreshes|setting|recording|stamping|filling(?: in)?) ${PROPERTY}(?: (?:to|with|as) ${SET_TO})?`,
    () => ({ kind: 'set' }),
  ),
  form(
    `${ADVERBS}(?:records?|stores?|notes?|writes?|saves?|keeps|puts|recording|storing) (?:the|your|its|today['’]s|today|an?) ?[\\w'’ -]{0,40}? ?(?:in|into|as|under|to) ${PROPERTY}`,
    () => ({ kind: 'set' }),
  ),
  form(`${PROPERTY} ${ADVERBS}(?:follows|follow suit|follows suit)`, () => ({ kind: 'set' })),
  form(`${PROPERTY} ?(?:=|:=|:) ?(?:${SET_TO}|current time|current date)`, () => ({ kind: 'set' })),
  form(`${PROPERTY} ?(?:=|:=) ?${VALUE}`, become),
  form(
    `${PROPERTY} (?:is|are|gets?|will be) ${ADVERBS}(?:cleared|emptied|unset|nulled|erased|removed)`,
    () => ({ kind: 'cleared' }),
  ),
  form(`${ADVERBS}(?:clears?|empties|unsets?|nulls?|clearing|emptying|unsetting) ${PROPERTY}`, () => ({
    kind: 'cleared',
  })),
  form(`${ITEM} ${ADVERBS}(?:gets|receives|is given|is assigned) ${PROPERTY}`, () => ({ kind: 'set' })),
  form(
    `${ITEM} ${ADVERBS}(?:earns|gains|receives|gets|is credited with|(?<down>loses)) ${NUMBER} (?:more )?${OWN_PROPERTY}`,
    added,
  ),
  form(`${PROPERTY} ${ADVERBS}${UP} by ${AMOUNT}`, added),
  form(`${PROPERTY} ${ADVERBS}${IS_ONE_MORE}`, added),
  form(
    `${PROPERTY} (?:is|are) ${ADVERBS}${NUMBER} (?:higher|more|greater|larger|up|(?<down>lower|less|fewer|smaller|down))`,
    added,
  ),
  form(`${ADVERBS}${UPS} ${PROPERTY} by ${AMOUNT}`, added),
  form(`${ADVERBS}${ONE_MORE} ${PROPERTY}`, added),
  form(
    `${ADVERBS}(?:adds?|adding|counts?|credits?|crediting) ${AMOUNT} (?:to|towards|onto) ${PROPERTY}`,
    added,
  ),
  form(
    `${ADVERBS}(?<down>subtracts?|deducts?|takes|removes?|debits?|subtracting|deducting|debiting) ${AMOUNT} (?:from|off) ${PROPERTY}`,
    added,
  ),
  form(`${AMOUNT} (?:is|are) ${ADVERBS}(?:added|credited) (?:back )?to ${PROPERTY}`, added),
  form(
    `${AMOUNT} (?:is|are) ${ADVERBS}(?<down>subtracted|deducted|taken|debited) (?:from|off) ${PROPERTY}`,
    added,
  ),
  form(
    `${ADVERBS}(?:moves?|pushes|extends?|postpones?|shifts?|prolongs?|defers?|advances?|moving|extending|postponing) ${PROPERTY} (?:out )?by ${SPAN}${LATER}?`,
    moved,
  ),
  form(`${ADVERBS}(?:moves?|pushes|shifts?|puts|sets|postpones?) ${PROPERTY} ${SPAN}${LATER}`, moved),
  form(`${ADVERBS}(?<back>brings? forward|moves? up) ${PROPERTY} by ${SPAN}`, moved),
  form(`${ADVERBS}(?:adds?|adding) ${SPAN} to ${PROPERTY}`, moved),
  form(
    `${PROPERTY} (?:is|gets|will be) ${ADVERBS}(?:moved|extended|postponed|shifted|prolonged|pushed(?: out)?|deferred) by ${SPAN}${LATER}?`,
    moved,
  ),
  form(
    `${PROPERTY} (?:is|gets|will be|moves?|shifts?) ${ADVERBS}(?:moved |pushed |shifted |set )?${SPAN}${LATER}`,
    moved,
  ),
]

/** The change that a clause states, with the words that name the item and the property. */
export function changeIn(marked: string): { change: Change; groups: Groups } | undefined {
  for (const { pattern, read } of FORMS) {
    const groups = pattern.exec(marked)?.groups
    const change = groups && read(groups)
    if (groups !== undefined && change !== undefined) return { change, groups }
  }
  return undefined
}

const VERB_WITH_OBJECT = new RegExp(`^${LEAD}(?<verb>\\w+) `, 'i')

/** The verb of a clause that begins with one. */
export const verbOf = (marked: string): string | undefined =>
  /^⟨/.test(marked) ? undefined : VERB_WITH_OBJECT.exec(marked)?.groups?.verb
