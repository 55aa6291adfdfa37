/** Differences of a schema step between PostgreSQL and SQLite. */

/**
 * SQLite's INTEGER has 64 bits and its REAL is a double. Its texts compare byte by byte, as with `COLLATE "C"`. So lists
 * retain their order, and cursors their meaning, whatever the locale of the database.
 */
const TYPES: Readonly<Record<string, string>> = {
  TEXT: 'text COLLATE "C"',
  INTEGER: 'bigint',
  REAL: 'double precision',
  BLOB: 'bytea',
}

const TOKEN = /'(?:[^']|'')*'|--[^\n]*|\b(?:TEXT|INTEGER|REAL|BLOB)\b/g

/** The statements of a step with PostgreSQL's types; texts and comments stay as they are. */
export const inPostgres = (sql: string): string => sql.replace(TOKEN, (token) => TYPES[token] ?? token)
