/**
 * Yes or no by the state and a date of an item: "A task is overdue when it is open or in progress and its `due_on` is before
 * today." Ambiguous sentences give no fact.
 */
import type { Json, JsonObject } from '../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, Parameter } from './api.ts'
import { momentsOf } from './bounds.ts'
import { descriptionOf, inEitherNumber, plainSentences, statePattern } from './description.ts'
import { itemProperties, statementsOn } from './filters.ts'
import { bodyProperties, shownProperties } from './operationProperties.ts'
import { queryInputs } from './queryInputs.ts'
import { nounsOf } from './relations.ts'
import type { Resource } from './resources.ts'
import { statusOf } from './roles.ts'
import { propertyIn } from './spokenNames.ts'

export interface StatedFlag {
  /** The states in which items are meant; undefined: in each. */
  states: { property: string; values: readonly string[] } | undefined
  /** The date that decides, and whether it has passed; undefined: none. */
  date: { property: string; format: 'date' | 'date-time'; isPast: boolean } | undefined
  /** The sentence, for messages. */
  text: string
}

/** The boolean parameters of a list whose description states which items they are about. */
export function statedFlags(api: Api, resource: Resource): (StatedFlag & { input: Parameter })[] {
  const { list } = resource
  if (list === undefined) return []
  const shown = itemProperties(api, list)
  const names = new Set(shown.map(([name]) => name))
  return queryInputs(api, list).flatMap((input) => {
    // A flag of that name is compared as it is.
    if (!isBoolean(api, input.schema) || names.has(input.name)) return []
    const flag = flagOf(statementsOn(api, input), wordsFor(api, resource, shown))
    return flag === undefined ? [] : [{ input, ...flag }]
  })
}

/** The boolean properties of an item that only the server sets, and whose description states when they are true. */
export function derivedFlags(api: Api, resource: Resource): (StatedFlag & { property: string })[] {
  const shown = [...shownProperties(api, resource)]
  const sent = new Set(
    [resource.create, resource.update].flatMap((one) => [...bodyProperties(api, one).keys()]),
  )
  return shown.flatMap(([property, schema]) => {
    if (!isBoolean(api, schema) || sent.has(property)) return []
    const text = descriptionOf(withoutNull(api.document, viewOf(api.document, schema)))
    const flag = flagOf(text, wordsFor(api, resource, shown))
    return flag === undefined ? [] : [{ property, ...flag }]
  })
}

/** Whether a schema allows a boolean, and null at most. */
export const isBoolean = ({ document }: Api, schema: Json | undefined): boolean =>
  typesOf(withoutNull(document, viewOf(document, schema))).join() === 'boolean'

const wordsFor = (api: Api, resource: Resource, shown: readonly [string, Json][]): Words => ({
  nouns: nounsOf(resource),
  status: statusOf(api, resource),
  moments: momentsOf(api.document, shown),
})

function flagOf(description: string, words: Words): StatedFlag | undefined {
  if (OTHERWISE.test(description)) return undefined
  for (const text of plainSentences(description)) {
    const found = flagIn(text, words)
    if (found !== undefined) return { ...found, text }
  }
  return undefined
}

interface Words {
  nouns: readonly string[]
  status: { property: string; values: readonly string[] } | undefined
  moments: readonly { name: string; format: 'date' | 'date-time' }[]
}

type Stated = Pick<StatedFlag, 'states' | 'date'>

/** Words of flags that add items, leave them out, or are false. */
const OTHERWISE =
  /\b(?:includ\w*|also|exclud\w*|hid\w*|omit\w*|leav\w*|left|skip\w*|except\w*|exempt\w*|never|unless|without|false (?:if|when|for))\b/i

/** "A task is late when", "Only tasks that are", "True exactly if" */
const introduction = (nouns: readonly string[]): RegExp => {
  const noun = `(?:${nouns.map(inEitherNumber).join('|')})`
  const when = '(?:when(?:ever)?|if(?: and only if)?|while) (?:it is |they are |its |their |the )?'
  const those = '(?:(?:that|which|who) (?:are|is|have|has) |whose |with (?:an? |their |the )?)'
  return new RegExp(
    `^\\W*(?:(?:an? |the )?${noun} (?:is|are|counts? as) (?:called |considered )?[\\w-]+ ${when}|(?:(?:if|when|with) true,? )?(?:lists |returns |shows )?only (?:the |those )?${noun} ${those}|(?:is )?true (?:exactly |only )?(?:${when}|for (?:an? )?${noun} ${those}))`,
    'i',
  )
}

