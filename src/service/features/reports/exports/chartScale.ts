import type { ReportUnit } from '../../../../../generated/openapi.v1.ts'

export interface Scale {
  max: number
  step: number
  /** From 0 to `max`. */
  ticks: number[]
}

/** An axis in steps of 1, 2 or 5 times a power of ten that reaches `most` with at most five of them. */
export function scaleOf(most: number, unit: ReportUnit): Scale {
  const rough = (most || 1) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999999) ?? 10
  // Half an execution does not exist, and no latency is reported in parts of a millisecond.
  const whole = unit === 'count' || unit === 'milliseconds'
  const step = Number((whole ? Math.max(1, factor * power) : factor * power).toPrecision(12))
  const steps = Math.max(1, Math.ceil((most || 1) / step - 1e-9))
  const ticks = Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)))
  return { max: Number((steps * step).toPrecision(12)), step, ticks }
}

interface Labels {
  /** Units of one step of the label: 1000 where milliseconds are reported as seconds. */
  per: number
  before: string
  after: string
  decimals: number
}

/** How the labels of an axis are written: all alike, with as many decimals as distinguish one from the next. */
export function labelsOf({ max, step }: Scale, unit: ReportUnit): Labels {
  const inSeconds = unit === 'milliseconds' && max >= 10_000
  const per = inSeconds ? 1000 : unit === 'ratio' ? 0.01 : 1
  const decimals = Math.max(0, -Math.floor(Math.log10(step / per) + 1e-9))
  return {
    per,
    before: unit === 'usd' ? '$' : '',
    after: inSeconds ? ' s' : unit === 'milliseconds' ? ' ms' : unit === 'ratio' ? ' %' : '',
    // Cents are reported in two figures or not at all.
    decimals: unit === 'usd' && decimals === 1 ? 2 : decimals,
  }
}

/** The label of a tick. */
export function tickLabel(tick: number, { per, before, after, decimals }: Labels): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return `${before}${(tick / per).toLocaleString('en-US', digits)}${after}`
}
