import type { Sizes } from '../maintenance.ts'
import type { Client } from './connections.ts'

/** The size of the schema; the rows are the server's estimates. */
export async function sizesOf(client: Client, schema: string): Promise<Sizes> {
  const { rows } = await client.query<{ name: string; bytes: number; estimate: number }>(
    `SELECT relname AS name, pg_total_relation_size(relid) AS bytes, n_live_tup AS estimate
     FROM pg_stat_user_tables WHERE schemaname = $1 ORDER BY n_live_tup DESC, relname`,
    [schema],
  )
  return {
    file: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    free: null,
    log: null,
    rows: Object.fromEntries(rows.map(({ name, estimate }) => [name, estimate])),
  }
}
