/** Why a result is of an earlier state than the files. */

/** The steps after a save are running. */
export const CHECKING = 'being checked'

/** @param since milliseconds since the epoch */
export const unreadableSince = (since: number): string => `the document cannot be read since ${timeOf(since)}`

/** The local time of day, `09:30:00`. */
export const timeOf = (time: number): string => new Date(time).toTimeString().slice(0, 8)
