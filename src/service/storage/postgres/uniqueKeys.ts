import type { Client } from './connections.ts'
import type { UniqueKeys } from './failures.ts'

/** The columns of every unique index of a schema as SQLite names them: `folders.parent_id, folders.name`. */
export async function uniqueKeysOf(
  client: Client,
  schema: string,
): Promise<Map<string, string> & UniqueKeys> {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `SELECT i.relname AS name, string_agg(t.relname || '.' || a.attname, ', ' ORDER BY k.position) AS columns
     FROM pg_index x
       JOIN pg_class i ON i.oid = x.indexrelid
       JOIN pg_class t ON t.oid = x.indrelid
       JOIN pg_namespace n ON n.oid = t.relnamespace
       CROSS JOIN LATERAL unnest(x.indkey::int[]) WITH ORDINALITY AS k (attribute, position)
       JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attribute
     WHERE x.indisunique AND n.nspname = $1
     GROUP BY i.relname`,
    [schema],
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}
