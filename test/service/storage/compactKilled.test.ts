/** `admin compact` and kill -9: at whatever byte of its log it dies, every row is there and the next run completes. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Sqlite } from '../../../src/service/storage/sqlite/driver.ts'
import { openSqlite } from '../../../src/service/storage/sqlite.ts'
import { casesOf } from '../../harness/thorough.ts'
import { startProgram } from './program.ts'
import { temporaryDirectory } from './temporaryDirectory.ts'

const steps = [
  { name: 'numbers', sql: 'CREATE TABLE numbers (n INTEGER NOT NULL PRIMARY KEY, half TEXT NOT NULL)' },
]

/** A file of which half is free; `rewritten` is one of an earlier version, which cannot give it back bit by bit. */
async function halfFree(rewritten: boolean, count: number): Promise<string> {
  const file = join(temporaryDirectory(), 'test.db')
  if (rewritten) {
    const raw = new Sqlite(file)
    raw.pragma('auto_vacuum = NONE')
    raw.pragma('journal_mode = WAL')
    raw.exec(`PRAGMA application_id = ${0x50725376}; CREATE TABLE schema_steps (
      position INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL)`)
    raw.close()
  }
  const database = await openSqlite({ file, steps })
  await database.write(async (tx) => {
    await tx.run(
      `INSERT INTO numbers WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       SELECT i, printf('%.2000c', 'x') FROM n`,
    )
    // The first half of the file: what is behind it moves.
    await tx.run('DELETE FROM numbers WHERE n <= ?', count / 2)
  })
  await database.close()
  return file
}

const ways: [string, boolean, number][] = [
  ['a file that is rewritten', true, 4_000],
  ['a file that gives room back bit by bit', false, 8_000],
]
test.each(casesOf(ways, 2, 1))(
  '%s keeps every row when it is killed',
  async (_, rewritten, count) => {
    let killedWithin = 0
    for (const bytes of [1, 500_000, 2_000_000]) {
      const file = await halfFree(rewritten, count)
      const program = startProgram('compacting.ts', [file])
      await program.line((line) => line === 'open')
      const logged = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
      await expect
        .poll(() => logged() >= bytes || program.lines.includes('done'), { interval: 1, timeout: 20_000 })
        .toBe(true)
      await program.kill()
      if (!program.lines.includes('done')) killedWithin++

      const database = await openSqlite({ file, steps })
      expect(await database.integrityCheck()).toEqual([])
      expect(
        await database.get(
          `SELECT count(*) AS count, min(n) AS first, min(length(half)) AS least, max(length(half)) AS most FROM numbers`,
        ),
      ).toEqual({ count: count / 2, first: count / 2 + 1, least: 2_000, most: 2_000 })
      await database.compact(true)
      expect((await database.sizes()).free).toBe(0)
      await database.close()
    }
    expect(killedWithin).toBeGreaterThan(0) // else nothing was shown
  },
  120_000,
)
