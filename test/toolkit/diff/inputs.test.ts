/** `prompt-service diff` as its users call it: inputs, formats, waivers and exit codes. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { UsageError } from '../../../src/commands/command.ts'
import { diff } from '../../../src/commands/diff.ts'
import { large } from './large.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder = ''
const home = process.cwd()
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'diff-')))
  process.chdir(folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  process.chdir(home)
})

async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  try {
    const code = await diff.run(args, { env: {}, print: (line) => void lines.push(line) })
    return { code, text: lines.join('\n') }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { code: 2, text: error.message }
  }
}

function put(file: string, content: string | object): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
}

const NOTES = `openapi: 3.1.0
info: {title: Notes, version: 1.2.0}
paths:
  /notes:
    get:
      responses:
        '200':
          description: Notes.
          content:
            application/json: {schema: {$ref: ./Note.yaml}}
`
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
    expect(text).toContain('Clients that read `text` in the 200 answer of GET /notes no longer receive it.')
    expect(text).toContain('new/Note.yaml:3:1  (was old/Note.yaml:5:3)')
    expect(text).toContain('ask for version 2.0.0 after 1.2.0; it is still 1.2.0')
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

  test('reads maps and operations that stand in files of their own, and names the places there', async () => {
    const paths = { '/notes': { $ref: 'list.yaml' }, '/notes/{id}': { $ref: 'item.yaml' } }
    for (const root of ['old', 'new']) {
      put(
        `${root}/openapi.yaml`,
        'openapi: 3.0.3\ninfo: {title: Notes, version: 1.0.0}\npaths: {$ref: paths.json}\ncomponents: {$ref: parts.yaml}\n',
      )
      put(`${root}/paths.json`, paths)
      put(`${root}/list.yaml`, 'get:\n  $ref: get.yaml\n')
      put(
        `${root}/get.yaml`,
        `operationId: listNotes\nsecurity: [{key: []}]\nresponses:\n  '200':\n    description: Notes.\n    content:\n      application/json:\n        schema:\n          $ref: 'openapi.yaml#/components/schemas/Note'\n`,
      )
      put(`${root}/item.yaml`, 'get: {operationId: getNote, responses: {$ref: answers.yaml}}\n')
      put(`${root}/answers.yaml`, "'404': {description: None.}\n'200': {description: One.}\n")
      put(
        `${root}/parts.yaml`,
        'securitySchemes:\n  key: {type: apiKey, in: header, name: Key}\nschemas: {$ref: schemas.yaml}\n',
      )
      put(`${root}/schemas.yaml`, 'Note:\n  type: object\n  properties: {$ref: members.yaml}\n')
      put(`${root}/members.yaml`, 'id: {type: string}\ntext:\n  type: string\n')
    }
    put('new/members.yaml', 'id: {type: string}\ntext:\n  type: integer\n')
    put('new/answers.yaml', "'404': {description: None.}\n")
    const { text } = await run('old/openapi.yaml', 'new/openapi.yaml')
    expect(text).toMatch(/`text` in the 200 answer of GET \/notes.*\n {4}new\/members\.yaml:3:3 /)
    expect(text).toMatch(
      /the status 200 of GET \/notes\/\{id\}.*\n {4}new\/\S+:\d+:\d+ {2}\(was old\/answers\.yaml:2:1\)/,
    )
    expect(text).toContain('2 breaking, 0 risky, 1 compatible, 0 docs.')
  })

  test('names the place of what is missing behind a reference', async () => {
    const schema = (more: string) => `${NOTES}components:\n  schemas:\n    Note:\n      type: object\n${more}`
    put('old.yaml', schema('      required: [id]\n').replace('./Note.yaml', "'#/components/schemas/Note'"))
    put('new.yaml', schema('').replace('./Note.yaml', "'#/components/schemas/Note'"))
    const { text } = await run('old.yaml', 'new.yaml')
    expect(text).toMatch(/`id`.*\n {4}new\.yaml:13:5 {2}\(was old\.yaml:15:18\)/)
  })

  test('tells once of a form that is gone, the last but one included, and receivers do not mind', async () => {
    const form = (kind: string) => ({
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: kind } },
    })
    const names = ['Cat', 'Dog']
    const document = (kinds: readonly string[]) => {
      const refs = kinds.map((name) => `#/components/schemas/${name}`)
      const mapping = Object.fromEntries(refs.map((ref, index) => [kinds[index]?.toLowerCase(), ref]))
      const pet = { oneOf: refs.map(($ref) => ({ $ref })), discriminator: { propertyName: 'kind', mapping } }
      const content = { 'application/json': { schema: pet } }
      return {
        openapi: '3.1.0',
        info: { title: 'Pets', version: '1.0.0' },
        paths: {
          '/pets': { put: { requestBody: { content }, responses: { 200: { description: 'It.', content } } } },
        },
        components: { schemas: Object.fromEntries(names.map((name) => [name, form(name.toLowerCase())])) },
      }
    }
    put('old.json', document(names))
    put('new.json', document(['Cat']))
    const { text } = await run('old.json', 'new.json')
    expect(text).toMatch(/Clients that send the form .*"dog".* to PUT \/pets will get 400/)
    expect(text).toContain('\n1 breaking, 0 risky, 1 compatible')
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
    expect(await run('old', 'new')).toMatchObject({ code: 1, text: /extra\.json is gone/ })
  })

  test.each([
    ['markdown', '- Clients that read `text` in the 200 answer of GET /notes no longer receive it.'],
    ['html', '<code>text</code> in the 200 answer of GET /notes'],
    ['github', '::error file=new/Note.yaml,line=3,col=1,title=response-member-removed::Clients that read'],
    ['json', '"rule": "response-member-removed"'],
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
    "- {rule: response-member-removed, subject: 'GET /notes > 200 > text', reason: Nobody read it., expires: 2026-12-31}\n"

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

  const refused: [string, { before?: () => void; args: string[]; says: RegExp }][] = [
    ['one document alone', { args: ['old'], says: /Received 1 documents; expected two/ }],
    ['a file that is not there', { args: ['old', 'gone.yaml'], says: /gone\.yaml does not exist/ }],
    ['a format that is none', { args: ['old', 'old', '--format', 'pdf'], says: /--format received "pdf"/ }],
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
      'Swagger 2',
      {
        before: () => put('new/openapi.yaml', "swagger: '2.0'\n"),
        args: ['old', 'new/openapi.yaml'],
        says: /expected a member "openapi" or "asyncapi"/,
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

  test.each(refused)('refuses %s with 2', async (_, { before, args, says }) => {
    project('old')
    before?.()
    const { code, text } = await run(...args)
    expect(text).toMatch(says)
    expect(code).toBe(2)
  })

  test('compares two documents of 1,000 operations in less than five seconds', async () => {
    put(
      'old.json',
      large(() => 100),
    )
    put(
      'new.json',
      large((index) => (index % 100 === 0 ? 50 : 100)),
    )
    // Processor time, which other work on the machine does not lengthen.
    const began = process.cpuUsage()
    const { code, text } = await run('old.json', 'new.json', '--format', 'json')
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1000).toBeLessThan(5000)
    expect(code).toBe(1)
    expect(JSON.parse(text).findings).toHaveLength(20)
  })
})
