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
  /\b(?:not|never|without|which|for|later|after|asynchronous\w*|(?:a|nightly|batch|cron|scheduled|periodic|separate) job|opposite|if|when|whenever|unless|only|once|until|except|otherwise|may|might|can|cannot|must|should|would|every|each|all|other|their|4\d\d|by default|defaults?)\b|^\W*(?:the|an?|any) (?:[\w-]+ ){1,3}?that\b/i

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

/** The new state of an item that another one refers to, by the description of a request of the other one. */
export interface RelatedEffect {
  state: string
  /** The state in which an item gets it. Empty: any. */
  from: readonly string[]
  /** The sentence, for messages. */
  text: string
}

/** Words of effects at another moment, in the background, or of another request: "undoes the request that …". */
const ELSEWHEN =
  /\b(?:at|within|soon|during|overnight|nightly|tomorrow|before|last|final\w*|provided|as long as|in case|so long as|undo\w*|revert\w*|revers\w+|that \w+s)\b|\bon (?:the|its|their|\w+ion)\b/i
/** Parts of a sentence about other items, or about what is possible then. */
const BESIDES =
  /,? and (?:all|any|every) other\b[^,;]*(?=[,;.]|$)|, has no \w+ any ?more\b|,? and (?:may|can) (?:then )?be \w+(?: (?:again|anew|once more))?(?=[\s.;]*$)/gi
const IN_BACKGROUND = /\b(?:eventually|background|asynchronous\w*)\b/i
/** Only these words may be directly before and after an effect. */
const START =
  '(?:^\\W*(?:(?:it|this|then|now|also) )*|, (?:and |so |then )?|\\band (?:(?:then|also) )?|\\b(?:this|it|also|then) )'
const END =
  '(?=(?:,? (?:again|too|as well|immediately|at once|now|once more|accordingly))?(?:\\W*$|, (?:and|so)\\b))'

const BECOMES =
  '(?:becomes?|is (?:then )?set (?:back )?to|is (?:then )?marked(?: as)?|is (?:now|again|then)|goes(?: back)? to|changes(?: back)? to|turns(?: back)?(?: to| into)?|returns to|moves(?: back)? to|switches(?: back)? to)'
const MAKES =
  '(?:marks?|sets?|makes?|puts?|moves?|returns?|changes?|switches|flips?|turns?|marking|setting|making|putting|moving|returning|changing)'
const STATE_OF = '(?:(?:the )?(?:status|state) )?'

/** "A received sample becomes in progress", "If the order of the payment is still open, it becomes paid" */
const casesOf = (noun: string, one: string, state: string): RegExp[] =>
  [
    `(?:an?|any) (${one}) ${noun} (?:also |then )?${BECOMES} ${STATE_OF}${state}`,
    `if (?:the|its|that) ${noun}(?: of (?:the|this|that) \\w+)? is (?:still |yet )?(${one}), (?:it|the ${noun}) (?:also |then )?${BECOMES} ${STATE_OF}${state}`,
  ].map((form) => new RegExp(`^\\W*${form}`, 'i'))

/**
 * The states that an operation gives an item that its own item refers to.
 * @param nouns what descriptions call the other item
 * @param states the values of its status
 * @example relatedEffectsIn('Ends the trip; the vehicle becomes `idle`.', ['vehicle'], ['idle', 'in_use'])
 */
export function relatedEffectsIn(
  text: string,
  nouns: readonly string[],
  states: readonly string[],
): RelatedEffect[] {
  if (nouns.length === 0 || states.length === 0 || IN_BACKGROUND.test(text)) return []
  const noun = `(?:${nouns.map((one) => asWords(one)).join('|')})`
  const spellings = states.map((state) => ({ state, words: wordsOf(state).map(escaped).join('[ _-]') }))
  const state = `(${spellings.map(({ words }) => words).join('|')})${END}`
  const patterns = [
    `(?:the|its|that) ${noun}(?:['’]s (?:status|state))? (?:also )?${BECOMES} ${STATE_OF}${state}`,
    `${MAKES} (?:the|its|that) ${noun}(?:['’]s (?:status|state))? (?:(?:as|to|into|back to|back in|in) )?${STATE_OF}${state}`,
    `(?:the )?(?:status|state) of (?:the|its|that) ${noun} ${BECOMES} ${state}`,
    `${MAKES} the (?:status|state) of (?:the|its|that) ${noun} (?:back )?to ${state}`,
  ].map((one) => new RegExp(START + one, 'i'))
  const cases = casesOf(noun, spellings.map(({ words }) => words).join('|'), state)
  const stateOf = (words: string) =>
    spellings.find((one) => new RegExp(`^${one.words}$`, 'i').test(words))?.state
  const found = text.split(/(?<=[.;])\s+|\n\s*\n/).flatMap((sentence): RelatedEffect[] => {
    const plain = sentence.replaceAll(/[`*"]/g, '').replaceAll(/\s+/g, ' ').replaceAll(BESIDES, '')
    const [from, to] = cases
      .flatMap((one) => [one.exec(plain)?.slice(1, 3) ?? []])
      .find((one) => one.length > 0)
      ?.map(stateOf) ?? [undefined, undefined]
    if (from !== undefined && to !== undefined && from !== to)
      return [{ state: to, from: [from], text: sentence.trim() }]
    if (CONDITIONAL.test(plain) || ELSEWHEN.test(plain.replaceAll(/\bat once\b/gi, ''))) return []
    const words = patterns.flatMap((one) => one.exec(plain)?.[1] ?? [])
    return spellings.flatMap((one) =>
      words.some((word) => new RegExp(`^${one.words}$`, 'i').test(word))
        ? [{ state: one.state, from: [], text: sentence.trim() }]
        : [],
    )
  })
  // Two sentences about one item describe two cases.
  return new Set(found.map((one) => one.state)).size === 1 ? found.slice(0, 1) : []
}
