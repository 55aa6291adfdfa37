import { existsSync } from 'node:fs'
import { systemClock } from '../../runtime/clock.ts'
import { checkKey } from '../../secrets/keyCheck.ts'
import { openKeyring } from '../../secrets/openKeyring.ts'
import { parseDatabaseAddress } from '../../storage/postgres/address.ts'
import { notePostgres, postgresBefore } from '../databaseChoice.ts'
import { masterKey } from '../dataDirectory.ts'
import { requirePackage } from '../requirePackage.ts'
import { AdminRejection, localAdminCommand } from './adminCommand.ts'
import { columns } from './columns.ts'

/** Moves an environment to PostgreSQL; the SQLite file stays as it is. */
export const migrate = localAdminCommand({
  words: 'migrate',
  summary: 'Copies an environment from its SQLite file to PostgreSQL; stop the server first.',
  flags: {},
  changesEngine: true,
  input: () => ({}),
  async runHere({ environment, directory, env, database: choice }) {
    const file = directory.database(environment)
    if (choice === undefined)
      throw new AdminRejection('"admin migrate" requires a destination: --database URL, or DATABASE_URL.')
    const before = postgresBefore(environment, directory)
    if (before !== undefined) throw new AdminRejection(`The data of ${environment} are in ${before} already.`)
    if (!existsSync(file))
      throw new AdminRejection(`${file} does not exist: there is nothing to copy. Give its --data-dir.`)
    const key = masterKey(environment, directory, env)
    if ('file' in key && !existsSync(key.file))
      throw new AdminRejection(`${key.file} is missing: without it the secrets of ${file} cannot be opened.`)
    const { display } = parseDatabaseAddress(choice.url)
    // The help of this command must not need the libraries of the databases.
    const [{ openSqlite }, { copyToPostgres, TargetNotEmpty }] = await Promise.all([
      import('../../storage/sqlite.ts'),
      requirePackage('pg', () => import('../../storage/postgres.ts')),
    ])
    const source = await openSqlite({ file, clock: systemClock })
    try {
      await checkKey(source, openKeyring(key))
      const { tables, copied } = await copyToPostgres({ source, url: choice.url, schema: environment })
      notePostgres(environment, directory, choice)
      return { environment, file, target: display, copied, tables: tables.map((table) => ({ ...table })) }
    } catch (error) {
      if (!(error instanceof TargetNotEmpty)) throw error
      throw new AdminRejection(
        `${display} has data of ${environment} already (${error.tables.join(', ')}), which are not those of ${file}: nothing was copied. Give an empty database, or drop its schema ${environment}.`,
      )
    } finally {
      await source.close()
    }
  },
  format: ({ environment, file, target, copied, tables }) =>
    [
      copied
        ? `The data of ${environment} are in ${target} now; every table was read back and is the same:`
        : `The data of ${environment} were in ${target} already, every table the same:`,
      columns(
        tables
          .filter(({ rows }) => rows > 0)
          .map(({ name, rows, digest }): [string, string] => [
            name,
            `${rows.toLocaleString('en-US')} rows, ${digest.slice(0, 16)}`,
          ]),
      ),
      `Start the server with the same --database. ${file} stays as it was; nothing reads it any more.`,
    ].join('\n'),
})
