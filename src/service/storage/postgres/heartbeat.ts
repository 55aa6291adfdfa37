/**
 * Checks now and then whether the server still responds on a connection. When the other end vanished silently, by a
 * cut cable or a firewall that forgot it, an idle connection does not show it.
 */
import type { Clock } from '../../runtime/clock.ts'

/** Milliseconds between two looks. */
const INTERVAL = 10_000

/**
 * @param look rejects when the connection does not respond
 * @param failed called once, with the reason; no more checks follow
 * @returns a function that ends it
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
