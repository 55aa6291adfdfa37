/** Reports of `lint` on a terminal: lines break between words, in none longer than the terminal. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lint } from '../../../src/toolkit/cli/lint.ts'

const folder = mkdtempSync(join(tmpdir(), 'lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = join(folder, 'openapi.yaml')
writeFileSync(
  file,
  `openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a:
    get:
      operationId: readA
      parameters:
        - {name: size, in: query, schema: {type: integer, minimum: 5, maximum: 3}}
      responses:
        '200': {description: OK, headers: {X-A: {schema: {type: string, enum: [1]}}}}
`,
)

async function linesOf(format: string, columns?: number): Promise<string[]> {
  const lines: string[] = []
  const print = (text: string) => void lines.push(...text.split('\n'))
  await lint.run(['--format', format, file], { env: {}, print, ...(columns !== undefined && { columns }) })
  return lines
}
const words = (lines: readonly string[]) =>
  lines
    .join(' ')
    .split(/\s+/)
    .filter((word) => word !== '')

test.each(['stylish', 'codeframe'])('breaks the lines of %s at the width of the terminal', async (format) => {
  const [whole, narrow] = [await linesOf(format), await linesOf(format, 50)]
  const isTooLong = (line: string) =>
    line.length > 50 && !/^ *(\d+ )?\|/.test(line) && line.trim().includes(' ')
  expect(whole.some(isTooLong)).toBe(true)
  expect(narrow.filter(isTooLong)).toEqual([])
  expect(words(narrow)).toEqual(words(whole))
})

test('leaves formats for programs as they are', async () => {
  expect(await linesOf('github-actions', 50)).toEqual(await linesOf('github-actions'))
})
