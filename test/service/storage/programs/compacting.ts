/** Opens the database file and gives back its free room, which may rewrite it; prints before and after. */
import { openSqlite } from '../../../../src/service/storage/sqlite.ts'

const [file = ''] = process.argv.slice(2)
const sql = 'CREATE TABLE numbers (n INTEGER NOT NULL PRIMARY KEY, half TEXT NOT NULL)'
const database = await openSqlite({ file, steps: [{ name: 'numbers', sql }] })
process.stdout.write('open\n')
await database.compact(true)
process.stdout.write('done\n')
await database.close()
