import type { NumericToleranceOptions } from '../../../../../generated/openapi.v1.ts'
import { CannotScore, type Case, type ScorerKind } from './scorer.ts'

/** The output is a number near another: as near as the larger of the two allowances; without one, the same. */
export const numericTolerance: ScorerKind<NumericToleranceOptions> = {
  threshold: 1,
  prepare:
    ({ value, absolute = 0, relative = 0 }) =>
    (given) => {
      const wanted = value ?? expectedNumber(given)
      const number = parseNumber(given.output)
      if (number === undefined) return 0
      return Math.abs(number - wanted) <= Math.max(absolute, relative * Math.abs(wanted)) ? 1 : 0
    },
}

function expectedNumber({ expectedOutput }: Case): number {
  const number = expectedOutput === null ? undefined : parseNumber(expectedOutput)
  if (number === undefined) throw new CannotScore('Neither the scorer nor the item has an expected number.')
  return number
}

/** A decimal number and nothing else. */
function parseNumber(text: string): number | undefined {
  const word = text.trim()
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(word)) return undefined
  const number = Number(word)
  return Number.isFinite(number) ? number : undefined
}
