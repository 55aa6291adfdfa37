/**
 * Looks now and then whether the server still answers on a connection. One whose other end vanished without a word, by a
 * cut cable or a firewall that forgot it, states nothing for as long as no one asks.
 */
import type { Clock } from '../../runtime/clock.ts'

/** Milliseconds between two looks. */
const INTERVAL = 10_000

/**
 * @param look rejects when the connection does not answer
 * @param failed called once, with why; nothing is looked at any more
 * @returns what ends it
 */
export function startHeartbeat(
  clock: Clock,
  look: () => Promise<void>,
  failed: (error: unknown) => void,
): () => void {
  let ended = false
  let cancel = () => {}
  const arm = () => {
    cancel = clock.after(INTERVAL, async () => {
      try {
        await look()
        if (!ended) arm()
      } catch (error) {
        if (!ended) failed(error)
      }
    })
  }
  arm()
  return () => {
    ended = true
    cancel()
  }
}
