/** The SQL verbs over imports. Every statement names the organization. */

import type { Worker } from '../../../jobs/jobs.ts'
import type { Services } from '../../../server/handler.ts'
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'

export interface ImportRow {
  id: string
  dataset_id: string
  organization_id: string
  /** The version that it made; null until then. */
  version: number | null
  /** The first of the positions that it has for itself. */
  first_position: number
  /** When a row was last written. */
  touched_at: number
}

/** Positions that an import may use: more than 256 MiB can contain items. */
export const POSITIONS = 2 ** 29
/** Rows that one transaction removes. */
const ROWS_AT_ONCE = 2000

const OWN = 'organization_id = ? AND dataset_id = ? AND position >= ? AND position < ?'

export async function insert(tx: WriteTransaction, row: ImportRow): Promise<void> {
  await tx.run(
    `INSERT INTO dataset_imports (id, dataset_id, organization_id, version, first_position, touched_at)
      VALUES (?, ?, ?, ?, ?, ?)`,
    row.id,
    row.dataset_id,
    row.organization_id,
    row.version,
    row.first_position,
    row.touched_at,
  )
}

function find(tx: ReadTransaction, id: string): Promise<ImportRow | undefined> {
  return tx.get<ImportRow>('SELECT * FROM dataset_imports WHERE id = ?', id)
}

export async function touch(
  tx: WriteTransaction,
  { id, organization_id }: ImportRow,
  now: number,
): Promise<number> {
  const sql =
    'UPDATE dataset_imports SET touched_at = ? WHERE organization_id = ? AND id = ? AND version IS NULL'
  return tx.run(sql, now, organization_id, id)
}

/** Lets the rows of an import be seen, from this version on. */
export async function publish(tx: WriteTransaction, row: ImportRow, version: number): Promise<void> {
  const sql = 'UPDATE dataset_imports SET version = ? WHERE organization_id = ? AND id = ?'
  await tx.run(sql, version, row.organization_id, row.id)
}

export async function has(tx: ReadTransaction, row: ImportRow, itemId: string): Promise<boolean> {
  const sql =
    'SELECT id FROM dataset_items WHERE organization_id = ? AND dataset_id = ? AND id = ? AND import_id = ?'
  return (await tx.get(sql, row.organization_id, row.dataset_id, itemId, row.id)) !== undefined
}

/**
 * Removes some rows of an import that was not published, and the import with the last of them.
 * @returns whether nothing is left
 */
export async function discard(tx: WriteTransaction, row: ImportRow): Promise<boolean> {
  const { id, organization_id, dataset_id, first_position } = row
  const own = [organization_id, dataset_id, first_position, first_position + POSITIONS]
  const removed = await tx.run(
    `DELETE FROM dataset_items WHERE (dataset_id, position, id, version_from) IN (
      SELECT dataset_id, position, id, version_from FROM dataset_items WHERE ${OWN} LIMIT ?)`,
    ...own,
    ROWS_AT_ONCE,
  )
  if (removed === ROWS_AT_ONCE) return false
  await tx.run('DELETE FROM dataset_imports WHERE organization_id = ? AND id = ?', organization_id, id)
  return true
}

export const SWEEPER = 'datasetImport'
/** Milliseconds without a row after which no one can be working on an import. */
export const SWEEP_AFTER = 60 * 60 * 1000

/** Removes the rows of imports that ended with their process. */
export function importSweeper({
  database,
  clock,
  jobs,
}: Pick<Services, 'database' | 'clock' | 'jobs'>): Worker {
  return {
    kind: SWEEPER,
    concurrency: 1,
    queueConcurrency: 1,
    lease: 60_000,
    async run(job, signal) {
      for (;;) {
        const over = await database.write(async (tx) => {
          const row = await find(tx, job.subject)
          const alive = row?.version === null && row.touched_at + SWEEP_AFTER > clock.now()
          if (alive) await jobs.postpone(tx, job, row.touched_at + SWEEP_AFTER)
          else if (row?.version === null && !(await discard(tx, row))) {
            await jobs.extend(tx, job)
            return false
          } else await jobs.complete(tx, job)
          return true
        })
        if (over || signal.aborted) return
      }
    },
  }
}
