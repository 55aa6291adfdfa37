import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Database,
  StorageUnavailable,
  UniqueViolation,
  type WriteTransaction,
} from '../../../src/service/storage/database.ts'
import { Sqlite } from '../../../src/service/storage/sqlite/driver.ts'
import { openSqlite } from '../../../src/service/storage/sqlite.ts'
import { temporaryDatabase } from './temporaryDatabase.ts'
import { temporaryDirectory } from './temporaryDirectory.ts'

const steps = [
  {
    name: 'notes',
    sql: `
      CREATE TABLE notes (id INTEGER NOT NULL PRIMARY KEY);
      CREATE TABLE replies (note_id INTEGER NOT NULL REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED);
    `,
  },
]

const insert = (id: number) => (tx: WriteTransaction) => tx.run('INSERT INTO notes VALUES (?)', id)

const ids = (database: Database) =>
  database.read(async (tx) =>
    (await tx.all<{ id: number }>('SELECT id FROM notes ORDER BY id')).map(({ id }) => id),
  )

/** The works of one turn; each outcome is what it returned or the name of its error. */
const together = (database: Database, ...works: ((tx: WriteTransaction) => Promise<unknown>)[]) =>
  Promise.all(works.map((work) => database.write(work).catch((error) => error.name)))

describe('a group of writes', () => {
  test('that cannot be committed is refused as a whole, with no action called, and the next one goes on', async () => {
    const database = await temporaryDatabase({ steps })
    const called: number[] = []
    const outcomes = await together(
      database,
      async (tx) => {
        tx.afterCommit(() => called.push(1))
        await insert(1)(tx)
      },
      // A deferred constraint, which the service's own schema never has, fails at the commit.
      (tx) => tx.run('INSERT INTO replies VALUES (99)'),
    )
    expect(outcomes).toEqual(['StorageUnavailable', 'StorageUnavailable'])
    expect(called).toEqual([])
    expect(await together(database, insert(2))).toEqual([1])
    expect(await ids(database)).toEqual([2])
  })

  test('that the engine gave up half way: those before are refused, those after are done', async () => {
    const database = await temporaryDatabase({ steps })
    await database.write(insert(1))
    const outcomes = await together(
      database,
      insert(2),
      (tx) => tx.run('INSERT OR ROLLBACK INTO notes VALUES (1)'), // what a failing disk does to the transaction
      insert(3),
    )
    expect(outcomes).toEqual(['StorageUnavailable', UniqueViolation.name, 1])
    expect(await ids(database)).toEqual([1, 3])
  })

  test('a work that goes on after the engine gave up writes nothing outside a transaction', async () => {
    const database = await temporaryDatabase({ steps })
    await database.write(insert(1))
    const outcomes = await together(database, async (tx) => {
      await tx.run('INSERT OR ROLLBACK INTO notes VALUES (1)').catch(() => {})
      await insert(2)(tx).catch(() => {})
    })
    expect(outcomes).toEqual([UniqueViolation.name])
    expect(await ids(database)).toEqual([1])
  })

  test('while another program holds the file writes are refused, reads go on, and then writes too', async () => {
    const file = join(temporaryDirectory(), 'test.db')
    const database = await openSqlite({ file, steps, busyTimeout: 1 })
    await database.write(insert(1))
    const shell = new Sqlite(file)
    shell.exec('BEGIN IMMEDIATE')
    const rejection = await database.write(insert(2)).catch((error) => error)
    expect(rejection).toBeInstanceOf(StorageUnavailable)
    expect(rejection.message).toMatch(/Another program has locked the database/)
    expect(await ids(database)).toEqual([1])
    shell.exec('ROLLBACK')
    shell.close()
    await database.write(insert(3))
    expect(await ids(database)).toEqual([1, 3])
    await database.close()
  })
})

test('a read has one snapshot, whatever another program commits meanwhile', async () => {
  const file = join(temporaryDirectory(), 'test.db')
  const database = await openSqlite({ file, steps })
  await database.write(insert(1))
  const shell = new Sqlite(file)
  const counts = await database.read(async (tx) => {
    const before = await tx.get('SELECT count(*) AS n FROM notes')
    shell.exec('INSERT INTO notes VALUES (2)')
    return [before, await tx.get('SELECT count(*) AS n FROM notes')]
  })
  expect(counts).toEqual([{ n: 1 }, { n: 1 }])
  expect(await ids(database)).toEqual([1, 2])
  shell.close()
  await database.close()
})

test('the settings that durability and the foreign keys rest on are on', async () => {
  const database = await temporaryDatabase()
  const settings = await database.write(async (tx) => [
    await tx.get('PRAGMA journal_mode'),
    await tx.get('PRAGMA synchronous'),
    await tx.get('PRAGMA foreign_keys'),
  ])
  expect(settings).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }, { foreign_keys: 1 }])
})
