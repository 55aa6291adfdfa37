import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../../src/service/storage/sqlite.ts'

let empty: Promise<Buffer> | undefined

/**
 * Puts a database without rows at `file`, unless one is there. It is a copy of a database with all steps of the schema,
 * because these need as long as all the rest of a server's start.
 */
export async function copyEmptyDatabase(file: string): Promise<void> {
  if (existsSync(file)) return
  empty ??= made()
  writeFileSync(file, await empty, { mode: 0o600 })
}

async function made(): Promise<Buffer> {
  const directory = mkdtempSync(join(tmpdir(), 'prompt-service-empty-'))
  try {
    const file = join(directory, 'test.db')
    const database = await openSqlite({ file })
    await database.close()
    return readFileSync(file)
  } finally {
    rmSync(directory, { recursive: true })
  }
}
