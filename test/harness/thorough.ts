import { PARTS, partOf } from '../../scripts/cases.mjs'

/**
 * Suites with many repetitions (kills, seeds, generated requests) repeat as often as certainty needs where
 * `THOROUGH=1` is set, for a release. A plain `npm test` runs a sample of the same, by the same code.
 */
export const thorough = process.env.THOROUGH === '1'

const due = partOf(process.env.EVERY_CASE)
const everyCase = thorough || due === 'all'

/**
 * Whether single tests of many seconds run. They are divided into groups of about the same length: `.ci/run` runs one of
 * them, which one depends on the commit, and `EVERY_CASE=1` runs all. A plain `npm test` reports them as skipped.
 */
export const isDue = (group: 1 | 2 | 3 | 4 | 5 | 6): boolean => everyCase || due === group

/**
 * Whether tests run whose code other tests run too, or whose processes and servers need seconds. `.ci/run` runs all of
 * them for each commit. A plain `npm test` reports them as skipped.
 */
export const inCi = everyCase || due !== undefined

/**
 * A sample of the rows, beginning with the first; all of them where `EVERY_CASE=1` is set. `.ci/run` adds a sixth of the
 * rows, which one depends on the commit.
 * @param every each so-many-th row in a plain `npm test`
 * @param everyInCi the same in `.ci/run`, for each commit
 */
export const casesOf = <T>(rows: readonly T[], every: number, everyInCi = every): T[] =>
  rows.filter((_, index) => {
    if (everyCase) return true
    if (due === undefined) return index % every === 0
    const further = index - Math.floor(index / everyInCi) - 1 // its place among the rows outside the sample
    return index % everyInCi === 0 || further % PARTS === due - 1
  })

/** The number of repetitions: `whole` in a thorough run, else `sample`. */
export const times = (whole: number, sample: number): number => (thorough ? whole : sample)

/** All of the rows in a thorough run, else each `every`-th, beginning with the first. */
export const sampled = <T>(rows: readonly T[], every: number): T[] =>
  thorough ? [...rows] : rows.filter((_, index) => index % every === 0)
