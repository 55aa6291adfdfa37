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
 * A sample of the rows, beginning with the first; all of them where `EVERY_CASE=1` is set. `.ci/run` adds a sixth of the
 * rows, which one depends on the commit.
 * @param every each so-many-th row in a plain `npm test`
 */
export const casesOf = <T>(rows: readonly T[], every: number): T[] =>
  rows.filter((_, index) => {
    const further = index - Math.floor(index / every) - 1 // its place among the rows outside the sample
    return everyCase || index % every === 0 || further % PARTS === Number(due) - 1
  })

/** The number of repetitions: `whole` in a thorough run, else `sample`. */
export const times = (whole: number, sample: number): number => (thorough ? whole : sample)

/** All of the rows in a thorough run, else each `every`-th, beginning with the first. */
export const sampled = <T>(rows: readonly T[], every: number): T[] =>
  thorough ? [...rows] : rows.filter((_, index) => index % every === 0)
