import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../../src/service/storage/sqlite.ts'

let empty: Promise<Buffer> | undefined

/**
 * Puts a database without rows at `file`, unless one is there: a copy of what the steps of the schema make, which they
 * would take as long to make as all the rest of a server takes to start.
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
