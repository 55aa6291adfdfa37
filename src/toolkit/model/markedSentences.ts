/** Sentences of descriptions in which the items, the properties and the values that they name are marked. */
import { escaped } from '../openapi/templates.ts'
import { spokenState } from './description.ts'
import { remembered, wordsOf } from './vocabulary.ts'

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
    ...spokenNames(properties),
    ...stateWords(states),
  ]
  return remembered((sentence) => {
    let marked = sentence
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

interface Replacement {
  pattern: RegExp
  mark: string
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
  const quoted = (name: string) => new RegExp(`[\`"'‘“]${escaped(name)}[\`"'’”]`, 'g')
  return [
    ...states.map((one) => ({ pattern: quoted(one), mark: `⟨V:${one}⟩` })),
    ...properties
      .filter((one) => !states.includes(one) && !isStatusWord(one))
      .map((one) => ({ pattern: quoted(one), mark: `⟨P:${one}⟩` })),
    { pattern: /`(?:status|state)`/gi, mark: '⟨S⟩' },
    // "`status: shipped`"
    ...states.map((one) => ({
      pattern: new RegExp(`\`(?:status|state)(?::|=| =) ?["']?${escaped(one)}["']?\``, 'gi'),
      mark: `⟨S⟩ ⟨V:${one}⟩`,
    })),
  ]
}

const isStatusWord = (name: string): boolean => /^(?:status|state)$/i.test(name)

/** The nouns, also with their state before: "a pending booking". Nouns of two items name neither. */
function nounPatterns(subjects: readonly Subject[], states: readonly string[]): Replacement[] {
  const one = states.map((state) => escaped(spokenState(state)).replaceAll(' ', '[ _-]')).join('|')
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
      mark: `⟨N${index}⟩`,
      isAcross: true,
    }))
}

const singular = (noun: string): string =>
  wordsOf(noun)
    .map((word) => escaped(word))
    .join('[-_ ]?')

/** Names of several words as words, and those of one word after an owner or an article: "the account's balance". */
function spokenNames(properties: readonly string[]): Replacement[] {
  return properties
    .filter((one) => !isStatusWord(one) && !/^id$/i.test(one))
    .map((name) => {
      const words = wordsOf(name)
      const spoken = words.map((word) => escaped(word)).join('[ _-]')
      const pattern =
        words.length > 1
          ? `(?<![\\w-])(?:${spoken}|${escaped(name)})(?![\\w-])`
          : `(?<=(?:['’]s|⟩['’]s|\\b(?:its|the|their|number of|count of)) |^['’]s )${spoken}(?![\\w-])${/^(?:number|count|total|amount|value|date|time)$/i.test(name) ? '(?! of )' : ''}`
      return { pattern: new RegExp(pattern, 'gi'), mark: `⟨P:${name}⟩` }
    })
}

const stateWords = (states: readonly string[]): Replacement[] =>
  states.map((state) => ({
    pattern: new RegExp(`(?<![\\w-])${escaped(spokenState(state)).replaceAll(' ', '[ _-]')}(?![\\w-])`, 'gi'),
    mark: `⟨V:${state}⟩`,
  }))
