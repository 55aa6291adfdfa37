import type { Client } from './connections.ts'

export interface Sizes {
  /** Bytes of tables and indexes. */
  file: number
  /** Bytes that hold nothing; the server's own vacuum gives them to new rows. */
  free: number
  /** Bytes of a log; the server has one for all its databases. */
  log: number
  /** By table, the largest first: the rows that the server estimates. */
  rows: Record<string, number>
}

export async function sizesOf(client: Client, schema: string): Promise<Sizes> {
  const { rows } = await client.query<{ name: string; bytes: number; estimate: number }>(
    `SELECT relname AS name, pg_total_relation_size(relid) AS bytes, n_live_tup AS estimate
     FROM pg_stat_user_tables WHERE schemaname = $1 ORDER BY n_live_tup DESC, relname`,
    [schema],
  )
  return {
    file: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    free: 0,
    log: 0,
    rows: Object.fromEntries(rows.map(({ name, estimate }) => [name, estimate])),
  }
}
