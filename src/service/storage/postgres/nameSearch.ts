/** PostgreSQL's way to find rows by a part of their names: the index of `migrations/nameSearchPostgres.ts`. */
import type { NameSearch, ReadTransaction } from '../database.ts'
import { searchNames } from '../namePieces.ts'

const ENTRIES =
  'SELECT id FROM name_parts WHERE kind = ? AND organization_id = ? AND part >= ? AND part < ? LIMIT ?'
const COUNT = `SELECT count(*) AS entries FROM (${ENTRIES}) e`
const IDS = `SELECT DISTINCT id FROM (${ENTRIES}) e`

/** As `Database.idsNamed`. */
export function idsNamed(tx: ReadTransaction, wanted: NameSearch): Promise<string[] | undefined> {
  const { kind, organizationId } = wanted
  const index = {
    async count(first: string, end: string, limit: number) {
      const row = await tx.get<{ entries: number }>(COUNT, kind, organizationId, first, end, limit)
      return row?.entries ?? 0
    },
    async ids(first: string, end: string, limit: number) {
      const rows = await tx.all<{ id: string }>(IDS, kind, organizationId, first, end, limit)
      return rows.map(({ id }) => id)
    },
  }
  return searchNames(index, wanted)
}
