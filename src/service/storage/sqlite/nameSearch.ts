/** SQLite's way to find rows by a part of their names: the index of `migrations/nameSearch.ts`. */
import type { NameSearch, ReadTransaction } from '../database.ts'
import { searchNames } from '../namePieces.ts'

const SPACE = 'SELECT space FROM name_spaces WHERE kind = ? AND organization_id = ?'
const ENTRIES = 'SELECT row FROM name_parts WHERE space = ? AND part >= ? AND part < ? LIMIT ?'
const COUNT = `SELECT count(*) AS entries FROM (${ENTRIES})`
const IDS = `SELECT DISTINCT r.id FROM (${ENTRIES}) e JOIN named_rows r ON r.row = e.row`

/** As `Database.idsNamed`. */
export async function idsNamed(tx: ReadTransaction, wanted: NameSearch): Promise<string[] | undefined> {
  const found = await tx.get<{ space: number }>(SPACE, wanted.kind, wanted.organizationId)
  if (found === undefined) return []
  const { space } = found
  const index = {
    async count(first: string, end: string, limit: number) {
      return (await tx.get<{ entries: number }>(COUNT, space, first, end, limit))?.entries ?? 0
    },
    async ids(first: string, end: string, limit: number) {
      return (await tx.all<{ id: string }>(IDS, space, first, end, limit)).map(({ id }) => id)
    },
  }
  return searchNames(index, wanted)
}