/** The conditions of a sentence; undefined where one of its clauses is not understood. */
function flagIn(sentence: string, words: Words): Stated | undefined {
  const begins = introduction(words.nouns).exec(sentence)?.[0]
  if (begins === undefined) return undefined
  const found: Stated = { states: undefined, date: undefined }
  for (const clause of sentence
    .slice(begins.length)
    .split(/,? and (?=(?:its|their|the|whose|it|that|which|is|are|has|have|still|not|in)\b)/i)) {
    const states = found.states === undefined ? statesIn(withoutNoun(clause, words), words) : undefined
    const date = states === undefined && found.date === undefined ? dateIn(clause, words) : undefined
    if (states === undefined && date === undefined) return undefined
    found.states ??= states
    found.date ??= date
  }
  return found.date === undefined ? undefined : found
}

const LEAD =
  /^(?:(?:it|they|that|which|its status|their status|the status|status) )?(?:(?:is|are|has|have) )?(?:still |currently )?(?:in )?/i

/** "the invoice is open" as "is open" */
const withoutNoun = (clause: string, { nouns }: Words): string =>
  clause
    .trim()
    .replace(new RegExp(`^(?:the |an? )?(?:${nouns.map(inEitherNumber).join('|')}) (?=is |are )`, 'i'), '')

function statesIn(clause: string, { status }: Words): StatedFlag['states'] {
  if (status === undefined) return undefined
  const plain = clause
    .trim()
    .replace(LEAD, '')
    .replace(/ state$| status$/i, '')
  const one = `(?:${status.values.map(statePattern).join('|')})`
  const [, not, list] =
    new RegExp(`^(?:(not|neither) )?(?:yet )?(${one}(?:(?:,? (?:or|nor|and)|,) ${one})*)$`, 'i').exec(
      plain,
    ) ?? []
  if (list === undefined) return undefined
  const isListed = (state: string) =>
    new RegExp(`(?<![\\w-])${statePattern(state)}(?![\\w-])`, 'i').test(list)
  return {
    property: status.property,
    values: status.values.filter((state) => isListed(state) === (not === undefined)),
  }
}

/** Letters of a clause that is read. */
const MAX_CLAUSE = 200
const PAST =
  '(?:before|earlier than|prior to) (?:today|now|the current (?:date|day|time|moment))|in the past|passed|over'
const FUTURE = '(?:after|later than) (?:today|now|the current (?:date|day|time|moment))|in the future'
const DATED = new RegExp(
  `^(?:whose |its |their |the |an? )?(?<property>[\\w -]+?)(?: (?:is|are|was|lies|has|have|been|already))* (?:(?<past>${PAST})|(?<future>${FUTURE}))$`,
  'i',
)

function dateIn(clause: string, { moments }: Words): StatedFlag['date'] {
  if (clause.length > MAX_CLAUSE) return undefined
  const { property = '', past } = DATED.exec(clause.trim())?.groups ?? {}
  const name = propertyIn(
    property,
    moments.map((one) => one.name),
  )
  const moment = moments.find((one) => one.name === name)
  return moment && { property: moment.name, format: moment.format, isPast: past !== undefined }
}

/**
 * Whether an item is meant.
 * @param now the time, in milliseconds since 1970
 * @returns undefined where it does not show the values, or its date is close to the present
 */
export function isMeant(
  { states, date }: Pick<StatedFlag, 'states' | 'date'>,
  item: JsonObject,
  now: number,
): boolean | undefined {
  if (states !== undefined) {
    const state: Json | undefined = item[states.property]
    if (typeof state !== 'string') return undefined
    if (!states.values.includes(state)) return false
  }
  if (date === undefined) return true
  const value = item[date.property]
  if (value === null) return false
  const distance = Date.parse(String(value)) - now
  if (Number.isNaN(distance) || Math.abs(distance) < 2 * DAY) return undefined
  return distance < 0 === date.isPast
}

const DAY = 86_400_000
