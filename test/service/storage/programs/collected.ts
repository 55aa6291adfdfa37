/**
 * Opens databases, uses their statements and lets them go, with a garbage collection after each round. There a native
 * library releases its resources of Node. Run with --expose-gc.
 */
import { join } from 'node:path'
import { openSqlite } from '../../../../src/service/storage/sqlite.ts'

const [directory = ''] = process.argv.slice(2)
const collect = (globalThis as { gc?: (how: object) => Promise<void> }).gc
if (collect === undefined) throw new Error('--expose-gc is missing.')
const steps = [{ name: 'things', sql: 'CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT)' }]
for (let round = 0; round < 8; round++) {
  const database = await openSqlite({ file: join(directory, `${round}.db`), steps })
  for (let id = 0; id < 50; id++) {
    await database.write((tx) => tx.run(`INSERT INTO things VALUES (${id}, ?)`, 'x'.repeat(id)))
    await database.read((tx) => tx.all(`SELECT *, ${id} FROM things`))
  }
  if (round === 7) await database.backup(join(directory, 'backup'))
  await database.close()
  // From the event loop itself, for a collection amid JavaScript hides what needs its context.
  await collect({ execution: 'async' })
}
console.log('whole')
