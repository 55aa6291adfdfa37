import type { TextOptions } from '../../../../../generated/openapi.v1.ts'
import { CannotScore, type ScorerKind } from './scorer.ts'
import { folded, wantedText } from './text.ts'

/** Steps of the table, characters by characters: 16 million take about 40 ms, and nothing may block the event loop for more than 50. */
const MAX_STEPS = 16_000_000

/** How alike the output and the text are: 1 less the edits that turn one into the other, as a share of the longer. */
export const levenshtein: ScorerKind<TextOptions> = {
  threshold: 0.8,
  prepare: (options) => (given) =>
    similarity(folded(given.output, options), folded(wantedText(options.value, given), options)),
}

function similarity(first: string, second: string): number {
  if (first === second) return 1
  const [a, b] = [codePoints(first), codePoints(second)]
  if (a.length * b.length > MAX_STEPS) {
    throw new CannotScore(
      `The texts have ${a.length} and ${b.length} characters; their product may be ${MAX_STEPS} at most.`,
    )
  }
  return 1 - distance(a, b) / Math.max(a.length, b.length)
}

/** By code point: half a character is not an edit. */
const codePoints = (text: string): Uint32Array =>
  Uint32Array.from(Array.from(text, (character) => character.codePointAt(0) ?? 0))

/** One row of the table at a time. */
function distance(a: Uint32Array, b: Uint32Array): number {
  const row = Uint32Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    let diagonal = i - 1
    row[0] = i
    for (let j = 1; j <= b.length; j++) {
      const above = row[j] as number
      const change = diagonal + (a[i - 1] === b[j - 1] ? 0 : 1)
      row[j] = Math.min(change, above + 1, (row[j - 1] as number) + 1)
      diagonal = above
    }
  }
  return row[b.length] as number
}
