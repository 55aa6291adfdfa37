/**
 * Runs under a limit on the size of files, as on a full disk: writes until it is rejected, then shows which calls still
 * work, one line of JSON each.
 */
import { openSqlite } from '../../../../src/service/storage/sqlite.ts'

const [file = ''] = process.argv.slice(2)
const sql =
  'CREATE TABLE blobs (n INTEGER NOT NULL PRIMARY KEY, data TEXT NOT NULL); CREATE TABLE marks (n INTEGER NOT NULL)'
const database = await openSqlite({ file, steps: [{ name: 'blobs', sql }] })
const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)
const count = (table: string) =>
  database.read(async (tx) => (await tx.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n)
const insert = (n: number) =>
  database.write(async (tx) => {
    await tx.run('INSERT INTO marks VALUES (?)', n)
    await tx.run('INSERT INTO blobs VALUES (?, ?)', n, 'x'.repeat(50_000))
  })

let acknowledged = 0
let rejected: unknown
for (let n = 0; rejected === undefined; n += 4) {
  const outcomes = await Promise.allSettled([insert(n), insert(n + 1), insert(n + 2), insert(n + 3)])
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') acknowledged++
    else rejected = outcome.reason
  }
}
say({
  rejected: (rejected as Error).name,
  acknowledged,
  blobs: await count('blobs'),
  marks: await count('marks'),
})
// The log is full; its contents go into the database file, and the log starts afresh.
let more = 0
for (let n = 1_000_000; n < 1_000_020; n++) {
  await insert(n).then(
    () => more++,
    () => {},
  )
}
say({ more })
await database.write((tx) => tx.run('DELETE FROM blobs WHERE n % 2 = 0'))
await database.write((tx) => tx.run('DELETE FROM marks WHERE n % 2 = 0'))
await insert(-1)
say({ blobs: await count('blobs'), marks: await count('marks'), problems: await database.integrityCheck() })
await database.close()
