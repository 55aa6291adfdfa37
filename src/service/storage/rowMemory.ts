import type { Database, WatchedTables } from './database.ts'

/** What was read of rows that seldom change, until a commit may have changed one of them. */
interface RowMemory<Row> {
  /** What is remembered under the key: a look-up, and no read. */
  find(key: string): Row | undefined
  /**
   * Reads, and remembers what was found; nothing that was not found, so that nobody fills the memory by guessing.
   * @returns what was read, also when a commit made it out of date meanwhile: it is then used this once
   */
  load(key: string, read: () => Promise<Row | undefined>): Promise<Row | undefined>
  readonly size: number
}

/**
 * Each commit that may touch the tables begins another generation, before the write is acknowledged. A row is
 * kept only when the generation in which its reading began still lasts: a revocation that is committed between
 * the reading and the keeping is never covered by what was read before it.
 * @param most rows remembered at once; the oldest goes
 */
export function createRowMemory<Row>(
  database: Pick<Database, 'watch' | 'others'>,
  tables: WatchedTables,
  most = 10_000,
): RowMemory<Row> {
  // Of what other processes commit nobody tells in time.
  if (database.others) return { find: () => undefined, load: (_key, read) => read(), size: 0 }
  const rows = new Map<string, Row>()
  let generation = 0
  database.watch(tables, () => {
    generation++
    rows.clear()
  })
  return {
    find: (key) => rows.get(key),
    async load(key, read) {
      const begun = generation
      const row = await read()
      if (row === undefined || begun !== generation) return row
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
