/** How long conform waits for an effect that a server shows later, as one with a search index or a cache does. */
import type { CheckContext } from './rule.ts'

/** Pauses between reads, in milliseconds. The first read is immediate. */
export const PAUSES = {
  /** Lists and what is counted or copied from other resources. */
  indexed: [100, 400, 1_000],
  /** Values that a server derives from others. */
  derived: [200, 1_000, 2_000],
  /** Revoked credentials, which may be cached. */
  revoked: [200, 1_000, 2_000],
  /** Entries of an audit log. */
  logged: [200, 800, 2_000, 4_000],
  /** Attempts of webhook deliveries. */
  recorded: [25, 50, 100, 200, 400, 800, 1_600],
  /** After 202 Accepted. */
  accepted: [100, 300, 1_000, 3_000, 5_000],
} as const

/**
 * Reads until the result is as expected.
 * @param isExpected default: the result is undefined, because nothing wrong was seen
 * @param pauses between reads, in milliseconds
 * @returns the last result, whether or not it is as expected
 */
export async function eventually<T>(
  context: Pick<CheckContext, 'wait'>,
  read: () => Promise<T>,
  isExpected = (result: T): boolean => result === undefined,
  pauses: readonly number[] = PAUSES.indexed,
): Promise<T> {
  let result = await read()
  for (const pause of pauses) {
    if (isExpected(result)) break
    await context.wait(pause)
    result = await read()
  }
  return result
}
