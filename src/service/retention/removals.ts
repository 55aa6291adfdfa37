/** The removed data of each kind, and the references that delay removal: stored data never refers to removed data. */
import type { Database, Value, WriteTransaction } from '../storage/database.ts'
import type { Kind } from './settings.ts'

/** Removes at most so many rows. @returns how many; fewer when no more are due */
export type RemovalStep = (tx: WriteTransaction, most: number) => Promise<number>

/** The steps that remove what is older than `before`, Unix milliseconds; each is repeated until nothing is left to it. */
type Removal = (database: Database, before: number, now: number) => AsyncGenerator<RemovalStep, void>

/** Candidates looked at in one turn. */
const PAGE = 100

export const removals: Record<Kind, Removal> = {
  async *executions(database, before) {
    for await (const { id } of organizations(database)) {
      yield statement(
        `DELETE FROM executions WHERE id IN (SELECT id FROM executions
           WHERE organization_id = ? AND created_at < ? ORDER BY created_at, id LIMIT ?)`,
        id,
        before,
      )
    }
  },

  /** Of an evaluation all results or none, for some would read as all; not while a retry reads them. */
  async *results(database, before, now) {
    yield statement(
      `UPDATE evaluations SET results_removed_at = 0 WHERE id IN (SELECT e.id FROM evaluations e
         WHERE e.results_removed_at IS NULL AND e.completed_at < ? AND NOT EXISTS (SELECT 1 FROM evaluations r
           WHERE r.retry_of = e.id AND r.status IN ('queued', 'running')) ORDER BY e.completed_at, e.id LIMIT ?)`,
      before,
    )
    const losing = 'SELECT id FROM evaluations WHERE results_removed_at = 0 AND id > ? ORDER BY id LIMIT ?'
    for await (const { id } of rows<{ id: string }>(database, losing, (last) => [last?.id ?? ''])) {
      yield statement(
        `DELETE FROM evaluation_results WHERE id IN (SELECT id FROM evaluation_results
           WHERE evaluation_id = ? ORDER BY position LIMIT ?)`,
        id,
      )
      yield once('UPDATE evaluations SET results_removed_at = ? WHERE id = ?', now, id)
    }
  },

  async *audit(database, before) {
    for await (const { id } of organizations(database)) {
      yield statement(
        `DELETE FROM audit_log WHERE organization_id = ? AND (created_at, id) IN (SELECT created_at, id FROM audit_log
           WHERE organization_id = ? AND created_at < ? ORDER BY created_at, id LIMIT ?)`,
        id,
        id,
        before,
      )
    }
  },

  async *deleted(database, before) {
    for await (const { id, organization_id } of deletedRows(database, 'prompts', before)) {
      if (await isNamed(database, organization_id, id)) continue
      yield statement(
        'DELETE FROM prompt_versions WHERE id IN (SELECT id FROM prompt_versions WHERE prompt_id = ? LIMIT ?)',
        id,
      )
      for (const table of ['prompt_tags', 'prompt_labels'])
        yield once(`DELETE FROM ${table} WHERE prompt_id = ?`, id)
      yield once('DELETE FROM prompts WHERE id = ? AND deleted_at IS NOT NULL', id)
    }
    for await (const { id, organization_id } of deletedRows(database, 'datasets', before)) {
      const evaluated = 'SELECT 1 FROM evaluations WHERE organization_id = ? AND dataset_id = ? LIMIT 1'
      if (await finds(database, evaluated, organization_id, id)) continue
      yield statement(
        `DELETE FROM dataset_items WHERE (dataset_id, position, id, version_from) IN (
           SELECT dataset_id, position, id, version_from FROM dataset_items WHERE dataset_id = ? LIMIT ?)`,
        id,
      )
      yield statement(
        `DELETE FROM dataset_versions WHERE (dataset_id, version) IN (
           SELECT dataset_id, version FROM dataset_versions WHERE dataset_id = ? LIMIT ?)`,
        id,
      )
      yield once('DELETE FROM dataset_imports WHERE dataset_id = ?', id)
      yield once('DELETE FROM datasets WHERE id = ? AND deleted_at IS NOT NULL', id)
    }
  },
}

/** Whether something that is stored names a deleted prompt: an execution, an evaluation, a report, a webhook's filter. */
async function isNamed(database: Database, organizationId: string, id: string): Promise<boolean> {
  const about = `{"promptId":"${id}"` // as reports retain their parameters
  const named: [sql: string, ...values: Value[]][] = [
    ['SELECT 1 FROM executions WHERE prompt_id = ? LIMIT 1', id],
    ['SELECT 1 FROM evaluations WHERE organization_id = ? AND prompt_id = ? LIMIT 1', organizationId, id],
    [
      'SELECT 1 FROM reports WHERE organization_id = ? AND parameters >= ? AND parameters < ? LIMIT 1',
      organizationId,
      about,
      `${about}\u{10FFFF}`,
    ],
    // Of webhooks an organization has few.
    [
      'SELECT 1 FROM webhooks WHERE organization_id = ? AND filters LIKE ? LIMIT 1',
      organizationId,
      `%${id}%`,
    ],
  ]
  for (const [sql, ...values] of named) if (await finds(database, sql, ...values)) return true
  return false
}

const finds = async (database: Database, sql: string, ...values: Value[]): Promise<boolean> =>
  (await database.read((tx) => tx.get(sql, ...values))) !== undefined

/** A statement whose last placeholder is the number of rows. */
const statement =
  (sql: string, ...values: Value[]): RemovalStep =>
  (tx, most) =>
    tx.run(sql, ...values, most)

/** A statement of few rows. */
const once =
  (sql: string, ...values: Value[]): RemovalStep =>
  async (tx) => {
    await tx.run(sql, ...values)
    return 0
  }

const organizations = (database: Database) =>
  rows<{ id: string }>(database, 'SELECT id FROM organizations WHERE id > ? ORDER BY id LIMIT ?', (last) => [
    last?.id ?? '',
  ])

const deletedRows = (database: Database, table: 'prompts' | 'datasets', before: number) =>
  rows<{ id: string; organization_id: string; deleted_at: number }>(
    database,
    `SELECT id, organization_id, deleted_at FROM ${table} WHERE deleted_at IS NOT NULL AND deleted_at < ?
       AND (deleted_at, id) > (?, ?) ORDER BY deleted_at, id LIMIT ?`,
    (last) => [before, last?.deleted_at ?? 0, last?.id ?? ''],
  )

/** Rows page by page, in turns of their own; the last placeholder is the number of rows. */
async function* rows<Row>(
  database: Database,
  sql: string,
  after: (last: Row | undefined) => readonly Value[],
): AsyncGenerator<Row, void> {
  let last: Row | undefined
  for (;;) {
    const values = after(last)
    const page = await database.read((tx) => tx.all<Row>(sql, ...values, PAGE))
    yield* page
    last = page.at(-1)
    if (page.length < PAGE) return
  }
}
