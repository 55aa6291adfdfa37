import type { ListOptions, RegexOptions, TextOptions } from '../../../../../generated/openapi.v1.ts'
import { linearPattern, TooCostly, UnacceptablePattern } from '../../../schemas/linearPattern.ts'
import { CannotScore, type Case, type ScorerKind, UnacceptableOption } from './scorer.ts'

/** The text that the output is compared with: the option's, or what the item expects. */
export function wantedText(value: string | undefined, { expectedOutput }: Case): string {
  const wanted = value ?? expectedOutput
  if (wanted === null) throw new CannotScore('Neither the scorer nor the item has an expected output.')
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
const comparing = (passes: (output: string, wanted: string) => boolean): ScorerKind<TextOptions> => ({
  threshold: 1,
  prepare: (options) => (given) =>
    passes(folded(given.output, options), folded(wantedText(options.value, given), options)) ? 1 : 0,
})

/** How many of the texts the output contains, as a share. */
const shareOf = (values: readonly string[], output: string, options: ListOptions): number => {
  const text = folded(output, options)
  return values.filter((value) => text.includes(folded(value, options))).length / values.length
}

/** The output is the text. */
export const equals = comparing((output, wanted) => output === wanted)

/** The output contains the text. */
export const contains = comparing((output, wanted) => output.includes(wanted))

/** The share of the texts that are in the output. */
export const containsAll: ScorerKind<ListOptions> = {
  threshold: 1,
  prepare: (options) => (given) => shareOf(options.values, given.output, options),
}

/** At least one of the texts is in the output. */
export const containsAny: ScorerKind<ListOptions> = {
  threshold: 1,
  prepare: (options) => (given) => (shareOf(options.values, given.output, options) > 0 ? 1 : 0),
}

/** The output begins with the text. */
export const startsWith = comparing((output, wanted) => output.startsWith(wanted))

/** The output ends with the text. */
export const endsWith = comparing((output, wanted) => output.endsWith(wanted))

/** The pattern matches somewhere in the output. It runs in linear time, whatever it is. */
export const regex: ScorerKind<RegexOptions> = {
  threshold: 1,
  prepare(options) {
    const pattern = compile(options)
    return ({ output }) => {
      try {
        return pattern.test(output) ? 1 : 0
      } catch (error) {
        if (error instanceof TooCostly) throw new CannotScore(error.message)
        throw error
      }
    }
  },
}

function compile({ pattern, flags }: RegexOptions) {
  try {
    return linearPattern(pattern, flags)
  } catch (error) {
    if (error instanceof UnacceptablePattern) throw new UnacceptableOption('pattern', error.message)
    throw error
  }
}
