import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqlite } from '../../../src/service/storage/sqlite.ts'
import { startProgram } from './program.ts'
import { temporaryDirectory } from './temporaryDirectory.ts'

const steps = [
  {
    name: 'numbers',
    sql: 'CREATE TABLE numbers (n INTEGER NOT NULL PRIMARY KEY, half TEXT NOT NULL); CREATE TABLE halves (n INTEGER NOT NULL)',
  },
]

test('after kill -9 in a loop of writes every acknowledged one is there, whole, and the file opens', async () => {
  const file = join(temporaryDirectory(), 'test.db')
  for (const least of [200, 3000]) {
    const known = new Set<number>()
    const writer = startProgram('writer.ts', [file, String(least)])
    await writer.line((line) => Number(line) >= least)
    await writer.kill()
    for (const line of writer.lines) if (line !== 'open') known.add(Number(line))

    const database = await openSqlite({ file, steps })
    const rows = await database.read((tx) => tx.all<{ n: number }>('SELECT n FROM numbers'))
    const halves = await database.read((tx) => tx.all<{ n: number }>('SELECT n FROM halves'))
    expect(known.size).toBeGreaterThanOrEqual(least)
    expect([...known].filter((n) => !rows.some((row) => row.n === n))).toEqual([])
    expect(halves.map(({ n }) => n).sort()).toEqual(rows.map(({ n }) => n).sort())
    expect(await database.integrityCheck()).toEqual([])
    await database.write(async (tx) => {
      await tx.run('DELETE FROM numbers')
      await tx.run('DELETE FROM halves')
    })
    await database.close()
  }
}, 60_000)

test('a second process on the file is refused and told who has it; after kill -9 nothing is in its way', async () => {
  const file = join(temporaryDirectory(), 'test.db')
  const holder = startProgram('writer.ts', [file])
  await holder.line((line) => line === 'open')
  const rejection = await openSqlite({ file, steps }).catch((error) => error)
  expect(rejection.name).toBe('DatabaseRejected')
  expect(rejection.message).toContain(`in use by the process ${holder.child.pid}`)
  await holder.kill()
  const database = await openSqlite({ file, steps })
  await database.close()
}, 30_000)

test('garbage collections amid the work leave the process whole', async () => {
  const program = startProgram('collected.ts', [temporaryDirectory()], { nodeFlags: ['--expose-gc'] })
  expect(await program.line()).toBe('whole')
}, 60_000)
