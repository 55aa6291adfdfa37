/**
 * How many requests each organization made in a UTC day. The stored count runs ahead of the real one by a
 * block of a hundredth of the day's limit. So a crash may cost an organization what is left of its block, but
 * never gives anything back. Only the first request of an organization's day waits for the disk.
 */
import type { Database, WriteTransaction } from '../../../storage/database.ts'

export const DAY = 86_400_000

/** Past days are stored for a clock that ran ahead and is set back: the day continues at its count. */
const RETENTION_DAYS = 35

export class DayCount {
  readonly organizationId: string
  /** Days since 1970-01-01 UTC. */
  readonly day: number
  used = 0
  /** The stored count, or the count once `pending` is done: `used` may not pass it without waiting. */
  reserved = 0
  loaded = false
  pending: Promise<void> | undefined

  constructor(organizationId: string, day: number) {
    this.organizationId = organizationId
    this.day = day
  }

  /** Whether one more request can be counted, or rejected, without waiting for the disk. */
  isReady(perDay: number): boolean {
    return this.loaded && (this.used < this.reserved || this.used >= perDay)
  }
}

interface DayCounts {
  /** Loads `count` or reserves its next block; requests that come meanwhile share the wait. */
  prepare(count: DayCount, perDay: number): Promise<void>
  /** Counts one request and reserves ahead, in the background, once half of the block is gone. */
  use(count: DayCount, perDay: number): void
  /** Writes the exact counts: a server that stops in order costs no one anything. */
  flush(counts: Iterable<DayCount>): Promise<void>
}

const UPSERT = `INSERT INTO request_days (organization_id, day, requests) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, day) DO UPDATE SET requests = excluded.requests`

export function createDayCounts(database: Database): DayCounts {
  const store = (tx: WriteTransaction, count: DayCount, requests: number) =>
    tx.run(UPSERT, count.organizationId, count.day, requests)

  async function load(count: DayCount, perDay: number): Promise<void> {
    let stored = 0
    const find = 'SELECT requests FROM request_days WHERE organization_id = ? AND day = ?'
    const failed = await attempt(
      database.write(async (tx) => {
        const row = await tx.get<{ requests: number }>(find, count.organizationId, count.day)
        stored = row?.requests ?? 0
        const old = 'DELETE FROM request_days WHERE organization_id = ? AND day < ?'
        await tx.run(old, count.organizationId, count.day - RETENTION_DAYS)
        await store(tx, count, ahead(stored, perDay))
      }),
    )
    if (failed) {
      const row = await database.read((tx) =>
        tx.get<{ requests: number }>(find, count.organizationId, count.day),
      )
      stored = row?.requests ?? 0
    }
    count.used = stored
    count.reserved = ahead(stored, perDay)
    count.loaded = true
  }

  /**
   * A full disk must not stop what only reads: the count then continues in memory, and the next block tries
   * the disk again.
   */
  async function reserve(count: DayCount, perDay: number): Promise<void> {
    const target = ahead(Math.max(count.used, count.reserved), perDay)
    await attempt(database.write((tx) => store(tx, count, target)))
    count.reserved = target
  }

  function prepare(count: DayCount, perDay: number): Promise<void> {
    count.pending ??= (count.loaded ? reserve(count, perDay) : load(count, perDay)).finally(() => {
      count.pending = undefined
    })
    return count.pending
  }

  return {
    prepare,

    use(count, perDay) {
      count.used++
      const left = count.reserved - count.used
      if (count.pending || count.reserved >= perDay || left * 2 > block(perDay)) return
      prepare(count, perDay).catch(() => {}) // anyone who needs the block meets the failure itself
    },

    async flush(counts) {
      const all = [...new Set(counts)].filter(({ loaded }) => loaded)
      await Promise.allSettled(all.map(({ pending }) => pending))
      const open = all.filter(({ used, reserved }) => used !== reserved)
      if (open.length === 0) return
      // From here on a request must reserve anew, behind this write.
      for (const count of open) count.reserved = count.used
      const give = database.write(async (tx) => {
        for (const count of open) await store(tx, count, count.reserved)
      })
      await attempt(give) // on a full disk the blocks stay reserved, which forgives no one
    },
  }
}

const block = (perDay: number) => Math.ceil(perDay / 100)
const ahead = (from: number, perDay: number) => Math.max(from, Math.min(perDay, from + block(perDay)))

/** Whether the write could not be stored. */
async function attempt(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return false
  } catch {
    return true
  }
}
