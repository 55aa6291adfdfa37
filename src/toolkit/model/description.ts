/** Facts in English descriptions. The only module that reads prose; ambiguous sentences give no fact. */

import { isObject, type Json } from '../openapi/document.ts'
import { escaped } from '../openapi/templates.ts'
import { COMMON_WORDS, normal } from './vocabulary.ts'

/** The description of a parameter, a schema or a response; '' where it has none. */
export const descriptionOf = (node: Json | undefined): string =>
  isObject(node) && typeof node.description === 'string' ? node.description : ''

/** Whether a text contains the name of a property as a separate word. */
export const names = (text: string, property: string): boolean =>
  new RegExp(`(?<![\\w-])${escaped(property)}(?![\\w-])`, 'i').test(text)

/** The same, but a common word such as name has to be in quotes or backticks. */
export const namesPlainly = (text: string, property: string): boolean =>
  COMMON_WORDS.includes(normal(property))
    ? new RegExp(`[\`"']${escaped(property)}[\`"']`, 'i').test(text)
    : names(text, property)

/** Whether a text is about the last update or the creation; undefined for neither and for both. */
export function momentIn(text: string): 'updatedAt' | 'createdAt' | undefined {
  const [changed, created] = [
    /\b(updated|modified|changed|edited)\b/i.test(text),
    /\b(created|made|added|registered)\b/i.test(text),
  ]
  return changed === created ? undefined : changed ? 'updatedAt' : 'createdAt'
}

/** The part of a string that a filter compares; undefined if unknown, or for the whole string. */
export function partIn(text: string): 'contains' | 'prefix' | undefined {
  if (/\bexact(ly)?\b/i.test(text)) return undefined
  if (/\b(prefix|i?starts?_?( ?with|ing with)|begins? with|beginning with)\b/i.test(text)) return 'prefix'
  return /\b(i?contain(s|ing)?|substring|part(s|ial|ially)?|search(es)?|fuzzy)\b/i.test(text)
    ? 'contains'
    : undefined
}

/** Whether a comparison is case-insensitive. */
export const ignoresCase = (text: string): boolean =>
  /\bcase[- ]?insensitiv|\b(regardless of|ignor\w+|without regard to) (the )?case\b/i.test(text) ||
  /\b(capital|upper[- ]?case)\b.*\b(small|lower[- ]?case)\b/i.test(text) ||
  (/case/i.test(text) && /insensitive|without regard|regardless|ignor/i.test(text))

/** Whether items have to match all values of a filter, or any; undefined if unknown. */
export function severalIn(text: string): 'all' | 'any' | undefined {
  const [all, any] = [
    /\b(all of|every one of|each of)\b/i.test(text),
    /\b(any of|one of|at least one|either)\b/i.test(text),
  ]
  return all === any ? undefined : all ? 'all' : 'any'
}

/** Whether the values of a filter are the ends of a range. */
export const saysRange = (text: string): boolean => /\b(between|range|interval|from .* to)\b/i.test(text)

/** Whether a bound is inclusive: "at or after this moment"; undefined if unknown. */
export function inclusiveIn(description: string): boolean | undefined {
  const text = description.toLowerCase()
  if (/exclusive|strictly|not included|excluding/.test(text)) return false
  if (/\bat (least|most)\b|\b(is|was) this( one)? or\b/.test(text)) return true
  if (/inclusive|included|including|\bat or (after|before)\b|\bon or (after|before)\b/.test(text)) return true
  const MOMENT = '(this|that|the|the given|a given) (moment|time|instant|timestamp|day|date|one)'
  if (new RegExp(`\\bat ${MOMENT} or\\b|\\b(not|no) (earlier|later|before|after)\\b`).test(text)) return true
  return new RegExp(`\\b(before|after) ${MOMENT}\\b`).test(text) ? false : undefined
}

/** The property that a bound is about: "Orders whose total_cents is at least this". */
export function boundedProperty(text: string, properties: readonly string[]): string | undefined {
  const named = properties.filter((property) => {
    const words = property
      .split(/[-_]|(?<=[a-z])(?=[A-Z])/)
      .map(escaped)
      .join('[-_ ]?')
    return new RegExp(`\\bwhose [\`"]?${words}[\`"]? (is|was|lies)\\b`, 'i').test(text)
  })
  return named.length === 1 ? named[0] : undefined
}

