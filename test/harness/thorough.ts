/**
 * Suites that repeat one thing many times (kills, seeds, generated requests) do so as often as it takes to be sure where
 * `THOROUGH=1` is set, for a release; a plain `npm test` takes a sample of the same, by the same code.
 */
export const thorough = process.env.THOROUGH === '1'

/**
 * Long tables, and single tests that take many seconds, are whole where `EVERY_CASE=1` is set, as in CI; a plain
 * `npm test` takes a sample of the rows, and reports the tests as skipped.
 */
export const everyCase = thorough || process.env.EVERY_CASE === '1'

/** All of the rows where every case is wanted, else each `every`-th, beginning with the first. */
export const casesOf = <T>(rows: readonly T[], every: number): T[] =>
  everyCase ? [...rows] : rows.filter((_, index) => index % every === 0)

/** The number of repetitions: `whole` in a thorough run, else `sample`. */
export const times = (whole: number, sample: number): number => (thorough ? whole : sample)

/** All of the rows in a thorough run, else each `every`-th, beginning with the first. */
export const sampled = <T>(rows: readonly T[], every: number): T[] =>
  thorough ? [...rows] : rows.filter((_, index) => index % every === 0)
