/**
 * Suites with many repetitions (kills, seeds, generated requests) repeat as often as certainty needs where
 * `THOROUGH=1` is set, for a release. A plain `npm test` runs a sample of the same, by the same code.
 */
export const thorough = process.env.THOROUGH === '1'

/**
 * Long tables, and single tests of many seconds, are whole where `EVERY_CASE=1` is set, as in CI. A plain
 * `npm test` runs a sample of the rows, and reports the tests as skipped. Of the costliest tables CI runs a sample too.
 */
export const everyCase = thorough || process.env.EVERY_CASE === '1'

/**
 * A sample of the rows, beginning with the first.
 * @param every each so-many-th row in a plain `npm test`
 * @param everyInCi the same where `EVERY_CASE=1` is set; a thorough run has all of them
 */
export const casesOf = <T>(rows: readonly T[], every: number, everyInCi = 1): T[] =>
  sampled(rows, everyCase ? everyInCi : every)

/** The number of repetitions: `whole` in a thorough run, else `sample`. */
export const times = (whole: number, sample: number): number => (thorough ? whole : sample)

/** All of the rows in a thorough run, else each `every`-th, beginning with the first. */
export const sampled = <T>(rows: readonly T[], every: number): T[] =>
  thorough ? [...rows] : rows.filter((_, index) => index % every === 0)