/** Whether a text names a unit: "in cents". */
export const saysUnit = (text: string, unit: string): boolean =>
  new RegExp(`\\bin ${escaped(unit)}\\b`, 'i').test(text)

export interface SpokenOrder {
  /** The sort key: the creation, or a property. */
  by: 'creation' | { property: string }
  descending: boolean
  /** The words of the description, for messages. */
  words: string
}

/** A conditional sentence is not about the default. */
const CONDITIONAL = /\b(if|when|whenever|unless|with|where|otherwise|except|but|then|may|can|could|either)\b/i
const NEWEST =
  /\b(?:newest|latest|most recent(?:ly (?:created|added|made))?)(?: \w+)?(?: (?:comes?|is|are))?[ -]first\b/i
const OLDEST =
  /\b(?:oldest|earliest)(?: \w+)?(?: (?:comes?|is|are))?[ -]first\b|\bin (?:the )?order of (?:their )?creation\b|\bin the order in which they were (?:created|made|added)\b/i
/** `sorted by name, ascending`, ``ordered by `createdAt` descending``. */
const SORTED =
  /\b(?:sorted|ordered)(?: (?:alphabetically|numerically))? by [`"]?(\w+)[`"]?(?:,? ?\(?(?:in )?(ascending|descending|rising|falling)\b)/i

/**
 * Finds the default order of a list.
 * @param texts descriptions of the list
 * @param ofParameter the description of its sort parameter; only sentences with "default" count
 * @returns undefined if there is no such sentence, or if sentences contradict each other
 */
export function orderIn(
  texts: readonly string[],
  ofParameter: string,
  properties: readonly string[],
): SpokenOrder | undefined {
  const said = [
    ...texts.flatMap(sentencesOf),
    ...sentencesOf(ofParameter).filter((one) => /\bdefault\b/i.test(one)),
  ].flatMap((sentence) => orderOfSentence(sentence, properties) ?? [])
  const [first] = said
  const same = said.every(
    (one) =>
      one !== 'unclear' &&
      first !== 'unclear' &&
      one.descending === first?.descending &&
      keyOf(one) === keyOf(first),
  )
  return first === undefined || first === 'unclear' || !same ? undefined : first
}

const keyOf = ({ by }: SpokenOrder): string => (by === 'creation' ? '' : by.property)

const sentencesOf = (text: string): string[] =>
  text.split(/[.;:](?:\s|$)|\n\s*\n/).filter((one) => one.trim() !== '')

function orderOfSentence(
  sentence: string,
  properties: readonly string[],
): SpokenOrder | 'unclear' | undefined {
  const [newest, oldest, sorted] = [NEWEST, OLDEST, SORTED].map((pattern) => pattern.exec(sentence))
  const hits = [newest, oldest, sorted].filter((hit) => hit !== null && hit !== undefined)
  const [hit] = hits
  if (hit === undefined) return undefined
  const several = hits.length > 1 || sentence.split(/\bfirst\b/i).length > 2
  if (several || CONDITIONAL.test(sentence)) return 'unclear'
  const words = hit[0]
  if (hit === newest || hit === oldest) return { by: 'creation', descending: hit === newest, words }
  const property = properties.find((one) => normal(one) === normal(hit[1] ?? ''))
  if (property === undefined) return 'unclear'
  return { by: { property }, descending: /^(desc|fall)/i.test(hit[2] ?? ''), words }
}

const UP = /\b(ascending|rising|oldest first|smallest first|a to z)\b/
const DOWN = /\b(descending|falling|newest first|latest first|most recent first|largest first)\b/
/** Words about how to request the other direction, which is not the default. */
const ASKING =
  /\b(minus|hyphen|dash|sign|prefix|prefixed|prefixing|prepend|preceded?|append|suffix|add|use|pass|put|give)\b|[`'"(]-/

/** The default direction of a sort parameter, and whether a sign before a key reverses it. */
export function directionIn(description: string): {
  said: 'ascending' | 'descending' | undefined
  signed: boolean
} {
  const sentences = description.toLowerCase().split(/[.;](?:\s|$)/)
  const plain = sentences.filter((one) => !ASKING.test(one)).join('. ')
  const [up, down] = [UP.test(plain), DOWN.test(plain)]
  return {
    said: up === down ? undefined : up ? 'ascending' : 'descending',
    signed: sentences.some((one) => ASKING.test(one) && DOWN.test(one) && !UP.test(one)),
  }
}
