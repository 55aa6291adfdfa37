import { createEnvironment, type Environment, type EnvironmentOptions } from '../service/app.ts'
import { systemClock } from '../service/runtime/clock.ts'
import { systemRandom } from '../service/runtime/random.ts'
import { checkKey } from '../service/secrets/keyCheck.ts'
import { openKeyring } from '../service/secrets/openKeyring.ts'
import type { EnvironmentName } from '../service/server/handler.ts'
import type { Log } from '../service/server/log.ts'
import { type Maintenance, openSqlite } from '../service/storage/sqlite.ts'
import type { Terminal } from './command.ts'
import type { DataDirectory } from './dataDirectory.ts'
import { masterKey } from './dataDirectory.ts'

/**
 * Opens an environment's database, for this process alone, and builds the service on it; nothing runs yet.
 * @throws DatabaseRefused, VaultRefused, or Error when the document cannot be served
 */
export async function openEnvironment(
  name: EnvironmentName,
  directory: DataDirectory,
  env: Terminal['env'],
  log: Log,
  options: Omit<EnvironmentOptions, 'name' | 'database' | 'keyring' | 'clock' | 'random' | 'log'>,
): Promise<{ environment: Environment; maintenance: Maintenance; close(): Promise<void> }> {
  const keyring = openKeyring(masterKey(name, directory, env))
  const database = await openSqlite({
    file: directory.database(name),
    report: (error) => log.error({ err: error, environment: name }, 'an action after a commit failed'),
    notice: (text) => log.info({ environment: name }, text),
  })
  const parts = { name, database, keyring, log, clock: systemClock, random: systemRandom() }
  try {
    await checkKey(database, keyring)
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
