import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import type { Terminal } from '../../../../src/toolkit/cli/program/command.ts'

import { casesOf } from '../../../harness/thorough.ts'
import { KEY, type Mistake, type NotesServer, startNotes } from './notesServer.ts'

const folder = mkdtempSync(join(tmpdir(), 'conform-'))
const config = join(folder, 'conform.yaml')
const document = join(import.meta.dirname, 'notes.yaml')

beforeAll(() =>
  writeFileSync(config, `openapi: ${document}\nidentities:\n  owner: { bearer: env:NOTES_KEY }\n`),
)
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command and returns its output. */
async function run(
  server: Pick<NotesServer, 'url'>,
  ...flags: string[]
): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  const terminal: Terminal = { env: { NOTES_KEY: KEY }, print: (line) => void lines.push(line) }
  const code = await conform.run(['--config', config, '--target', server.url, ...flags], terminal)
  return { code, text: lines.join('\n') }
}

describe('specwright conform', () => {
  it('finds nothing at a server that keeps its document, and leaves nothing behind', async () => {
    await using server = await startNotes()
    const { code, text } = await run(server)
    expect(text).toContain('no findings')
    expect(code).toBe(0)
    const made = server.log.filter((line) => line === 'POST /notes 201').length
    const deleted = server.log.filter((line) => /^DELETE .* 204$/.test(line)).length
    expect(deleted).toBe(made)
    expect(text).not.toContain('Left on the target')
  })

  const table: [Mistake, string][] = [
    ['takes long titles', 'invalid-body-rejected'],
    ['takes unknown members', 'invalid-body-rejected'],
    ['lets anybody in', 'missing-credential-rejected'],
    ['names the wrong member', 'invalid-body-rejected'],
    ['answers 500 to bad JSON', 'malformed-body-rejected'],
    ['Allow lacks PATCH', 'allow-header-complete'],
    ['forgets stars', 'created-read-back'],
    ['keeps deleted notes', 'deleted-item-gone'],
    ['ignores the colour filter', 'list-filter-applied'],
    ['skips a note on every page', 'list-pages-complete'],
    ['changes another member', 'update-applied-exactly'],
    ['forgets the default colour', 'default-applies'],
    ['keeps the ETag', 'conditional-requests-honored'],
    ['takes forged cursors', 'list-pages-complete'],
  ]
  it.each(casesOf(table, 3))('catches a server that %s, by %s', async (mistake, rule) => {
    await using server = await startNotes(mistake)
    const { code, text } = await run(server, '--only', rule)
    expect(text).toContain(`. ${rule}: `)
    expect(code).toBe(1)
  })

  it('shows lines that bring the failure when they are pasted', async () => {
    await using server = await startNotes('takes long titles')
    const { text } = await run(server, '--only', 'invalid-body-rejected')
    const [first = ''] = text.split(/^\d+\. /m).slice(1)
    const lines = first.split('\n').filter((line) => line.startsWith('     '))
    const { stdout } = await promisify(execFile)('sh', ['-c', lines.join('\n')], {
      cwd: folder,
      env: { ...process.env, NOTES_KEY: KEY },
    })
    expect(stdout).toMatch(/^HTTP\/1.1 20[01]/)
  })

  it('writes reports that their readers take', async () => {
    await using server = await startNotes('forgets stars')
    const at = (name: string) => join(folder, name)
    const kinds = { junit: 'r.xml', html: 'r.html', json: 'r.json', sarif: 'r.sarif', har: 'r.har' }
    const wanted = Object.entries(kinds).map(([kind, name]) => `${kind}=${at(name)}`)
    const { text } = await run(
      server,
      '--only',
      'created-read-back',
      '--report',
      [...wanted, 'github'].join(','),
    )
    const read = (name: string) => readFileSync(at(name), 'utf8')
    expect(read('r.xml')).toMatch(/^<\?xml .*<testsuites .*<failure message="received null at \/stars/s)
    expect(read('r.html')).toContain('received null at /stars')
    const json = JSON.parse(read('r.json'))
    expect(json.findings[0]).toMatchObject({ rule: 'created-read-back', repeated: true })
    expect(json.findings[0].sequence.length).toBeLessThanOrEqual(3)
    expect(read('r.xml')).toContain('specwright explain created-read-back')
    expect(read('r.html')).toContain('<code>specwright explain created-read-back</code>')
    const [sarif] = JSON.parse(read('r.sarif')).runs
    expect(sarif.tool.driver.rules[0].help.markdown).toContain('## How to fix it')
    const [result] = sarif.results
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toContain('notes.yaml')
    expect(result.locations[0].physicalLocation.region.startLine).toBeGreaterThan(10)
    expect(JSON.parse(read('r.har')).log.entries.length).toBeGreaterThan(3)
    expect(read('r.har')).not.toContain(KEY)
    expect(text).toMatch(/^::error file=.*notes\.yaml,line=\d+,title=created-read-back/m)
  })

  it('takes what a baseline accepts for none, until the day that it names', async () => {
    await using server = await startNotes('answers 500 to bad JSON')
    const baseline = join(folder, 'baseline.yaml')
    const entry = (rule: string, expires: string) =>
      `  - { rule: ${rule}, reason: known, expires: ${expires} }`
    const rules = [
      'malformed-body-rejected',
      'status-declared',
      'content-type-declared',
      'body-matches-schema',
    ]
    writeFileSync(baseline, ['accepted:', ...rules.map((rule) => entry(rule, "'2999-01-01'"))].join('\n'))
    expect(await run(server, '--only', 'malformed-body-rejected', '--baseline', baseline)).toMatchObject({
      code: 0,
    })
    writeFileSync(baseline, ['accepted:', ...rules.map((rule) => entry(rule, "'2020-01-01'"))].join('\n'))
    expect(await run(server, '--only', 'malformed-body-rejected', '--baseline', baseline)).toMatchObject({
      code: 1,
    })
  })

  it('repeats one check by its id, and sends nothing in a dry run', async () => {
    await using server = await startNotes('takes long titles')
    const { text } = await run(server, '--dry-run')
    expect(text.split('\n')).toContain('invalid-body-rejected:createNote:body.title.maxLength')
    expect(server.log).toEqual([])
    const replayed = await run(server, '--replay', '1:invalid-body-rejected:createNote:body.title.maxLength')
    expect(replayed.code).toBe(1)
    expect(server.log.length).toBeLessThan(12)
  })

  it('ends with 3 when nobody answers, and with 2 when it does not understand', async () => {
    expect(await run({ url: 'http://127.0.0.1:9' })).toMatchObject({ code: 3 })
    await expect(run({ url: 'http://127.0.0.1:9' }, '--only', 'no-such-rule')).rejects.toThrow(
      'There is no rule "no-such-rule"',
    )
  })
})
