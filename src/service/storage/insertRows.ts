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

/** Each has 1, 2, 4 … or 64 rows, so that few statements are prepared. */
function* statements({ table, columns, conflict = '' }: Insertion, rows: readonly Row[]) {
  const placeholders = `(${columns.map(() => '?').join(', ')})`
  for (let from = 0, size = MAX_ROWS; from < rows.length; from += size) {
    while (size > rows.length - from) size /= 2
    const values = rows
      .slice(from, from + size)
      .flatMap((row) => columns.map((column) => row[column] as Value))
    const lines = Array(size).fill(placeholders).join(', ')
    yield { sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${lines} ${conflict}`, values }
  }
}
