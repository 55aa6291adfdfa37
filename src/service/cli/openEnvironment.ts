import type { Terminal } from 'specwright/cli'
import { createEnvironment } from '../app.ts'
import type { Environment, EnvironmentOptions } from '../environment.ts'
import { systemClock } from '../runtime/clock.ts'
import { systemRandom } from '../runtime/random.ts'
import { checkKey } from '../secrets/keyCheck.ts'
import { openKeyring } from '../secrets/openKeyring.ts'
import type { EnvironmentName } from '../server/handler.ts'
import type { Log } from '../server/log.ts'
import type { Database } from '../storage/database.ts'
import type { Maintenance } from '../storage/maintenance.ts'
import { type DatabaseChoice, notePostgres, requireEngine } from './databaseChoice.ts'
import type { DataDirectory } from './dataDirectory.ts'
import { masterKey } from './dataDirectory.ts'
import { requirePackage } from './requirePackage.ts'

/**
 * Opens an environment's database, for only this process, and builds the service on it; nothing runs yet.
 * @param choice the PostgreSQL to use in place of the file in the data directory
 * @throws DatabaseRejected, VaultRefused, or Error when the document cannot be served
 */
export async function openEnvironment(
  name: EnvironmentName,
  directory: DataDirectory,
  env: Terminal['env'],
  log: Log,
  choice: DatabaseChoice | undefined,
  options: Omit<EnvironmentOptions, 'name' | 'database' | 'keyring' | 'clock' | 'random' | 'log'>,
): Promise<{ environment: Environment; maintenance: Maintenance; close(): Promise<void> }> {
  requireEngine(name, directory, choice)
  const keyring = openKeyring(masterKey(name, directory, env))
  const database = await openDatabase(name, directory, log, choice)
  const parts = { name, database, keyring, log, clock: systemClock, random: systemRandom() }
  try {
    await checkKey(database, keyring)
    const before = choice && notePostgres(name, directory, choice)
    if (before !== undefined) log.warn({ environment: name, before }, 'the database is another than before')
    const environment = await createEnvironment({ ...parts, ...options })
    return {
      environment,
      maintenance: database,
      async close() {
        try {
          await environment.stop()
        } finally {
          await database.close()
        }
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Loads the one engine that was chosen: no one needs the package of the other. */
async function openDatabase(
  name: EnvironmentName,
  directory: DataDirectory,
  log: Log,
  choice: DatabaseChoice | undefined,
): Promise<Database & Maintenance> {
  const report = (error: unknown) => log.error({ err: error, environment: name }, 'of the database')
  if (choice !== undefined) {
    const { openPostgres } = await requirePackage('pg', () => import('../storage/postgres.ts'))
    return openPostgres({ ...choice, schema: name, report })
  }
  const { openSqlite } = await import('../storage/sqlite.ts')
  const notice = (text: string) => log.info({ environment: name }, text)
  return openSqlite({ file: directory.database(name), report, notice })
}
