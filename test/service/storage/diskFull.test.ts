import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StorageUnavailable } from '../../../src/service/storage/database.ts'
import { startProgram } from './program.ts'
import { temporaryDatabase } from './temporaryDatabase.ts'
import { temporaryDirectory } from './temporaryDirectory.ts'

const steps = [
  {
    name: 'blobs',
    sql: 'CREATE TABLE blobs (n INTEGER NOT NULL PRIMARY KEY, data TEXT NOT NULL); CREATE TABLE marks (n INTEGER NOT NULL)',
  },
]

test('in a full file a write is StorageUnavailable, nothing of it stays, its neighbours and reads go on', async () => {
  const database = await temporaryDatabase({ steps, mostPages: 64 })
  const insert = (n: number, size: number) =>
    database.write(async (tx) => {
      await tx.run('INSERT INTO marks VALUES (?)', n)
      await tx.run('INSERT INTO blobs VALUES (?, ?)', n, 'x'.repeat(size))
    })
  const outcomes = await Promise.allSettled([insert(1, 10), insert(2, 1_000_000), insert(3, 10)])
  const [first, second, third] = outcomes
  expect((second as PromiseRejectedResult).reason).toBeInstanceOf(StorageUnavailable)
  // SQLite may give up the whole transaction when it is full: then the first one is rejected, never half-written.
  const stored = [first, undefined, third].flatMap((outcome, at) =>
    outcome?.status === 'fulfilled' ? [at + 1] : [],
  )
  expect(stored).toContain(3)
  for (const table of ['marks', 'blobs']) {
    const rows = await database.read((tx) => tx.all<{ n: number }>(`SELECT n FROM ${table} ORDER BY n`))
    expect(rows.map(({ n }) => n)).toEqual(stored)
  }
  await insert(4, 10)
  expect(await database.integrityCheck()).toEqual([])
})

test('when the disk refuses to write, no acknowledged write is lost, none is half there, and it goes on when there is room', async () => {
  const file = join(temporaryDirectory(), 'test.db')
  const limited = startProgram('limited.ts', [file], { fileSize: 4096 })
  const rejection = JSON.parse(await limited.line((line) => line.includes('rejected')))
  expect(rejection).toMatchObject({
    rejected: 'StorageUnavailable',
    blobs: rejection.acknowledged,
    marks: rejection.acknowledged,
  })
  expect(rejection.acknowledged).toBeGreaterThan(10)
  expect(await limited.line((line) => line.includes('more'))).toBe('{"more":20}')
  const after = JSON.parse(await limited.line((line) => line.includes('problems')))
  expect(after).toEqual({ blobs: after.marks, marks: after.marks, problems: [] })
}, 30_000)
