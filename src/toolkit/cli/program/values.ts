/** Values of flags that are more than a string. */
import { UsageError } from './command.ts'

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

const UNITS = { ms: 1, s: 1000, m: 60_000 } as const

/**
 * A duration such as `500ms`, `5s` or `2m`.
 * @param most milliseconds
 * @returns milliseconds
 * @throws UsageError
 */
export function duration(flag: string, text: string, most: number): number {
  const [, number = '', unit = ''] = /^(\d{1,7}(?:\.\d{1,3})?)(ms|s|m)$/.exec(text) ?? []
  const value = Number(number) * (UNITS[unit as keyof typeof UNITS] ?? Number.NaN)
  if (number !== '' && value <= most) return value
  throw new UsageError(
    `--${flag} received "${text}"; expected a duration of at most ${written(most)}, such as 500ms, 5s or 2m.`,
  )
}

const written = (milliseconds: number): string =>
  milliseconds % UNITS.m === 0 ? `${milliseconds / UNITS.m}m` : `${milliseconds / UNITS.s}s`
