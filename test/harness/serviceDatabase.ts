/** The database of a test server: a SQLite file, or a PostgreSQL database as TEST_DATABASE_ENGINE selects. */
import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../src/service/runtime/clock.ts'
import type { Database } from '../../src/service/storage/database.ts'
import { openSqlite } from '../../src/service/storage/sqlite.ts'
import { underWay } from './clock.ts'
import { copyEmptyDatabase } from './emptyDatabase.ts'

const SCHEMA = 'test'

export interface ServiceDatabase {
  database: Database
  /** Removes what is not in the directory of the file; the database is closed. */
  remove(): Promise<void>
}

/**
 * Opens the database of `file`, with the schema of the service; of PostgreSQL a database named for the path.
 * With TEST_DATABASE_UNITS=twice every unit of work there is undone once and run again.
 */
export async function openServiceDatabase(file: string, clock: Clock): Promise<ServiceDatabase> {
  if (process.env.TEST_DATABASE_ENGINE !== 'postgres') {
    await copyEmptyDatabase(file)
    return { database: await openSqlite({ file, clock }), remove: async () => {} }
  }
  const { openPostgres } = await import('../../src/service/storage/postgres.ts')
  const { databaseAt, runSql } = await import('./postgres.ts')
  const server = process.env.TEST_DATABASE_URL ?? ''
  const name = `test_${createHash('sha256').update(file).digest('hex').slice(0, 16)}`
  if (!made.has(name)) {
    template ??= makeTemplate(server)
    await runSql(server, `CREATE DATABASE ${name} TEMPLATE ${await template}`)
    made.add(name)
  }
  const database = await openPostgres({
    url: databaseAt(server, name),
    schema: SCHEMA,
    connections: 4,
    clock,
    ...(process.env.TEST_DATABASE_UNITS === 'twice' && { undoFirstAttempts: true, timing: soon }),
  })
  return {
    database: counted(database),
    async remove() {
      await runSql(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      made.delete(name)
    },
  }
}

/** The same database; the manual clock waits for its responses. */
function counted(database: Database): Database {
  const count = async <T>(call: Promise<T>): Promise<T> => {
    underWay.calls++
    return call.finally(() => underWay.calls--)
  }
  return {
    get: (sql, ...values) => count(database.get(sql, ...values)),
    all: (sql, ...values) => count(database.all(sql, ...values)),
    read: (work) => count(database.read(work)),
    write: (work) => count(database.write(work)),
    claim: (work) => count(database.claim(work)),
    sideBySide: database.sideBySide,
    others: database.others,
    idsNamed: (wanted) => count(database.idsNamed(wanted)),
    watch: (tables, action) => database.watch(tables, action),
    close: () => database.close(),
  }
}

/** The pauses between attempts are for units that collide. */
const soon = { now: () => performance.now(), pause: async () => void (await turn()), fraction: () => 0 }

const made = new Set<string>()
let template: Promise<string> | undefined

/** A database with the schema and no rows, made once in a process: a copy needs a tenth of the time of the steps. */
async function makeTemplate(server: string): Promise<string> {
  const { openPostgres } = await import('../../src/service/storage/postgres.ts')
  const { databaseAt, runSql } = await import('./postgres.ts')
  const name = `test_template_${process.pid}`
  await runSql(server, `DROP DATABASE IF EXISTS ${name}`, `CREATE DATABASE ${name}`)
  const database = await openPostgres({ url: databaseAt(server, name), schema: SCHEMA, connections: 1 })
  await database.close()
  return name
}
