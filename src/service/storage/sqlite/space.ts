/** The size of a database file, and how free room is given back. */
import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sizes } from '../maintenance.ts'
import type { Connection } from './connection.ts'

/** Tables that grow with use. */
const GROWING = [
  'prompts',
  'prompt_versions',
  'executions',
  'evaluations',
  'evaluation_results',
  'datasets',
  'dataset_items',
  'reports',
  'report_files',
  'audit_log',
  'events',
  'deliveries',
  'webhooks',
  'idempotency_records',
]

export function sizesOf({ raw }: Connection, file: string): Sizes {
  const page = raw.pragma('page_size', { simple: true }) as number
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const known = raw.prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const rows = GROWING.filter((table) => known.some(({ name }) => name === table)).map(
    (table): [string, number] => {
      // Counting would read the whole table; both ends of it are found in parallel.
      const ends = raw.prepare<[], { rows: number | null }>(
        `SELECT max(rowid) - min(rowid) + 1 AS rows FROM ${table}`,
      )
      return [table, ends.get()?.rows ?? 0]
    },
  )
  return {
    file: size(file),
    free: (raw.pragma('freelist_count', { simple: true }) as number) * page,
    log: size(`${file}-wal`),
    rows: Object.fromEntries(rows.sort(([, a], [, b]) => b - a)),
  }
}

/** A file that was made before it could give its room back bit by bit: only rewriting the whole of it helps. */
export class RewriteNeeded extends Error {
  override readonly name = 'RewriteNeeded'
}

/** Pages of 4 KiB given back in one turn of the event loop: about 2 ms. */
const PAGES_A_TURN = 64
const INCREMENTAL = 2

/**
 * Gives the room of what was removed back to the file system, a little in each turn.
 * @param exclusive no request waits: a file of an earlier version may be rewritten, which needs seconds for each gigabyte
 * @throws RewriteNeeded when it would have to be and may not
 */
export async function compact({ raw }: Connection, exclusive: boolean): Promise<void> {
  if (raw.pragma('auto_vacuum', { simple: true }) !== INCREMENTAL) {
    if (!exclusive) throw new RewriteNeeded()
    raw.pragma('auto_vacuum = INCREMENTAL')
    raw.exec('VACUUM')
  }
  let left = Number.POSITIVE_INFINITY
  for (;;) {
    await nextTurn()
    if (raw.inTransaction) continue
    raw.pragma(`incremental_vacuum(${PAGES_A_TURN})`)
    const free = raw.pragma('freelist_count', { simple: true }) as number
    if (free === 0 || free >= left) break
    left = free
  }
  raw.pragma('wal_checkpoint(TRUNCATE)')
}
