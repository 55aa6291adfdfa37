/** `specwright diff` as its users call it: inputs, formats, waivers and exit codes. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { isDue } from '../../harness/thorough.ts'
import { folder, notesWith, put, run, useFolder } from './inFolder.ts'
import { large } from './large.ts'

vi.setConfig({ testTimeout: 60_000 })
useFolder()

const NOTES = notesWith('./Note.yaml')
const NOTE = `type: object
required: [id, text]
properties:
  id: {type: string}
  text: {type: string}
`
const SHORTER = NOTE.replace(', text', '').replace('  text: {type: string}\n', '')

function project(root: string, note = NOTE): void {
  put(`${root}/openapi.yaml`, NOTES)
  put(`${root}/Note.yaml`, note)
}

describe('diff', () => {
  test('names both places in the authoring files, with line and column', async () => {
    project('old')
    project('new', SHORTER)
    const { code, text } = await run('old/openapi.yaml', 'new/openapi.yaml')
    expect(code).toBe(1)
    expect(text).toContain('Clients that read `text` in the 200 response of GET /notes no longer receive it.')
    expect(text).toContain('new/Note.yaml:3:1  (was old/Note.yaml:5:3)')
    expect(text).toContain('require version 2.0.0 after 1.2.0; it is still 1.2.0')
  })

  test('is silent and satisfied where nothing changed', async () => {
    project('old')
    project('new')
    expect(await run('old/openapi.yaml', 'new/openapi.yaml')).toMatchObject({
      code: 0,
      text: expect.stringContaining('0 breaking, 0 risky, 0 compatible, 0 docs.'),
    })
  })

  test('reads revisions of Git, from any folder', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args])
    git('init', '-q', '.')
    project('api')
    git('add', '.')
    git('commit', '-qm', 'one')
    project('api', SHORTER)
    git('commit', '-qam', 'two')
    mkdirSync('temporary')
    vi.stubEnv('TMPDIR', join(folder, 'temporary'))
    const between = await run('HEAD~1:api/openapi.yaml', 'HEAD:api/openapi.yaml', '--format', 'json')
    expect(between.code).toBe(1)
    expect(readdirSync(process.env.TMPDIR ?? '')).toEqual([])
    expect(JSON.parse(between.text).findings[0].old).toMatchObject({ file: 'HEAD~1:api/Note.yaml', line: 5 })
    process.chdir(join(folder, 'api'))
    expect((await run('HEAD~1:openapi.yaml', 'openapi.yaml')).code).toBe(1)
    expect((await run('HEAD:.', '.')).code).toBe(0)
    expect(await run('nowhere:openapi.yaml', 'openapi.yaml')).toMatchObject({
      code: 2,
      text: /no revision nowhere/,
    })
    expect(await run('HEAD:gone.yaml', 'openapi.yaml')).toMatchObject({
      code: 2,
      text: /HEAD has no gone.yaml/,
    })
  })

  test('compares all documents of two folders in one run, and judges what they share once', async () => {
    const events = {
      asyncapi: '3.0.0',
      info: { title: 'Note events', version: '1.0.0' },
      channels: { notes: { messages: { made: { name: 'made', payload: { $ref: './Note.yaml' } } } } },
      operations: { send: { action: 'send', channel: { $ref: '#/channels/notes' } } },
    }
    for (const root of ['old', 'new']) {
      project(root, root === 'old' ? NOTE : SHORTER)
      put(`${root}/asyncapi.json`, events)
    }
    const { text } = await run('old', 'new', '--format', 'json')
    const { findings, versions } = JSON.parse(text)
    expect(findings).toHaveLength(1)
    expect(findings[0].uses.sort()).toEqual(['GET /notes', 'message made'])
    expect(versions).toHaveLength(2)
  })

  test('reads a folder past files that only have members of the same names', async () => {
    for (const root of ['old', 'new']) {
      project(root)
      put(`${root}/conform.yaml`, 'openapi: openapi.yaml\ntarget: http://localhost\n')
      put(`${root}/settings.json`, { openapi: { enabled: true }, nested: { openapi: '3.1.0' } })
    }
    expect(await run('old', 'new')).toMatchObject({ code: 0 })
  })

  test('compares what it can beside a reference to another site', async () => {
    for (const [root, type] of ['string', 'integer'].map((type, index) => [index ? 'new' : 'old', type]))
      project(
        root ?? '',
        `${NOTE}  by: {$ref: 'https://schemas.example/user.json'}\n  size: {type: ${type}}\n`,
      )
    expect(await run('old', 'new')).toMatchObject({ code: 1, text: /`size`/ })
  })

  test('says that a document is gone', async () => {
    project('old')
    put('old/extra.json', { openapi: '3.1.0', info: { title: 'Extra', version: '1.0.0' }, paths: {} })
    project('new')
    expect(await run('old', 'new')).toMatchObject({ code: 1, text: /extra\.json was removed/ })
  })

  test.each([
    ['markdown', '- Clients that read `text` in the 200 response of GET /notes no longer receive it.'],
    ['html', '<code>text</code> in the 200 response of GET /notes'],
    ['github', '::error file=new/Note.yaml,line=3,col=1,title=response-property-removed::Clients that read'],
    ['json', '"rule": "response-property-removed"'],
  ])('writes %s', async (format, wanted) => {
    project('old')
    project('new', SHORTER)
    expect((await run('old', 'new', '--format', format)).text).toContain(wanted)
    expect((await run('old', 'new', '--format', format, '--output', 'report')).text).toContain(
      '1 of them breaking',
    )
    expect(readFileSync('report', 'utf8')).toContain(wanted)
  })

  const WAIVER =
    "- {rule: response-property-removed, subject: 'GET /notes > 200 > text', reason: Nobody read it., expires: 2026-12-31}\n"

  test('accepts what is waived, until its day', async () => {
    project('old')
    project('new', SHORTER)
    put('diff-waivers.yaml', WAIVER)
    expect(await run('old', 'new', '--today', '2026-12-31')).toMatchObject({
      code: 0,
      text: /waived until 2026-12-31: Nobody read it\./,
    })
    expect(await run('old', 'new', '--today', '2027-01-01')).toMatchObject({
      code: 1,
      text: /expired on 2026-12-31/,
    })
    expect(await run('old', 'old', '--today', '2026-12-31')).toMatchObject({
      code: 0,
      text: /meets no finding; remove it/,
    })
  })

  const rejected: [string, { before?: () => void; args: string[]; says: RegExp }][] = [
    [
      'one document alone',
      {
        args: ['old'],
        says: /diff requires <old> <new>, and received only old\. For example: specwright diff main/,
      },
    ],
    ['a file that is not there', { args: ['old', 'gone.yaml'], says: /gone\.yaml does not exist/ }],
    [
      'a format that is none',
      { args: ['old', 'old', '--format', 'pdf'], says: /'pdf' is invalid\. Allowed choices are text/ },
    ],
    [
      'a waiver without a reason',
      {
        before: () => put('diff-waivers.yaml', WAIVER.replace('reason: Nobody read it., ', '')),
        args: ['old', 'old'],
        says: /waiver 1: `reason` is missing/,
      },
    ],
    [
      'a waiver without a day',
      {
        before: () => put('diff-waivers.yaml', WAIVER.replace('2026-12-31', 'soon')),
        args: ['old', 'old'],
        says: /`expires` is soon, expected a day/,
      },
    ],
    [
      'YAML that is none',
      {
        before: () => put('new/openapi.yaml', 'openapi: 3.1.0\n\tinfo: {'),
        args: ['old', 'new/openapi.yaml'],
        says: /cannot be parsed/,
      },
    ],
    [
      'a reference that leads nowhere',
      {
        before: () => put('new/openapi.yaml', NOTES.replace('./Note.yaml', './Gone.yaml')),
        args: ['old', 'new/openapi.yaml'],
        says: /Gone\.yaml cannot be read/,
      },
    ],
    [
      'Swagger 1.2',
      {
        before: () => put('new/openapi.yaml', "swagger: '1.2'\n"),
        args: ['old', 'new/openapi.yaml'],
        says: /received Swagger 1\.2, expected Swagger 2\.0 or OpenAPI 3/,
      },
    ],
    [
      'an AsyncAPI document against an OpenAPI one',
      {
        before: () => put('new/a.yaml', 'asyncapi: 3.0.0\ninfo: {title: a, version: 1.0.0}\n'),
        args: ['old/openapi.yaml', 'new/a.yaml'],
        says: /expected two of one kind/,
      },
    ],
  ]

  test.each(rejected)('refuses %s with 2', async (_, { before, args, says }) => {
    project('old')
    before?.()
    const { code, text } = await run(...args)
    expect(text).toMatch(says)
    expect(code).toBe(2)
  })

  test.runIf(isDue(5))('finds the changes of ten among 1,000 operations', async () => {
    put(
      'old.json',
      large(() => 100),
    )
    put(
      'new.json',
      large((index) => (index % 100 === 0 ? 50 : 100)),
    )
    const { code, text } = await run('old.json', 'new.json', '--format', 'json')
    expect(code).toBe(1)
    expect(JSON.parse(text).findings).toHaveLength(20)
  })
})
