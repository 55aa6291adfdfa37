import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Terminal, UsageError } from 'specwright/cli'
import type { EnvironmentName } from '../server/handler.ts'
import { DatabaseRejected } from '../storage/database.ts'
import { parseDatabaseAddress } from '../storage/postgres/address.ts'
import type { DataDirectory } from './dataDirectory.ts'
import { forEach, type PerEnvironment, sortSingle } from './perEnvironment.ts'

/** The PostgreSQL of an environment. */
export interface DatabaseChoice {
  /** Contains a password. */
  url: string
  /** Connections at a time. */
  connections?: number
  /** Whether other processes use it too. */
  shared?: boolean
}

/**
 * Where the environments retain their data: as `--database` states, then `PROMPT_SERVICE_<ENVIRONMENT>_DATABASE_URL`, then
 * `DATABASE_URL`; undefined is the SQLite file in the data directory.
 * @throws UsageError that shows the received value, without the password
 */
export function readDatabases(
  given: readonly string[],
  env: Terminal['env'],
): PerEnvironment<string | undefined> {
  const flags = sortSingle('database', given)
  return forEach((name) => {
    const variables = [`PROMPT_SERVICE_${name.toUpperCase()}_DATABASE_URL`, 'DATABASE_URL']
    const variable = variables.find((one) => env[one] !== undefined && env[one] !== '')
    const url = flags[name] ?? (variable === undefined ? undefined : env[variable])
    if (url === undefined) return undefined
    try {
      parseDatabaseAddress(url)
    } catch (error) {
      const where = flags[name] === undefined ? variable : '--database'
      throw new UsageError(`${where} ${(error as Error).message}.`)
    }
    return url
  })
}

/** The PostgreSQL that an environment was served from last, without user and password; undefined on SQLite. */
export function postgresBefore(name: EnvironmentName, directory: DataDirectory): string | undefined {
  const file = directory.postgres(name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/**
 * An engine that was chosen by a flag that was forgotten, or by a variable of another program, would begin empty, and
 * look as if the data were gone.
 * @throws DatabaseRejected when the data of the environment are with the other engine
 */
export function requireEngine(
  name: EnvironmentName,
  directory: DataDirectory,
  choice: DatabaseChoice | undefined,
): void {
  const before = postgresBefore(name, directory)
  const file = directory.database(name)
  if (choice === undefined && before !== undefined) {
    throw new DatabaseRejected(
      directory.postgres(name),
      `the data of ${name} are in ${before}, and no --database was given.`,
      `Give its URL as --database or DATABASE_URL, or remove this file to go back to ${file}.`,
    )
  }
  if (choice !== undefined && before === undefined && existsSync(file)) {
    throw new DatabaseRejected(
      file,
      `the data of ${name} are in this file, and ${parseDatabaseAddress(choice.url).display} was given.`,
      'Give neither --database nor DATABASE_URL, or move the file away to begin in PostgreSQL.',
    )
  }
}

/**
 * Notes where the data are from now on.
 * @returns where they were, when that was another PostgreSQL
 */
export function notePostgres(
  name: EnvironmentName,
  directory: DataDirectory,
  { url }: DatabaseChoice,
): string | undefined {
  const before = postgresBefore(name, directory)
  const { display } = parseDatabaseAddress(url)
  if (before === display) return undefined
  writeFileSync(directory.postgres(name), `${display}\n`)
  return before
}
