/** The log of deliveries, and of replays, is stored 30 days (docs/internals/decisions.md, "webhooks"). */
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../storage/database.ts'

const HOUR = 3_600_000
/** Soon enough that a process which is restarted every few minutes clears something too; after the first requests. */
const FIRST = 1_000
const RETENTION_MS = 30 * 24 * HOUR
/** Rows in one transaction: short enough that no request waits noticeably. */
const CHUNK = 200

interface DeliveryLog {
  /** Clears the log a second from now, and then an hour of the wall clock after each end. */
  start(): void
  /** Waits for the clearing under way. */
  stop(): Promise<void>
}

/** @param report receives the error of a failed clearing; the next one picks up what it left */
export function createDeliveryLog(
  database: Database,
  clock: Clock,
  report: (error: unknown) => void,
): DeliveryLog {
  let stopped = false
  let cancel = () => {}
  let underWay: Promise<void> = Promise.resolve()

  // The next one is set when this one is over, so that there is one at a time and `stop` waits for it.
  const tick = () => {
    underWay = Promise.resolve(database.others?.exclusively('delivery log', clear) ?? clear())
      .catch(report)
      .then(() => {
        if (!stopped) cancel = clock.at(clock.now() + HOUR, tick)
      })
  }

  async function clear(): Promise<void> {
    const before = clock.now() - RETENTION_MS
    for (const statements of STEPS) {
      let removed = CHUNK
      while (removed === CHUNK && !stopped) {
        removed = await database.write(async (tx) => {
          let last = 0
          for (const statement of statements) last = await tx.run(statement, before, CHUNK)
          return last
        })
      }
    }
  }

  return {
    start() {
      cancel = clock.after(FIRST, tick)
    },
    async stop() {
      stopped = true
      cancel()
      await underWay
    },
  }
}

const FORGOTTEN_EVENTS = `SELECT id FROM events WHERE created_at < ? AND NOT EXISTS
  (SELECT 1 FROM deliveries d WHERE d.event_id = events.id) ORDER BY created_at, id LIMIT ?`

/** The last statement of a step shows whether more is left. */
const STEPS = [
  [
    // A pending attempt is stored, however old: the service may have been down.
    `DELETE FROM deliveries WHERE id IN
       (SELECT id FROM deliveries WHERE created_at < ? AND status <> 'pending' ORDER BY created_at LIMIT ?)`,
  ],
  [
    `DELETE FROM webhook_replays WHERE id IN (SELECT id FROM webhook_replays
       WHERE created_at < ? AND status <> 'running' ORDER BY created_at LIMIT ?)`,
  ],
  [
    `DELETE FROM event_bodies WHERE event_id IN (${FORGOTTEN_EVENTS})`,
    `DELETE FROM events WHERE id IN (${FORGOTTEN_EVENTS})`,
  ],
]
