/** PostgreSQL's errors in the terms of the storage interface. */
import pg from 'pg'
import { StorageUnavailable, UniqueViolation } from '../database.ts'

/** The columns of each unique index, by its name: an error names only the index. */
export type UniqueKeys = ReadonlyMap<string, string>

/** By the first characters of SQLSTATE: what the server cannot do now, as opposed to what is wrong with a statement. */
const OUTAGES: readonly [prefix: string, message: string][] = [
  ['08', 'The connection to the database is lost.'],
  ['25006', 'The database accepts no changes: it is a standby, or read-only.'],
  ['28', 'The database does not let this user in.'],
  ['3D000', 'The database is not there any more.'],
  ['40', 'The change collided with others too often.'],
  ['53100', "The database's disk is full."],
  ['53', 'The database has no room for it now.'],
  ['55P03', 'Another session has locked rows that the change needs.'],
  ['57', 'The database is being stopped, or ended the statement.'],
  ['58', "The database's disk failed."],
  ['XX', 'The database is damaged.'],
]

/** The forms of a lost connection: an error of the socket, or a text of the client library. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
const CONNECTION_TEXTS =
  /^(Connection terminated|timeout e?x?(ceeded)?|Query read timeout|Client has encountered a connection error|Client was closed|The server does not support SSL)/i

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether the connection is of no use any more, whatever became of what was sent over it. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  if (/^08|^57P0[1-3]|^53300/.test(code) || CONNECTION_CODES.has(code)) return true
  return error instanceof Error && CONNECTION_TEXTS.test(error.message)
}

/** Whether the connection was known to be lost before the statement: it was never sent. */
export const isNeverSent = (error: unknown): boolean =>
  error instanceof Error && /is not queryable|was closed and is not/.test(error.message)

/** Whether the same unit of work may well succeed when it is run again: a serialization failure or a deadlock. */
export const isCollision = (error: unknown): boolean => /^(40001|40P01)$/.test(codeOf(error))

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505'

/** The rejected statement and its place, for logs. */
class StatementFailed extends Error {
  override readonly name = 'StatementFailed'
  readonly code: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly constraint: string | undefined

  constructor({ message, code, table, column, constraint }: pg.DatabaseError) {
    // Class 22, data exceptions, quotes the value.
    super(code?.startsWith('22') ? message.replace(/".*$/s, '…') : message)
    this.code = code
    this.table = table
    this.column = column
    this.constraint = constraint
  }
}

/** The server's error without the properties in which it repeats rows and parameters; anything else passes unchanged. */
export const withoutValues = (error: unknown): unknown =>
  error instanceof pg.DatabaseError ? new StatementFailed(error) : error

/** The engine's error in the terms of the storage interface; anything else passes, without the values of rows. */
export function translate(thrown: unknown, keys: UniqueKeys): unknown {
  if (thrown instanceof StorageUnavailable || thrown instanceof UniqueViolation) return thrown
  const error = withoutValues(thrown)
  const code = codeOf(error)
  if (code === '23505') {
    const { constraint = '' } = error as { constraint?: string }
    return new UniqueViolation(keys.get(constraint) ?? constraint, error)
  }
  const outage = /^[0-9A-Z]{5}$/.test(code) && OUTAGES.find(([prefix]) => code.startsWith(prefix))
  if (outage) return new StorageUnavailable(outage[1], error)
  if (isConnectionLost(error)) return new StorageUnavailable('The database cannot be reached.', error)
  return error
}
