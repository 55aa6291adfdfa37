/** `specwright diff` in an empty folder of its own. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { diff } from '../../../src/toolkit/cli/diff.ts'
import { UsageError } from '../../../src/toolkit/cli/program/command.ts'

export let folder = ''
const home = process.cwd()
/** Every test of the file that calls this begins in an empty folder. */
export function useFolder(): void {
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'diff-')))
    process.chdir(folder)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    process.chdir(home)
  })
}

export async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  try {
    const code = await diff.run(args, { env: {}, print: (line) => void lines.push(line) })
    return { code, text: lines.join('\n') }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { code: 2, text: error.message }
  }
}

export function put(file: string, content: string | object): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
}

/** A document of one operation. @param schema the schema of its response */
export const notesWith = (schema: string): string => `openapi: 3.1.0
info: {title: Notes, version: 1.2.0}
paths:
  /notes:
    get:
      responses:
        '200':
          description: Notes.
          content:
            application/json: {schema: {$ref: ${schema}}}
`
