import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import { casesOf, inCi } from '../../../harness/thorough.ts'
import { type BooksMistake, startBooks } from './booksServer.ts'

const folder = mkdtempSync(join(tmpdir(), 'conform-books-'))
const config = join(folder, 'conform.yaml')
const document = join(import.meta.dirname, 'books.yaml')

beforeAll(() =>
  writeFileSync(config, `openapi: ${document}\nidentities:\n  owner: { header: { X-Token: env:TOKEN } }\n`),
)
afterAll(() => rmSync(folder, { recursive: true }))

async function run(
  url: string,
  ...flags: string[]
): Promise<{ code: number; text: string; causes: string[] }> {
  const lines: string[] = []
  const terminal = { env: { TOKEN: 'secret' }, print: (line: string) => void lines.push(line) }
  const code = await conform.run(['--config', config, '--target', url, ...flags], terminal)
  const text = lines.join('\n')
  return { code, text, causes: text.split('\n').filter((line) => /^\d+\. /.test(line)) }
}

describe('specwright conform with an overlay', () => {
  const overlay = join(folder, 'hints.yaml')
  const plan = async (...actions: string[]) => {
    writeFileSync(
      overlay,
      ['overlay: 1.0.0', 'info: {title: Hints, version: 1}', 'actions:', ...actions].join('\n'),
    )
    return run('http://127.0.0.1:1', '--overlay', overlay, '--dry-run')
  }
  const skipped = `- {target: "$.paths['/books'].post", update: {x-conformance: {skip: %}}}`

  it('follows the hints that it lays over the document', async () => {
    const { code, text } = await plan(skipped.replace('%', 'true'))
    expect(text).toContain(':GET /books:')
    expect(text).not.toContain(':POST /books:')
    expect(code).toBe(0)
  })

  it('says what a hint that is none was to be, and which action met nothing', async () => {
    await expect(plan(skipped.replace('%', 'perhaps'))).rejects.toThrow(
      `${document}: x-conformance of POST /books: skip is "perhaps"; expected true or false`,
    )
    const { text } = await plan('- {target: $.paths.nowhere, update: {x-a: 1}}')
    expect(text).toMatch(/hints\.yaml.*\$\.paths\.nowhere/)
  })
})

describe('specwright conform at a server of other habits', () => {
  it.runIf(inCi)('says of a right one only that its document lacks the 415, once', async () => {
    await using server = await startBooks()
    const { text, causes } = await run(server.url)
    expect(causes).toEqual(['1. status-declared: POST /books, PUT /books/{book_id}'])
    expect(text).toContain('received status 415; expected one of 201, 400, 401')
    expect(text).not.toContain('flaky')
  })

  it.runIf(inCi)('tells of the rules that were asked for alone, those of single answers too', async () => {
    await using server = await startBooks('names no challenge')
    const only = await run(server.url, '--only', 'status-declared')
    expect(only.causes).toEqual(['1. status-declared: POST /books, PUT /books/{book_id}'])
    expect(only.text).toMatch(/\n(\d+) passed, 2 failed, 0 skipped/)
    const without = await run(server.url, '--skip', 'status-declared', '--skip', 'www-authenticate-with-401')
    expect(without.causes).toEqual([])
    expect(without.code).toBe(0)
  })

  it.each([
    [['--only', 'status-declard'], /no rule "status-declard"\. Did you mean status-declared\?/],
    [['--replay', '1:nothing:there'], /--replay received "1:nothing:there". Use an id that --dry-run prints/],
  ])('refuses %j before anything is sent', async (flags, message) => {
    await expect(run('http://127.0.0.1:1', ...flags)).rejects.toThrow(message)
  })

  const table: [BooksMistake, string][] = [
    ['keeps the title at a PUT', 'update-applied-exactly'],
    ['sets created_at at a PUT', 'update-applied-exactly'],
    ['forgets the isbn of a PUT', 'update-applied-exactly'],
    ['counts one too many', 'count-matches-items'],
    ['names another item in Location', 'created-item-listed'],
    ['answers with a ghost', 'unknown-item-not-found'],
    ['names no challenge', 'www-authenticate-with-401'],
    ['names a malformed challenge', 'www-authenticate-with-401'],
    ['takes any media type', 'undeclared-media-type-rejected'],
  ]
  it.each(casesOf(table, 6, 3))('catches one that %s, by %s, each time', async (mistake, rule) => {
    await using server = await startBooks(mistake)
    const { code, text } = await run(server.url, '--only', rule)
    expect(text).toContain(`. ${rule}: `)
    expect(text).not.toContain('flaky')
    expect(code).toBe(1)
  })
})
