/** All rows of the database about an organization. */
import type { Database } from '../../src/service/storage/database.ts'
import { prefixOf } from './places.ts'

const TABLES =
  process.env.TEST_DATABASE_ENGINE === 'postgres'
    ? 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()'
    : "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"

const IDENTIFIERS = /[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}/g

/**
 * Every row, of whatever table, that names the organization or anything of it: as text, sorted.
 * A row of another organization that names something of this one counts too.
 */
export function rowsAbout(database: Database, organizationId: string): Promise<string[]> {
  return database.read(async (tx) => {
    const tables = await tx.all<{ name: string }>(TABLES)
    const rows: string[] = []
    for (const { name } of tables) {
      for (const row of await tx.all<Record<string, unknown>>(`SELECT * FROM "${name}"`)) {
        rows.push(`${name} ${JSON.stringify(row, (_, value) => bytesAsText(value))}`)
      }
    }
    const own = rows.filter((row) => row.includes(`"organization_id":"${organizationId}"`))
    const ids = new Set([organizationId, ...own.flatMap(identifiersOf)])
    return rows.filter((row) => identifiersOf(row).some((id) => ids.has(id))).sort()
  })
}

const identifiersOf = (row: string): string[] =>
  (row.match(IDENTIFIERS) ?? []).filter((id) => prefixOf(id) !== undefined)

const bytesAsText = (value: unknown): unknown => {
  const bytes = value as { type?: string; data?: number[] } | null
  return typeof bytes === 'object' && bytes?.type === 'Buffer' && bytes.data
    ? Buffer.from(bytes.data).toString('latin1')
    : value
}
