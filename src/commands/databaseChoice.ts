import { parseDatabaseAddress } from '../service/storage/postgres/address.ts'
import { type Terminal, UsageError } from './command.ts'
import { forEach, type PerEnvironment, sortSingle } from './perEnvironment.ts'

/** The PostgreSQL of an environment. */
export interface DatabaseChoice {
  /** Holds a password. */
  url: string
  /** Connections at once. */
  connections?: number
}

/**
 * Where the environments keep their data: as `--database` says, then `PROMPT_SERVICE_<ENVIRONMENT>_DATABASE_URL`, then
 * `DATABASE_URL`; undefined is the SQLite file in the data directory.
 * @throws UsageError that says what was received, without the password
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
