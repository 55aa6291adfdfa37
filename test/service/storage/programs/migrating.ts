/** Opens a database, and is ended as by a power button behind the part of the schema that it is told. */
import { openSqlite } from '../../../../src/service/storage/sqlite.ts'

const [file = '', part = ''] = process.argv.slice(2)
await openSqlite({
  file,
  notice(text) {
    console.log(text)
    if (text.includes(part)) process.kill(process.pid, 'SIGKILL')
  },
})
