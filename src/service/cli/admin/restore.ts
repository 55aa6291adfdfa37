import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkKey } from '../../secrets/keyCheck.ts'
import { openKeyring } from '../../secrets/openKeyring.ts'
import { makeDataDirectory, masterKey } from '../dataDirectory.ts'
import { AdminRejection, localAdminCommand } from './adminCommand.ts'

/** Puts a backup instead of the database; what was there is stored next to it. */
export const restore = localAdminCommand({
  words: 'restore',
  operand: 'FILE',
  summary: 'Replaces the database by a backup. Stop the server first.',
  flags: {},
  input: (_, operand) => ({ backup: resolve(operand) }),
  async runHere({ environment, directory, env }, { backup }) {
    if (!existsSync(backup))
      throw new AdminRejection(`${backup} is not there; expected a backup, as "admin backup" writes it.`)
    const { path } = makeDataDirectory(directory.path)
    const key = masterKey(environment, directory, env)
    if ('file' in key && !existsSync(key.file)) {
      throw new AdminRejection(
        `${key.file} is missing: put the key file of the backed-up database there first.`,
      )
    }
    const keyring = openKeyring(key)
    // The help of this command must not need the database library.
    const { restoreSqlite } = await import('../../storage/sqlite.ts')
    const previousFile = await restoreSqlite({
      file: directory.database(environment),
      backup,
      accept: (database) => checkKey(database, keyring),
    })
    return { environment, directory: path, previousFile: previousFile ?? null }
  },
  format: ({ environment, directory, previousFile }) =>
    [
      `The database of ${environment} in ${directory} is the backup now.`,
      ...(previousFile === null ? [] : [`The previous database is now ${previousFile}.`]),
    ].join('\n'),
})
