/** Opens the database file and writes without end, 16 at a time; prints each number once it is acknowledged. */
import { openSqlite } from '../../../../src/service/storage/sqlite.ts'

const [file = ''] = process.argv.slice(2)
const sql =
  'CREATE TABLE numbers (n INTEGER NOT NULL PRIMARY KEY, half TEXT NOT NULL); CREATE TABLE halves (n INTEGER NOT NULL)'
const database = await openSqlite({ file, steps: [{ name: 'numbers', sql }] })
process.stdout.write('open\n')
let next = 0
for (;;) {
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      const n = next++
      await database.write(async (tx) => {
        await tx.run('INSERT INTO numbers VALUES (?, ?)', n, 'x'.repeat(200))
        await tx.run('INSERT INTO halves VALUES (?)', n)
      })
      process.stdout.write(`${n}\n`)
    }),
  )
}
