/** Which watchers a statement concerns, from its text: no engine reports it in time and at no cost. */
import type { WatchedTables } from './database.ts'

/** Called once for each commit that may have changed what it watches. */
export type Watcher = (certain: boolean) => void

export interface Watch {
  add(tables: WatchedTables, action: Watcher): void
  /** The watchers of the table that the statement writes; the same list for the same text. */
  watchersOf(sql: string): readonly Watcher[]
}

const NO_WATCHERS: readonly Watcher[] = []

export function createWatch(): Watch {
  const watched: { tables: WatchedTables; action: Watcher }[] = []
  const known = new Map<string, readonly Watcher[]>()
  return {
    add(tables, action) {
      watched.push({ tables, action })
      known.clear()
    },
    watchersOf(sql) {
      const found = known.get(sql)
      if (found !== undefined) return found
      const change = changeOf(sql)
      const concerned = change === undefined ? [] : watched.filter(({ tables }) => concerns(change, tables))
      const watchers = concerned.length === 0 ? NO_WATCHERS : concerned.map(({ action }) => action)
      // Statements with lists of placeholders come in many lengths.
      if (known.size >= MAX_STATEMENTS) known.clear()
      known.set(sql, watchers)
      return watchers
    },
  }
}

const MAX_STATEMENTS = 1000

interface Change {
  table: string
  /** The columns of an UPDATE; undefined for a statement that creates or removes rows. */
  columns: readonly string[] | undefined
}

const WRITE = /\b(INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|DELETE\s+FROM|UPDATE)\s+(\w+)/i
const SET = /\bSET\b(.*?)(?:\bWHERE\b|\bRETURNING\b|$)/is

/** The changes of a statement of the portable subset; undefined when it only reads. */
function changeOf(sql: string): Change | undefined {
  const [whole, kind, table] = WRITE.exec(sql) ?? []
  if (whole === undefined || kind === undefined || table === undefined) return undefined
  const set = /^UPDATE/i.test(kind) ? SET.exec(sql)?.[1] : undefined
  // A comparison within an expression counts as a column too: rather one too many than one too few.
  const columns = set === undefined ? undefined : [...set.matchAll(/(\w+)\s*=/g)].map(([, name = '']) => name)
  return { table: table.toLowerCase(), columns }
}

function concerns({ table, columns }: Change, tables: WatchedTables): boolean {
  const watched = Object.hasOwn(tables, table) ? tables[table] : undefined
  if (watched === undefined) return false
  return columns === undefined || columns.some((name) => !watched.except.includes(name))
}
