import type { Database, Generation, WatchedTables } from './database.ts'
import { decidingTables } from './migrations/credentialGeneration.ts'

/**
 * Cached rows that seldom change, until a commit may have changed one of them. Next to other processes no message
 * reports their commits in time: a row is as new as `others.generation`, and is valid if `others.admit` reports it.
 */
interface RowMemory<Row> {
  /** The cached row of the key: a look-up, and no read. */
  find(key: string): Row | undefined
  /**
   * Reads, and remembers what was found; nothing that was not found, so that no one fills the memory by guessing.
   * @returns what was read, also when a commit made it out of date meanwhile: it is then used this once
   */
  load(key: string, read: () => Promise<Row | undefined>): Promise<Row | undefined>
  readonly size: number
}

/**
 * Each commit that may touch the tables begins another generation, before the write is acknowledged. A row is
 * stored only when the generation in which its reading began still lasts. So a revocation that is committed between
 * the reading and the storing is never hidden by the earlier row.
 * @param most cached rows; the oldest is removed
 */
export function createRowMemory<Row>(
  database: Pick<Database, 'watch' | 'others'>,
  tables: WatchedTables,
  most = 10_000,
): RowMemory<Row> {
  const { others } = database
  const rows = new Map<string, Row>()
  let known: Generation | number | undefined = others ? undefined : 0
  const clear = (next: Generation | number | undefined) => {
    known = next
    rows.clear()
  }
  if (others) requireDeciding(tables)
  else database.watch(tables, () => clear((known as number) + 1))
  const generation = () => {
    if (others && others.generation !== known) clear(others.generation)
    return known
  }
  return {
    find: (key) => (generation() === undefined ? undefined : rows.get(key)),
    async load(key, read) {
      const begun = generation()
      const row = await read()
      if (row === undefined || begun === undefined || begun !== generation()) return row
      if (rows.size >= most) {
        const [oldest] = rows.keys()
        if (oldest !== undefined) rows.delete(oldest)
      }
      rows.set(key, row)
      return row
    },
    get size() {
      return rows.size
    },
  }
}

/** @throws Error where the generation would not change with a row that matters here: the server does not start with it */
function requireDeciding(tables: WatchedTables): void {
  for (const [table, { except }] of Object.entries(tables)) {
    const unseen = decidingTables[table]?.except
    if (unseen === undefined || unseen.some((column) => !except.includes(column)))
      throw new Error(`The cached rows of ${table} would outlive a change by another process.`)
  }
}
