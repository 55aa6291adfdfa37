import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DatabaseRejected } from '../../../src/service/storage/database.ts'
import { migrations } from '../../../src/service/storage/migrations/index.ts'
import { Sqlite } from '../../../src/service/storage/sqlite/driver.ts'
import { openSqlite } from '../../../src/service/storage/sqlite.ts'
import { ManualClock } from '../../harness/clock.ts'
import { temporaryDatabase } from './temporaryDatabase.ts'
import { temporaryDirectory } from './temporaryDirectory.ts'

const first = { name: 'first', sql: 'CREATE TABLE things (id INTEGER NOT NULL PRIMARY KEY, text TEXT)' }
const second = { name: 'second', sql: 'ALTER TABLE things ADD COLUMN more TEXT' }
const steps = [first]

/** A file of 200 rows, closed. */
async function makeFile(): Promise<string> {
  const file = join(temporaryDirectory(), 'test.db')
  const database = await openSqlite({ file, steps })
  await database.write(async (tx) => {
    for (let id = 0; id < 200; id++) await tx.run('INSERT INTO things VALUES (?, ?)', id, 'x'.repeat(500))
  })
  await database.close()
  return file
}

const scribble = (file: string, from: number, length: number) =>
  writeFileSync(file, readFileSync(file).fill(0xa5, from, from + length))

function alter(file: string, sql: string): void {
  const raw = new Sqlite(file)
  raw.exec(sql)
  raw.close()
}

