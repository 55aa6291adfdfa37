/** SQLite's way to find rows by a part of their names: the index of `migrations/nameSearch.ts`. */
import type { NameSearch, ReadTransaction } from '../database.ts'
import { LONGEST_PART } from '../migrations/nameSearch.ts'

/** Pieces of a long text that are counted, to look among the rarest one's rows. */
const MOST_PIECES = 8
/** Entries for each row that is wanted: a name may hold a short text several times. */
const ENTRIES_PER_ROW = 2

const SPACE = 'SELECT space FROM name_spaces WHERE kind = ? AND organization_id = ?'
const ENTRIES = 'SELECT row FROM name_parts WHERE space = ? AND part >= ? AND part < ? LIMIT ?'
const COUNT = `SELECT count(*) AS entries FROM (${ENTRIES})`
const IDS = `SELECT DISTINCT r.id FROM (${ENTRIES}) e JOIN named_rows r ON r.row = e.row`

/** As `Database.idsNamed`. */
export async function idsNamed(
  tx: ReadTransaction,
  { kind, organizationId, part, most }: NameSearch,
): Promise<string[] | undefined> {
  const space = await tx.get<{ space: number }>(SPACE, kind, organizationId)
  if (space === undefined) return []
  const limit = most * ENTRIES_PER_ROW + 1
  let rarest: { piece: string; entries: number } | undefined
  for (const piece of piecesOf(part)) {
    const found = await tx.get<{ entries: number }>(COUNT, space.space, ...rangeOf(piece), limit)
    const entries = found?.entries ?? 0
    if (rarest === undefined || entries < rarest.entries) rarest = { piece, entries }
    if (entries <= 1) break
  }
  if (rarest === undefined || rarest.entries >= limit) return undefined
  const rows = await tx.all<{ id: string }>(IDS, space.space, ...rangeOf(rarest.piece), limit)
  return rows.length > most ? undefined : rows.map(({ id }) => id)
}

/** The text itself when an entry holds that much; otherwise parts of it, spread over its length, the last included. */
function piecesOf(part: string): string[] {
  const characters = Array.from(part)
  const last = characters.length - LONGEST_PART
  if (last <= 0) return [part]
  const count = Math.min(MOST_PIECES, last + 1)
  return Array.from({ length: count }, (_, index) => {
    const start = count === 1 ? 0 : Math.round((index * last) / (count - 1))
    return characters.slice(start, start + LONGEST_PART).join('')
  })
}

/** All texts that begin with `piece`: SQLite compares UTF-8 bytes, and no name has the last character of Unicode. */
const rangeOf = (piece: string): [string, string] => [piece, `${piece}\u{10FFFF}`]
