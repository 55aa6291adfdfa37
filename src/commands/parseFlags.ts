import { parseArgs } from 'node:util'
import { closest } from '../toolkit/contract/nearest.ts'
import { type FlagTable, type FlagValues, UsageError } from './command.ts'

/**
 * Reads `args` by a table of flags.
 * @throws UsageError for unknown flags (with the nearest known one), missing values and stray words
 */
export function parseFlags<const T extends FlagTable>(args: readonly string[], flags: T): FlagValues<T> {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, multiple }]) => [name, { type, multiple: multiple ?? false }]),
  )
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const values: Record<string, string | boolean | string[]> = {}
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new UsageError(`Received "${token.value}"; expected a flag such as --help.`)
    if (token.kind !== 'option') continue
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined
    if (!flag) throw new UsageError(unknown(token.rawName, Object.keys(flags)))
    const { name, rawName, value } = token
    if (flag.type === 'boolean') {
      if (value !== undefined) throw new UsageError(`${rawName} takes no value; received "${value}".`)
      values[name] = true
    } else if (value === undefined || (value.startsWith('--') && !token.inlineValue)) {
      throw new UsageError(`${rawName} needs a value: ${rawName} ${flag.value ?? 'VALUE'}.`)
    } else if (flag.multiple) {
      values[name] = [...((values[name] as string[] | undefined) ?? []), value]
    } else if (values[name] !== undefined) {
      throw new UsageError(`${rawName} was given twice; it takes one value.`)
    } else values[name] = value
  }
  for (const [name, flag] of Object.entries(flags)) {
    values[name] ??= flag.type === 'boolean' ? false : flag.multiple ? [] : (flag.default as string)
  }
  return values as FlagValues<T>
}

/** The words of `args` that are neither flags nor their values, each with its place; after an unknown flag it is a guess. */
export function strayWords(args: readonly string[], flags: FlagTable): { word: string; index: number }[] {
  const options = Object.fromEntries(Object.entries(flags).map(([name, { type }]) => [name, { type }]))
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  return tokens.flatMap((token) =>
    token.kind === 'positional' ? [{ word: token.value, index: token.index }] : [],
  )
}

function unknown(rawName: string, names: readonly string[]): string {
  const guess = closest(rawName.replace(/^-+/, ''), names)
  return `Unknown flag ${rawName}.${guess === undefined ? '' : ` Did you mean --${guess}?`}`
}

/** @throws UsageError unless `text` is a whole number from `least` to `most` */
export function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`--${flag} received "${text}"; expected a whole number from ${least} to ${most}.`)
}

/** @throws UsageError unless `text` is one of `choices` */
export function oneOf<T extends string>(flag: string, text: string | undefined, choices: readonly T[]): T {
  if (text === undefined) throw new UsageError(`--${flag} is missing; expected ${choices.join(' or ')}.`)
  if ((choices as readonly string[]).includes(text)) return text as T
  throw new UsageError(`--${flag} received "${text}"; expected ${choices.join(' or ')}.`)
}

/** @throws UsageError when the flag was not given, or is empty */
export function required(flag: string, text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw new UsageError(`--${flag} is missing.`)
  return text
}
