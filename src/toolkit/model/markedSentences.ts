/** Sentences of descriptions in which the items, the properties and the values that they name are marked. */
import { escaped } from '../openapi/templates.ts'
import { spokenState, statePattern } from './description.ts'
import { normal, remembered, wordsOf } from './vocabulary.ts'

/** An item that a description may be about. */
export interface Subject {
  /** Words of descriptions for it: `booking`. */
  nouns: readonly string[]
  /** The values of its status. */
  states: readonly string[]
  properties: readonly string[]
}

/**
 * A sentence with marks: `⟨N0⟩` for an item, by its index, `⟨P:due_on⟩` for a property, `⟨V:open⟩` for a state or another
 * value, and `⟨S⟩` for the word "status".
 */
export interface MarkedSentence {
  marked: string
  /** As written, for messages. */
  text: string
}

const DETERMINER =
  "(?:(?:the|an?|this|that|its|their|any|such an?|one|one['’]s) (?:same |related |associated |corresponding |respective |underlying |whole |given |relevant )?)"

/** The sentences of a text, with the entries of its lists. Lists of conditions are left out. */
export function markedSentences(text: string, subjects: readonly Subject[]): MarkedSentence[] {
  const marker = markerFor(subjects)
  return sentencesOf(text).map((one) => ({ marked: marker(one), text: one.replace(/;$/, '') }))
}

const INTRODUCTION =
  /\b(?:effects?|following|does|also|then|afterwards|result|outcome|happens?|changes?|notes?|steps?|details|rules?|behaviou?r|it)\b[^.]*:$/i

/** The sentences of a text without the marks of lists. */
function sentencesOf(text: string): string[] {
  const found: string[] = []
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.split(/\n(?=\s*(?:[-*•]|\d+[.)]) )/)
    const [first = '', ...entries] = lines
    // Entries of a list belong to the words before it: "Fails if:".
    const isList = entries.length > 0 || /^\s*(?:[-*•]|\d+[.)]) /.test(first)
    const before = /^\s*(?:[-*•]|\d+[.)]) /.test(first) ? (found.at(-1) ?? '') : first.trim()
    if (isList && before.endsWith(':') && !INTRODUCTION.test(before)) continue
    for (const line of lines.filter((one) => !/^\s*\|/.test(one)))
      found.push(
        ...line
          .replace(/^\s*(?:[-*•]|\d+[.)]) (?:\[[ x]\] )?/, '')
          .replaceAll(/\s+/g, ' ')
          .split(/(?<=[.;!])\s+(?=\S)/)
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      )
  }
  return found
}

type Marker = (sentence: string) => string

const markers = new WeakMap<readonly Subject[], Marker>()

function markerFor(subjects: readonly Subject[]): Marker {
  const found = markers.get(subjects) ?? createMarker(subjects)
  markers.set(subjects, found)
  return found
}

/** The values that every property may have. */
const VALUES = ['null', 'zero', 'true', 'false']

