/** Effects of an operation on the properties of its item, as descriptions state them: "Sets `closed_at`". */
import type { Json } from '../openapi/document.ts'
import { escaped } from '../openapi/templates.ts'
import { asWords } from './description.ts'
import { wordsOf } from './vocabulary.ts'

export interface Effect {
  property: string
  /** The new value. Undefined: any value but null. */
  value: Json | undefined
  /** The sentence, for messages. */
  text: string
}

/** Sentences about what happens in some cases only, or to other items. */
const CONDITIONAL =
  /\b(?:not|never|without|which|for|later|after|asynchronous\w*|job|opposite|if|when|whenever|unless|only|once|until|except|otherwise|may|might|can|cannot|must|should|would|every|each|all|other|their|4\d\d|by default|defaults?)\b/i

const VALUES: Readonly<Record<string, Json>> = { null: null, zero: 0, true: true, false: false }

/**
 * @param properties of the item
 * @param states values of its status
 * @example effectsIn('Closes the issue and sets `closed_at`.', ['closed_at'], []) // [{ property: 'closed_at', … }]
 */
export function effectsIn(text: string, properties: readonly string[], states: readonly string[]): Effect[] {
  const found = text.split(/(?<=[.;])\s+|\n\s*\n/).flatMap((sentence) => {
    if (CONDITIONAL.test(sentence)) return []
    const marked = properties.reduce(
      (rest, property, index) => rest.replaceAll(spoken(property), `§${index}§`),
      sentence.replaceAll(/\s+/g, ' '),
    )
    const name = (mark: string) => properties[Number(mark.slice(1, -1))] ?? ''
    return phrasesIn(marked, states).flatMap(({ marks, value }) =>
      marks.map((mark): Effect => ({ property: name(mark), value, text: sentence.trim() })),
    )
  })
  const values = new Map(found.map((one) => [one.property, one]))
  // Two sentences about one property describe two cases.
  return [...values.values()].filter(
    ({ property, value }) => !found.some((one) => one.property === property && one.value !== value),
  )
}

/** A name in backticks, or, where it has several words, as these words. */
function spoken(property: string): RegExp {
  const plain =
    wordsOf(property).length > 1 ? `|(?<![\\w\`])(?:the |its )?${asWords(property)}(?![\\w\`])` : ''
  return new RegExp(`\`${escaped(property)}\`${plain}`, 'gi')
}

const MARKS = '(?:the |its )?((?:§\\d+§(?:,? and |, )?)+)'
const VALUE = '[`"\']?([\\w-]+)[`"\']?'

/** The verbs of a sentence with the properties that they are about. */
function phrasesIn(
  marked: string,
  states: readonly string[],
): { marks: string[]; value: Json | undefined }[] {
  const marksOf = (text = '') => text.match(/§\d+§/g) ?? []
  const read = (word: string): Json | undefined => {
    const known = word.toLowerCase()
    if (known in VALUES) return VALUES[known]
    return /^\d+$/.test(word) ? Number(word) : states.find((state) => state === word)
  }
  const given = [
    ...marked.matchAll(
      new RegExp(
        `\\b(?:sets?|setting) ${MARKS}? ?to ${VALUE}|${MARKS} ?(?:becomes?|is set to|are set to|goes? (?:back )?to) ${VALUE}`,
        'gi',
      ),
    ),
  ]
  const withValue = given.flatMap(([, first, to, second, becomes]) => {
    const value = read(to ?? becomes ?? '')
    return value === undefined ? [] : [{ marks: marksOf(first ?? second), value }]
  })
  const cleared = [
    ...marked.matchAll(new RegExp(`\\b(?:clears?|clearing|empties|unsets?|nulls?) ${MARKS}`, 'gi')),
  ].map(([, names]) => ({ marks: marksOf(names), value: null }))
  const set = [
    ...marked.matchAll(new RegExp(`\\b(?:sets?|setting|records?|stamps?|fills?) ${MARKS}(?! ?to\\b)`, 'gi')),
  ].map(([, names]) => ({ marks: marksOf(names), value: undefined }))
  return [...withValue, ...cleared, ...set]
}
