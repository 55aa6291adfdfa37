/** The search for a part of a name in an index with entries of eight characters, whatever the engine. */
import type { NameSearch } from './database.ts'
import { MAX_PART_LENGTH } from './migrations/nameSearch.ts'

/** Pieces of a long text that are counted, to look among the rarest one's rows. */
const MAX_PIECES = 8
/** Entries for each row that is wanted: a name may contain a short text several times. */
const ENTRIES_PER_ROW = 2

/** The index of one organization's names of one kind. */
interface NameIndex {
  /** Entries from `first` up to `end`, counted as far as `limit`. */
  count(first: string, end: string, limit: number): Promise<number>
  /** The rows of the first `limit` of them, each once. */
  ids(first: string, end: string, limit: number): Promise<string[]>
}

/** As `Database.idsNamed`. */
export async function searchNames(
  index: NameIndex,
  { part, most }: Pick<NameSearch, 'part' | 'most'>,
): Promise<string[] | undefined> {
  const limit = most * ENTRIES_PER_ROW + 1
  let rarest: { piece: string; entries: number } | undefined
  for (const piece of piecesOf(part)) {
    const entries = await index.count(...rangeOf(piece), limit)
    if (rarest === undefined || entries < rarest.entries) rarest = { piece, entries }
    if (entries <= 1) break
  }
  if (rarest === undefined || rarest.entries >= limit) return undefined
  const ids = await index.ids(...rangeOf(rarest.piece), limit)
  return ids.length > most ? undefined : ids
}

/** The text itself when an entry contains that much; otherwise parts of it, spread over its length, the last included. */
function piecesOf(part: string): string[] {
  const characters = Array.from(part)
  const last = characters.length - MAX_PART_LENGTH
  if (last <= 0) return [part]
  const count = Math.min(MAX_PIECES, last + 1)
  return Array.from({ length: count }, (_, index) => {
    const start = count === 1 ? 0 : Math.round((index * last) / (count - 1))
    return characters.slice(start, start + MAX_PART_LENGTH).join('')
  })
}

/** All texts that begin with `piece`: they are compared by UTF-8 bytes, and no name has the last character of Unicode. */
const rangeOf = (piece: string): [string, string] => [piece, `${piece}\u{10FFFF}`]