function createMarker(subjects: readonly Subject[]): Marker {
  const states = [...new Set([...subjects.flatMap((one) => one.states), ...VALUES])].sort(byLength)
  const properties = [...new Set(subjects.flatMap((one) => one.properties))].sort(byLength)
  const replacements = [
    ...quotedNames(properties, states),
    ...nounPatterns(subjects, states),
    ...bareNouns(subjects),
    ...spokenNames(properties),
    ...stateWords(states),
  ]
  return remembered((sentence) => {
    let marked = sentence.replace(ONE_LESS, oneLess)
    for (const { pattern, mark, isAcross } of replacements)
      marked = isAcross
        ? marked.replaceAll(pattern, mark)
        : outsideMarks(marked, (part) => part.replaceAll(pattern, mark))
    return marked
      .replaceAll(/[`"“”*]/g, '')
      .replaceAll(/(?<![\w-])(?:status|state)(?![\w-])/gi, '⟨S⟩')
      .replaceAll(/\s+/g, ' ')
      .replace(/[.;!]+$/, '')
      .trim()
  })
}

/** "There is one seat less left", "There are two seats more free" */
const ONE_LESS =
  /^there (?:is|are) (?:then |now )?(one|\d+|two|three) (?:(less|fewer|more) )?([a-z]+)(?: (less|fewer|more))?(?: (left|available|free|remaining|taken|booked|sold))?(?=[.;]?$)/i

/** The same with the name as the subject: "the seats left goes down by one". */
function oneLess(whole: string, amount: string, ...words: (string | undefined)[]): string {
  const [before, noun = '', behind, state] = words
  const change = before ?? behind
  if (change === undefined) return whole
  const nouns = /s$/i.test(noun) ? noun : `${noun}s`
  const name = [nouns, state].filter((one) => one !== undefined).join(' ')
  return `the ${name} ${/more/i.test(change) ? 'goes up' : 'goes down'} by ${amount}`
}

interface Replacement {
  pattern: RegExp
  mark(found: string): string
  /** Whether it may contain other marks. */
  isAcross?: true
}

const byLength = (one: string, other: string): number => other.length - one.length

const outsideMarks = (text: string, change: (part: string) => string): string =>
  text
    .split(/(⟨[^⟩]*⟩)/)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('')

/** Names and values in backticks or quotes, which are meant literally. */
function quotedNames(properties: readonly string[], states: readonly string[]): Replacement[] {
  const meant = new Map([
    ...properties.filter((one) => !isStatusWord(one)).map((one) => [one, `⟨P:${one}⟩`] as const),
    ...states.map((one) => [one, `⟨V:${one}⟩`] as const),
  ])
  const markOf = (name: string) => (isStatusWord(name) ? '⟨S⟩' : meant.get(name))
  return [
    // "`status: shipped`"
    {
      pattern: /`(?:status|state)(?::|=| =) ?["']?[\w-]+["']?`/gi,
      mark(found) {
        const value = /([\w-]+)["']?`$/.exec(found)?.[1] ?? ''
        return states.includes(value) ? `⟨S⟩ ⟨V:${value}⟩` : found
      },
    },
    { pattern: /[`"'‘“][\w.-]{1,60}[`"'’”]/g, mark: (found) => markOf(found.slice(1, -1)) ?? found },
  ]
}

const isStatusWord = (name: string): boolean => /^(?:status|state)$/i.test(name)

/** The nouns, also with their state before: "a pending booking". Nouns of two items name neither. */
function nounPatterns(subjects: readonly Subject[], states: readonly string[]): Replacement[] {
  const one = states.map(statePattern).join('|')
  const state = `(?:⟨V:[^⟩]+⟩|${one})`
  const adjectives = `(?:${state}(?:(?:,? (?:or|and) |, )${state})* )?`
  const all = subjects.flatMap(({ nouns }, index) => nouns.map((noun) => ({ noun, index })))
  const isShared = ({ noun, index }: { noun: string; index: number }) =>
    all.some((other) => other.index !== index && other.noun.toLowerCase() === noun.toLowerCase())
  return all
    .filter((one) => !isShared(one))
    .sort((a, b) => byLength(a.noun, b.noun))
    .map(({ noun, index }) => ({
      pattern: new RegExp(
        `(?<![\\w-])${DETERMINER}${adjectives}${singular(noun)}(?![\\w-]|['’]s? (?:${all.map((other) => singular(other.noun)).join('|')}))`,
        'gi',
      ),
      mark: () => `⟨N${index}⟩`,
      isAcross: true,
    }))
}

/** Nouns without an article before a verb: "Order becomes `paid`, slot becomes `free`." */
function bareNouns(subjects: readonly Subject[]): Replacement[] {
  const all = subjects.flatMap(({ nouns }, index) => nouns.map((noun) => ({ noun, index })))
  return all
    .filter(({ noun, index }) => all.every((one) => one.index === index || one.noun !== noun))
    .map(({ noun, index }) => ({
      pattern: new RegExp(
        `(?<=^|[,;] |, and |\\b(?:sets|marks|puts|moves) )${singular(noun)}(?= (?:becomes|goes|moves|turns|is (?:set|marked|moved)|status|to |as |into )|['’]s (?:status|state)\\b)`,
        'gi',
      ),
      mark: () => `⟨N${index}⟩`,
    }))
}

const singular = (noun: string): string =>
  wordsOf(noun)
    .map((word) => escaped(word))
    .join('[-_ ]?')

const SOLD = 'ordered|sold|booked|requested|purchased|received|returned|given'
/** Verbs after a name that begins a sentence: "Stock goes down by one." */
const MOVES = '(?: (?:is|goes|rises|increases|grows|drops|falls|decreases|becomes) )'

/** Names of several words as words, and those of one word after an owner or an article: "the account's balance". */
function spokenNames(properties: readonly string[]): Replacement[] {
  const spoken = properties.filter((one) => !isStatusWord(one) && !/^id$/i.test(one))
  const meant = new Map(spoken.map((one) => [normal(one), `⟨P:${one}⟩`] as const))
  const long = spoken.filter((one) => wordsOf(one).length > 1)
  const short = spoken.filter((one) => wordsOf(one).length === 1)
  const before = `(?<=(?:['’]s|\\b(?:its|the|their|number of|count of|by|${SOLD})) |^['’]s )`
  const general = `(?!(?:number|count|total|amount|value|date|time) of )`
  return [
    ...alternatives(long.flatMap(spellings), (words) => `(?<![\\w-])(?:${words})(?![\\w-])`),
    ...alternatives(short.flatMap(spellings), (words) => `${before}${general}(?:${words})(?![\\w-])`),
    ...alternatives(short.flatMap(spellings), (words) => `^(?:${words})(?=${MOVES})`),
  ].map((pattern) => ({ pattern, mark: (found) => meant.get(normal(found)) ?? found }))
}

/** A name as it is, and as words. */
const spellings = (name: string): string[] => [wordsOf(name).map(escaped).join('[ _-]'), escaped(name)]

const alternatives = (words: readonly string[], patternOf: (words: string) => string): RegExp[] =>
  words.length === 0 ? [] : [new RegExp(patternOf([...new Set(words)].join('|')), 'gi')]

function stateWords(states: readonly string[]): Replacement[] {
  const meant = new Map(states.map((one) => [normal(one), `⟨V:${one}⟩`] as const))
  const words = states.map((one) => escaped(spokenState(one)).replaceAll(' ', '[ _-]'))
  return [
    {
      pattern: new RegExp(`(?<![\\w-])(?:${words.join('|')})(?![\\w-])`, 'gi'),
      mark: (found) => meant.get(normal(found)) ?? found,
    },
  ]
}
