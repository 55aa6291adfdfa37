import type { ReportUnit } from '../../../../generated/openapi.v1.ts'

export interface Scale {
  max: number
  /** From 0 to `max`. */
  ticks: number[]
}

/** An axis in steps of 1, 2 or 5 times a power of ten that reaches `most` with at most five of them. */
export function scaleOf(most: number, unit: ReportUnit): Scale {
  const rough = (most || 1) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999999) ?? 10
  // Half an execution does not exist.
  const step = unit === 'count' ? Math.max(1, factor * power) : factor * power
  const steps = Math.max(1, Math.ceil((most || 1) / step - 1e-9))
  const ticks = Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)))
  return { max: steps * step, ticks }
}
