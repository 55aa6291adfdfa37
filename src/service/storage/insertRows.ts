/** Many rows in few statements: across a network, each statement costs a round trip. */
import type { Value, WriteTransaction } from './database.ts'

/** Rows of one statement at most; a power of two. */
const MAX_ROWS = 64

interface Insertion {
  table: string
  columns: readonly string[]
  /** The clause behind the values, such as `ON CONFLICT … DO NOTHING`. */
  conflict?: string
}

type Row = Readonly<Record<string, Value>>

/**
 * Inserts rows, as many as possible with one statement.
 *
 * @example await insertRows(tx, { table: 'tags', columns: ['id', 'name'] }, [{ id: 'tag_1', name: 'a' }])
 */
export async function insertRows(
  tx: WriteTransaction,
  insertion: Insertion,
  rows: readonly Row[],
): Promise<void> {
  for (const { sql, values } of statements(insertion, rows)) await tx.run(sql, ...values)
}

/** As `insertRows`. @returns the ids of the rows that were inserted, in any order */
export async function insertedIds(
  tx: WriteTransaction,
  insertion: Insertion,
  rows: readonly Row[],
): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const { sql, values } of statements(insertion, rows))
    for (const { id } of await tx.all<{ id: string }>(`${sql} RETURNING id`, ...values)) ids.add(id)
  return ids
}

function* statements({ table, columns, conflict = '' }: Insertion, rows: readonly Row[]) {
  const placeholders = `(${columns.map(() => '?').join(', ')})`
  for (const part of inPowersOfTwo(rows, MAX_ROWS)) {
    const values = part.flatMap((row) => columns.map((column) => row[column] as Value))
    const lines = part.map(() => placeholders).join(', ')
    yield { sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${lines} ${conflict}`, values }
  }
}

/**
 * Parts of 1, 2, 4 … entries, the longest first: statements of few lengths, so that few are prepared.
 * @param most entries of a part, a power of two
 */
export function* inPowersOfTwo<Entry>(entries: readonly Entry[], most: number): Generator<readonly Entry[]> {
  for (let from = 0, size = most; from < entries.length; from += size) {
    while (size > entries.length - from) size /= 2
    yield entries.slice(from, from + size)
  }
}
