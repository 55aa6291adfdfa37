/**
 * Removes data after its retention period (docs/internals/decisions.md, "retention"). It removes a little at a time, each in
 * a durable transaction, so that a kill at any moment leaves nothing half-removed that a request could see.
 */
import type { Clock } from '../runtime/clock.ts'
import type { Database } from '../storage/database.ts'
import { type RemovalStep, removals } from './removals.ts'
import { kinds, type RetentionDays, readRetention } from './settings.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Soon enough that a process which is restarted every few minutes removes something too; after the first requests. */
const FIRST_SWEEP = 1_000

/** Milliseconds that a step may block the event loop. */
const MAX_STEP = 5
/** Rows of the first step; each further step follows from the duration of the one before. */
const FIRST_STEP = 20
const MAX_STEP_ROWS = 1_000

interface Retention {
  /** Removes what is due a second from now, and then an hour of the wall clock after each end. */
  start(): void
  /** Removes all that is due now. @returns how many rows went, by kind */
  sweep(): Promise<Record<string, number>>
  /** Waits for the step under way. */
  stop(): Promise<void>
}

interface RetentionParts {
  database: Database
  clock: Clock
  /** The administrator's settings, instead of those of the database. */
  days?: Partial<RetentionDays>
  /** Receives the error of a failed sweep; the next one picks up what it left. */
  report(error: unknown): void
  /** Milliseconds that passed, for the length of steps. */
  elapsed?: () => number
}

export function createRetention(parts: RetentionParts): Retention {
  const { database, clock, elapsed = () => performance.now() } = parts
  let stopped = false
  let cancel = () => {}
  let underWay: Promise<unknown> = Promise.resolve()
  let size = FIRST_STEP

  /** Repeats a step until nothing more is due. */
  async function drain(step: RemovalStep): Promise<number> {
    let removed = 0
    for (let most = size; !stopped; most = size) {
      const { count, took } = await database.write(async (tx) => {
        const began = elapsed()
        return { count: await step(tx, most), took: elapsed() - began }
      })
      removed += count
      if (took > MAX_STEP / 2) size = Math.max(1, Math.floor((most * MAX_STEP) / 2 / took))
      else if (count === most) size = Math.min(MAX_STEP_ROWS, most + Math.ceil(most / 2))
      if (count < most) break
    }
    return removed
  }

  async function sweep(): Promise<Record<string, number>> {
    const days = await database.read((tx) => readRetention(tx, parts.days))
    const removed: Record<string, number> = {}
    for (const kind of kinds) {
      const stored = days[kind]
      removed[kind] = 0
      if (stored === null || stored === undefined) continue
      const before = clock.now() - stored * DAY
      for await (const step of removals[kind](database, before, clock.now())) {
        if (stopped) return removed
        removed[kind] += await drain(step)
      }
    }
    return removed
  }

  // The next one is set when this one is over, so that there is one at a time and `stop` waits for it.
  const tick = () => {
    // Two at a time would do the same work and collide; anyone who comes second leaves it to the first.
    underWay = Promise.resolve(database.others?.exclusively('retention', sweep) ?? sweep())
      .catch(parts.report)
      .then(() => {
        if (!stopped) cancel = clock.at(clock.now() + HOUR, tick)
      })
  }

  return {
    start() {
      cancel = clock.after(FIRST_SWEEP, tick)
    },
    sweep,
    async stop() {
      stopped = true
      cancel()
      await underWay
    },
  }
}
