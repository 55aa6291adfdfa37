import type { ListOptions, TextOptions } from '../../../../../generated/openapi.v1.ts'
import { CannotJudge, type Case, type ScorerKind } from './scorer.ts'

/** The text that the output is compared with: the option's, or what the item expects. */
export function wantedText(value: string | undefined, { expectedOutput }: Case): string {
  const wanted = value ?? expectedOutput
  if (wanted === null) throw new CannotJudge('Neither the scorer nor the item says what is expected.')
  return wanted
}

/** The same form for texts that count as the same; accents encoded otherwise always do. */
export function folded(
  text: string,
  { ignoreCase = false, trim = false }: Omit<TextOptions, 'value'>,
): string {
  const one = trim ? text.normalize('NFC').trim() : text.normalize('NFC')
  return ignoreCase ? one.toLowerCase() : one
}

/** A yes-or-no scorer of the output and one text. */
export const comparing = (passes: (output: string, wanted: string) => boolean): ScorerKind<TextOptions> => ({
  threshold: 1,
  prepare: (options) => (given) =>
    passes(folded(given.output, options), folded(wantedText(options.value, given), options)) ? 1 : 0,
})

/** How many of the texts the output holds, as a share. */
export const shareOf = (values: readonly string[], output: string, options: ListOptions): number => {
  const text = folded(output, options)
  return values.filter((value) => text.includes(folded(value, options))).length / values.length
}