describe('a file that must not be opened is refused, with what was found and what to do, and left as it is', () => {
  const cases: [string, { given: (file: string) => void; want: RegExp }][] = [
    [
      'text',
      { given: (file) => writeFileSync(file, 'hello '.repeat(1000)), want: /damaged.*restore a backup/ },
    ],
    ['a damaged header', { given: (file) => scribble(file, 0, 64), want: /damaged.*restore a backup/ }],
    ['a damaged schema', { given: (file) => scribble(file, 100, 200), want: /damaged.*restore a backup/ }],
    [
      'a damaged page amid the rows',
      { given: (file) => scribble(file, 40_960, 4096), want: /damaged.*restore/ },
    ],
    ['a file cut off', { given: (file) => truncateSync(file, 50_000), want: /damaged.*restore a backup/ }],
    ['a read-only file', { given: (file) => chmodSync(file, 0o444), want: /cannot be written.*permission/ }],
    [
      'the database of another program',
      { given: (file) => alter(file, 'PRAGMA application_id = 42'), want: /another program.*another file/ },
    ],
    [
      'a schema step applied in another form',
      {
        given: (file) => alter(file, "UPDATE schema_steps SET checksum = 'x'"),
        want: /"first".*another form/,
      },
    ],
    [
      'a schema step of a newer version',
      {
        given: (file) => alter(file, "INSERT INTO schema_steps VALUES (1, 'future', 'x', 0)"),
        want: /newer version.*"future".*Start the newer version/,
      },
    ],
  ]

  test.each(cases)('%s', async (_name, { given, want }) => {
    const file = await makeFile()
    given(file)
    const before = readFileSync(file)
    const rejection = await openSqlite({ file, steps }).catch((error) => error)
    expect(rejection).toBeInstanceOf(DatabaseRejected)
    expect(rejection.message).toContain(file)
    expect(rejection.message).toMatch(want)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  const places: [string, { given: (directory: string) => string; want: RegExp }][] = [
    ['a directory that is not there', { given: (at) => join(at, 'none', 'test.db'), want: /does not exist/ }],
    [
      'a directory in place of the file',
      {
        given(at) {
          mkdirSync(join(at, 'test.db'))
          return join(at, 'test.db')
        },
        want: /test\.db is a directory\. Move it away/,
      },
    ],
    [
      'a lock file that cannot be used',
      {
        given(at) {
          mkdirSync(join(at, 'test.db.lock'))
          return join(at, 'test.db')
        },
        want: /test\.db\.lock is a directory\. Move it away/,
      },
    ],
  ]

  test.each(places)('%s', async (_name, { given, want }) => {
    const rejection = await openSqlite({ file: given(temporaryDirectory()), steps }).catch((error) => error)
    expect(rejection).toBeInstanceOf(DatabaseRejected)
    expect(rejection.message).toMatch(want)
  })

  test('a refused file can be opened as soon as its fault is gone', async () => {
    const file = await makeFile()
    chmodSync(file, 0o400)
    await expect(openSqlite({ file, steps })).rejects.toThrow('cannot be written')
    chmodSync(file, 0o600)
    await (await openSqlite({ file, steps })).close()
  })
})

describe('one process, one database', () => {
  test('a second opening within the process is refused, by a symbolic link too, until the first is closed', async () => {
    const file = await makeFile()
    const link = join(dirname(file), 'link.db')
    symlinkSync(file, link)
    const database = await openSqlite({ file, steps })
    for (const path of [file, link]) {
      await expect(openSqlite({ file: path, steps })).rejects.toThrow(`in use by the process ${process.pid}`)
    }
    await database.close()
    await (await openSqlite({ file: link, steps })).close()
  })

  test('the file and its log are for their owner alone', async () => {
    const file = join(temporaryDirectory(), 'test.db')
    const database = await openSqlite({ file, steps })
    await database.write((tx) => tx.run("INSERT INTO things VALUES (1, 'x')"))
    for (const path of [file, `${file}-wal`]) expect(statSync(path).mode & 0o777).toBe(0o600)
    await database.close()
    expect(existsSync(`${file}-wal`)).toBe(false)
  })
})

describe('schema steps', () => {
  test('a missing step is applied to what is there, once, and dated by the clock', async () => {
    const file = await makeFile()
    const clock = new ManualClock()
    const appliedAt = clock.now()
    for (const _time of [1, 2]) {
      const database = await openSqlite({ file, steps: [first, second], clock })
      const count = await database.read((tx) =>
        tx.get('SELECT count(*) AS n, count(more) AS more FROM things'),
      )
      expect(count).toEqual({ n: 200, more: 0 })
      const applied = await database.read((tx) =>
        tx.all('SELECT name, applied_at FROM schema_steps ORDER BY position'),
      )
      expect(applied).toMatchObject([{ name: 'first' }, { name: 'second', applied_at: appliedAt }])
      await database.close()
      await clock.advance(1000)
    }
  })

  test('steps in another order than they were applied in are refused', async () => {
    const file = await makeFile()
    await expect(openSqlite({ file, steps: [second, first] })).rejects.toThrow(
      /"first".*another form or order/,
    )
  })

  const broken: [string, { given: string; want: RegExp }][] = [
    [
      'fails half way',
      { given: 'CREATE TABLE half (id INTEGER); INSERT INTO nowhere VALUES (1)', want: /nowhere/ },
    ],
    [
      'leaves a row that refers to a missing one',
      {
        given: 'CREATE TABLE half (thing INTEGER REFERENCES things (id)); INSERT INTO half VALUES (999)',
        want: /the schema step second|refer to missing/i,
      },
    ],
  ]

  test.each(broken)('a step that %s leaves nothing behind', async (_name, { given, want }) => {
    const file = await makeFile()
    await expect(openSqlite({ file, steps: [first, { name: 'second', sql: given }] })).rejects.toThrow(want)
    const database = await openSqlite({
      file,
      steps: [first, { name: 'second', sql: 'CREATE TABLE half (id TEXT)' }],
    })
    expect(await database.read((tx) => tx.all('SELECT * FROM half'))).toEqual([])
    await database.close()
  })

  test("the service's own steps have names of their own and no constraint that waits for the commit", async () => {
    const database = await temporaryDatabase()
    expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length)
    expect(migrations.filter(({ sql }) => /\bDEFERR/i.test(sql))).toEqual([])
    expect(await database.integrityCheck()).toEqual([])
  })
})

describe("the operator's tools", () => {
  test('a backup made while writes go on is whole, opens, and holds all that was acknowledged before it', async () => {
    const directory = temporaryDirectory()
    const database = await temporaryDatabase({ steps })
    const add = (id: number) =>
      database.write((tx) => tx.run('INSERT INTO things VALUES (?, ?)', id, 'x'.repeat(2000)))
    await Promise.all(Array.from({ length: 5000 }, (_, id) => add(id)))
    const file = join(directory, 'backup.db')
    let done = false
    const backup = database.backup(file).then(() => {
      done = true
    })
    for (let id = 5000; !done; id++) await add(id)
    await backup
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(existsSync(`${file}.partial`)).toBe(false)

    const copy = await openSqlite({ file, steps })
    expect(await copy.integrityCheck()).toEqual([])
    const row = await copy.read((tx) => tx.get<{ n: number }>('SELECT count(*) AS n FROM things'))
    expect(row?.n).toBeGreaterThanOrEqual(5000)
    await copy.close()
  })

  test('while a backup is made and flushed, the event loop goes round', async () => {
    const database = await temporaryDatabase({ steps })
    for (let id = 0; id < 40; id++) {
      await database.write((tx) => tx.run('INSERT INTO things VALUES (?, ?)', id, 'x'.repeat(1_000_000)))
    }
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const flushed: string[] = []
    const { fsyncSync } = fs
    fs.fsyncSync = (descriptor) => {
      flushed.push('on this thread')
      fsyncSync(descriptor)
    }
    syncBuiltinESMExports()
    onTestFinished(() => {
      fs.fsyncSync = fsyncSync
      syncBuiltinESMExports()
    })
    delay.enable()
    await database.backup(join(temporaryDirectory(), 'backup.db'))
    delay.disable()
    expect(flushed).toEqual([])
    expect(delay.percentile(99) / 1e6).toBeLessThan(50)
  })

  test('a backup never overwrites a file, and leaves none behind when it fails', async () => {
    const directory = temporaryDirectory()
    const database = await temporaryDatabase({ steps })
    const file = join(directory, 'there')
    writeFileSync(file, 'precious')
    await expect(database.backup(file)).rejects.toThrow('never overwrites')
    expect(readFileSync(file, 'utf8')).toBe('precious')
    await expect(database.backup(join(directory, 'none', 'backup.db'))).rejects.toThrow(/no such file/)
  })

  test('the integrity check names damage and orphans', async () => {
    const file = await makeFile()
    alter(file, 'CREATE TABLE orphans (thing INTEGER REFERENCES things (id))')
    const database = await openSqlite({ file, steps })
    expect(await database.integrityCheck()).toEqual([])
    const raw = new Sqlite(file)
    raw.pragma('foreign_keys = OFF')
    raw.exec('INSERT INTO orphans VALUES (999)')
    raw.close()
    expect(await database.integrityCheck()).toEqual(['a row of orphans refers to a missing row of things'])
    await database.close()
  })

  test('what an afterCommit action throws is reported, and the write is acknowledged all the same', async () => {
    const reported: unknown[] = []
    const database = await temporaryDatabase({ steps, report: (error) => reported.push(error) })
    const called: string[] = []
    const response = await database.write(async (tx) => {
      tx.afterCommit(() => {
        throw new Error('late')
      })
      tx.afterCommit(() => called.push('next'))
      return 'done'
    })
    expect(response).toBe('done')
    expect(called).toEqual(['next'])
    expect(reported).toMatchObject([{ message: 'late' }])
  })
})
