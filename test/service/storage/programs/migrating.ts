/** Opens a database, and is ended as by a power button after the given part of the schema. */
import { openSqlite } from '../../../../src/service/storage/sqlite.ts'

const [file = '', part = ''] = process.argv.slice(2)
await openSqlite({
  file,
  notice(text) {
    console.log(text)
    if (text.includes(part)) process.kill(process.pid, 'SIGKILL')
  },
})
