/** Many rows in few statements: across a network, each statement costs a round trip. */
import { inPowersOfTwo } from '../runtime/inPowersOfTwo.ts'
import type { Insertion, Row, Value, WriteTransaction } from './database.ts'

/** Rows of one statement at most; a power of two. */
const MAX_ROWS = 64

/** Implements `WriteTransaction.insertAll` for every engine, by its other statements. */
export async function insertAll(
  tx: Pick<WriteTransaction, 'run'>,
  insertion: Insertion,
  rows: readonly Row[],
): Promise<void> {
  for (const { sql, values } of statements(insertion, rows)) await tx.run(sql, ...values)
}

/** Implements `WriteTransaction.insertNew` for every engine. */
export async function insertNew(
  tx: Pick<WriteTransaction, 'all'>,
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
