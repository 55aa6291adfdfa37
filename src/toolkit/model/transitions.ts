/** Status values that can follow each other, as descriptions list them: "`draft` → `open` → `closed`". */
import { escaped } from '../openapi/templates.ts'

export interface Transitions {
  /** The states that can follow a state. */
  after: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether the text excludes all others. */
  isComplete: boolean
  /** The sentence with the first one, for messages. */
  text: string
}

const ARROW = '\\s*(?:→|⟶|➔|=>|-+>)\\s*'
const ANY_ARROW = /→|⟶|➔|=>|-+>|↔|⇄|⇌/g
/** Transitions from more states than the arrows show. */
const ANYTIME = /↔|⇄|⇌|<-|\b(?:at any time|from any|any (?:other )?(?:state|status) can)\b/i
/** Statements that no other transition is possible. */
const ONLY =
  /\b(?:any|every|all) other (?:status(?:es)?|states?|transitions?|changes?|moves?)\b|\bothers?\b.*\b(?:4\d\d|rejected|fail|invalid|not (?:allowed|possible))|\b(?:nothing|no other|anything) else\b|\bno others?\b|\bno (?:skipping|shortcuts?|jumps?|jumping|way back|going back|steps? back)\b|\bone (?:step|state|status) at a time\b|\bstep by step\b|\bin (?:exactly )?this order\b|\bonly (?:these|the following)\b|\bonly (?:along|forwards?|via|through|as follows)\b|\b(?:allowed|valid|permitted|legal|possible) (?:status |state )?(?:transitions|changes|moves)\b|\b(?:invalid|illegal|forbidden|disallowed|impossible) (?:status |state )?(?:transitions?|changes?|moves?)\b|\b(?:transition|change|move)s? (?:is|are) (?:not|invalid|illegal)\b|\botherwise\b[^.;]{0,40}\b4\d\d\b|\b4\d\d\b\)?[^.;]{0,20}\botherwise\b/i

/** Whether a text is about changes of a status, and not about the changes of an item in some state. */
export const saysTransitions = (text: string): boolean =>
  /→|⟶|➔|=>|-+>|↔|⇄|⇌|\btransitions?\b|\b(?:status|state) changes?\b|\bchanges? (?:of|in|to) (?:the |its )?(?:status|state)\b|\bmoves?\b/i.test(
    text,
  )

/**
 * @param texts descriptions of the update, of its error responses and of the property with the status
 * @returns undefined where no text lists transitions between these states
 * @example transitionsIn(['draft → open/void. Any other transition: 409.'], ['draft', 'open', 'void'])
 */
export function transitionsIn(texts: readonly string[], states: readonly string[]): Transitions | undefined {
  const { chain, state } = patternsFor(states)
  const after = new Map<string, Set<string>>()
  let first: string | undefined
  let arrows = 0
  const plain = texts.map((one) => withArrows(one.replaceAll(/[`*"']/g, ''), states))
  for (const text of plain)
    for (const { 0: found, index } of text.matchAll(chain)) {
      first ??= sentenceAt(text, index)
      const groups = found.split(new RegExp(ARROW)).map((part) => part.match(state) ?? [])
      arrows += groups.length - 1
      for (const [nth, to] of groups.slice(1).entries()) addAll(after, groups[nth] ?? [], to)
    }
  if (first === undefined) return undefined
  const whole = plain.join('\n')
  // An arrow with another word on one side is a transition that was not understood.
  const isUnderstood = (whole.match(ANY_ARROW)?.length ?? 0) === arrows && !ANYTIME.test(whole)
  return { after, isComplete: isUnderstood && texts.some((text) => ONLY.test(text)), text: first }
}

const LISTS_MOVES =
  /\b(?:allowed|valid|permitted|possible|legal) (?:status |state )?(?:moves|transitions|changes)\b|\bone (?:step|state|status) at a time\b/i

/** "Allowed moves: open to closed (finished) or void; closed to open" with arrows; as it is where a part is not understood. */
function withArrows(text: string, states: readonly string[]): string {
  if (!LISTS_MOVES.test(text)) return text
  const { chain, state: anyState } = patternsFor(states)
  const state = anyState.source
  const marked = text
    .replaceAll(new RegExp(`(${state}) \\((?![^()]*${state})[a-z ]{1,30}\\)`, 'g'), '$1')
    .replaceAll(new RegExp(`(${state}) to (?=${state})`, 'g'), '$1 → ')
  const lines = marked.split(/(?<=[.;])\s|\n/)
  const last = lines.findLastIndex((line) => line.includes('→'))
  const rest = lines.slice(0, last + 1).map((line) => line.replaceAll(chain, ''))
  return rest.some((line) => new RegExp(state).test(line)) ? text : marked
}

function patternsFor(states: readonly string[]): { chain: RegExp; state: RegExp } {
  const names = [...states].sort((a, b) => b.length - a.length).map(escaped)
  const state = `(?<![\\w-])(?:${names.join('|')})(?![\\w-])`
  const group = `${state}(?:\\s*(?:,|/|\\||\\bor\\b|\\band\\b)+\\s*(?:or |and )?${state})*`
  return { chain: new RegExp(`${group}(?:${ARROW}${group})+`, 'g'), state: new RegExp(state, 'g') }
}

function addAll(after: Map<string, Set<string>>, from: readonly string[], to: readonly string[]): void {
  for (const one of from) {
    const known = after.get(one) ?? new Set()
    for (const next of to) known.add(next)
    after.set(one, known)
  }
}

const sentenceAt = (text: string, index: number): string => {
  const dot = text.lastIndexOf('. ', index)
  const start = Math.max(dot < 0 ? 0 : dot + 2, text.lastIndexOf('\n', index) + 1)
  const [sentence = ''] = text.slice(start).split(/\.(?:\s|$)|\n/)
  return sentence.trim()
}

/** The states on the shortest way from one to another, without the first; undefined where there is none. */
export function wayBetween({ after }: Transitions, from: string, to: string): string[] | undefined {
  const ways = new Map<string, string[]>([[from, []]])
  for (const [state, way] of ways) {
    if (state === to) return way
    for (const next of after.get(state) ?? []) if (!ways.has(next)) ways.set(next, [...way, next])
  }
  return undefined
}
