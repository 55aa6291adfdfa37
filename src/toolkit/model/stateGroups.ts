/** Words that descriptions define for several states: "An application is called active while its status is `screening` or `offered`." */
import { inEitherNumber, plainSentences, statePattern } from './description.ts'

/** A word and the states that it means. */
interface StateGroup {
  word: string
  states: readonly string[]
}

const STATUS = '(?:status(?:es)?|states?)'

/**
 * The words that texts define for several states.
 * @param nouns words for the item that is in them
 * @example stateGroups(['Open orders are those in `new` or `paid`.'], ['order'], ['new', 'paid', 'sent']) // open: new, paid
 */
export function stateGroups(
  texts: readonly string[],
  nouns: readonly string[],
  states: readonly string[],
): StateGroup[] {
  if (states.length < 2) return []
  const found = [...new Set(texts)].flatMap((text) => groupsIn(text, nouns, states))
  // A word with two meanings has none.
  return found.filter(({ word, states: meant }) =>
    found.every((other) => other.word !== word || other.states.join() === meant.join()),
  )
}

function groupsIn(text: string, nouns: readonly string[], states: readonly string[]): StateGroup[] {
  const noun = `(?:${nouns.map(inEitherNumber).join('|')})`
  const one = `(?:${states.map(statePattern).join('|')})`
  const list = `(?:either )?(?<list>${one}(?:(?:,? (?:or|and)|,) ${one})+)`
  const being =
    '(?:is|are|counts?|is called|are called|is considered|are considered|is regarded|is said to be)'
  const inList = `(?:(?:(?:its|the|their) ${STATUS} (?:is|are)|(?:it|they) (?:is|are)|in)(?: (?:in|one of))?(?: (?:the )?${STATUS})? )`
  const forms = [
    `(?:an?|the|any|all) ${noun} ${being} (?:as )?(?:called )?(?<word>\\w+) (?:while|when|if|as long as|whenever) ${inList}${list}`,
    `(?:an? )?(?<word>\\w+) ${noun} (?:is|are|means) (?:those|ones|one|any|all|an?)? ?(?:${noun} )?(?:in|that are|that is|which are|with|whose ${STATUS} is|in any of)(?: (?:the )?${STATUS})? ${list}`,
    `(?<word>\\w+)(?: ${noun})? (?:here )?(?:means|stands for) ${list}`,
  ].map((form) => new RegExp(`^(?:here,? )?${form}\\W*$`, 'i'))
  return plainSentences(text, '.;').flatMap((sentence): StateGroup[] => {
    for (const form of forms) {
      const { word, list: named = '' } = form.exec(sentence)?.groups ?? {}
      const isState = word !== undefined && new RegExp(`^${one}$`, 'i').test(word)
      if (word === undefined || isState || /^(?:all|any|other|some|only|the|these|those)$/i.test(word))
        continue
      const meant = states.filter((state) =>
        new RegExp(`(?<![\\w-])${statePattern(state)}(?![\\w-])`, 'i').test(named),
      )
      return [{ word: word.toLowerCase(), states: meant }]
    }
    return []
  })
}

/** The word for states in which an item is over, and the states that are certainly meant by it. */
const OVER = ['closed']
const FINAL = /^(?:completed?|cancell?ed|done|finished|resolved|closed)$/i

/** The groups that need no definition: "closed orders" are those that are completed or cancelled. */
export function finalGroups(states: readonly string[]): StateGroup[] {
  const final = states.filter((state) => FINAL.test(state))
  return final.length < 2
    ? []
    : OVER.filter((word) => !states.some((state) => state.toLowerCase() === word)).map((word) => ({
        word,
        states: final,
      }))
}

/** The text with the states of a group instead of its word before a noun: "all active orders". */
export function withGroups(text: string, groups: readonly StateGroup[], nouns: readonly string[]): string {
  const noun = `(?:${nouns.map(inEitherNumber).join('|')})`
  let changed = text
  for (const { word, states } of groups)
    changed = changed.replaceAll(
      new RegExp(`(?<![\\w-])[*\`]*${word}[*\`]* (?=${noun}(?![\\w-]))`, 'gi'),
      `${states.slice(0, -1).join(', ')} or ${states.at(-1)} `,
    )
  return changed
}
