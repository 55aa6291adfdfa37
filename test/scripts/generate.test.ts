import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMAND, outputsOf } from '../../src/toolkit/generate/outputs.ts'
import { casesOf, inCi, isDue } from '../harness/thorough.ts'
import {
  copyDocuments,
  generatedProject,
  inProcess,
  outputsOfProject,
  program,
  run,
  runNode,
} from './project.ts'

const OUTPUTS = [
  'openapi.oauth.json',
  'openapi.oauth.ts',
  'openapi.v1.json',
  'openapi.v1.ts',
  'operations.ts',
  'operations.oauth.ts',
  'validators.ts',
  'expectations.ts',
  'asyncapi.json',
  'asyncapi.ts',
  'validators.oauth.ts',
  'expectations.oauth.ts',
]

const generate = (folder: string, ...args: string[]) => inProcess(folder, 'generate', ...args)

/** Replaces `before` in a file, and fails when it is not there. */
function edit(folder: string, file: string, before: string, after: string) {
  const text = readFileSync(join(folder, file), 'utf8')
  expect(text).toContain(before)
  writeFileSync(join(folder, file), text.replace(before, after))
}

describe('npm run generate', { timeout: 60_000 }, () => {
  it('writes every output, names the command in each, and leaves what is right alone', async () => {
    const folder = copyDocuments()
    expect(await program(folder, 'generate')).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(join(folder, 'generated')).sort()).toEqual(OUTPUTS.toSorted())
    for (const name of OUTPUTS) {
      const [first, second] = readFileSync(join(folder, 'generated', name), 'utf8').split('\n')
      expect(name.endsWith('.json') ? second : first).toContain(COMMAND)
    }
    expect(await generate(folder)).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it.runIf(isDue(3))('writes queries and schemas on request, and keeps them up to date', async () => {
    const folder = await generatedProject(copyDocuments())
    const flags = ['--queries', '--schemas', 'zod']
    expect(await generate(folder, ...flags)).toMatchObject({ code: 0, stderr: '' })
    for (const name of ['openapi.v1.queries.ts', 'openapi.v1.schemas.ts', 'openapi.oauth.schemas.ts']) {
      const file = join(folder, 'generated', name)
      const text = readFileSync(file, 'utf8')
      expect(text).toContain(COMMAND)
      writeFileSync(file, '')
      expect(await generate(folder, '--check')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`${name} differs`),
      })
      expect(await generate(folder)).toMatchObject({ code: 0, stderr: '' })
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
  })

  it.runIf(isDue(4))('makes the same bytes wherever the project stands', async () => {
    expect(await outputsOf(copyDocuments())).toEqual(await outputsOfProject())
  })

  it('puts each fact of an operation into its table', async () => {
    const folder = await generatedProject(copyDocuments())
    const { operations } = (await import(join(folder, 'generated/operations.ts'))) as {
      operations: Record<string, unknown>
    }
    expect(operations).toEqual({
      listNotes: {
        id: 'listNotes',
        method: 'get',
        path: '/notes',
        feature: 'notes',
        scopes: ['notes:read'],
        body: null,
        parameters: [{ name: 'ids', in: 'query', array: true }],
        responses: [{ status: 200, mediaTypes: ['application/json'] }],
        containsSecret: false,
        idempotencyKey: false,
        etag: false,
      },
      createNote: {
        id: 'createNote',
        method: 'post',
        path: '/notes',
        feature: 'notes',
        scopes: ['notes:write'],
        body: { required: true, mediaTypes: ['application/json'], maxBytes: 2048, upload: false },
        parameters: [{ name: 'Idempotency-Key', in: 'header', array: false }],
        responses: [{ status: 201, mediaTypes: ['application/json'] }],
        containsSecret: true,
        idempotencyKey: true,
        etag: true,
      },
      deleteNote: {
        id: 'deleteNote',
        method: 'delete',
        path: '/notes/{noteId}',
        feature: 'notes',
        scopes: [],
        body: null,
        parameters: [{ name: 'noteId', in: 'path', array: false }],
        responses: [{ status: 204, mediaTypes: [] }],
        containsSecret: false,
        idempotencyKey: false,
        etag: false,
      },
    })
  })

  it('keeps the messages of an AsyncAPI operation references, as its section "Operation Object" demands', async () => {
    const folder = await generatedProject(copyDocuments())
    const bundle = JSON.parse(readFileSync(join(folder, 'generated/asyncapi.json'), 'utf8'))
    expect(bundle.operations.sendNotes.messages).toEqual([{ $ref: '#/channels/events/messages/noteCreated' }])
  })

  it('makes types that tell right from wrong', async () => {
    const folder = await generatedProject(copyDocuments())
    writeFileSync(
      join(folder, 'src/use.ts'),
      `import type { WebhookEvent } from '../generated/asyncapi.ts'
import type { Note, operations } from '../generated/openapi.v1.ts'

export const note: Note = { id: 'n1' } // a default may be left out
// @ts-expect-error its id may not
export const nameless: Note = {}
export const created: operations['createNote']['responses'][201]['content']['application/json'] = note
export const deleted: Extract<WebhookEvent, { type: 'note.deleted' }>['data'] = note
// @ts-expect-error no such event
export const event: WebhookEvent['type'] = 'note.eaten'
`,
    )
    const tsc = 'node_modules/typescript-native/bin/tsc'
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--allowImportingTsExtensions',
      '--types',
      '',
    ]
    expect(await runNode(folder, [tsc, ...options, 'src/use.ts'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })

  const faults: [string, { given: [file: string, before: string, after: string]; want: RegExp }][] = [
    [
      'a reference that leads nowhere',
      {
        given: ['openapi/v1/notes/notes.yaml', '$ref: Note.yaml', '$ref: Nota.yaml'],
        want: /openapi\.yaml cannot be bundled:\n.*notes\.yaml: .*Nota\.yaml/,
      },
    ],
    [
      'an operationId that is no word',
      {
        given: ['openapi/v1/notes/note.yaml', 'deleteNote', 'delete-note'],
        want: /received operationId "delete-note", expected a camelCase word/,
      },
    ],
  ]
  it.each(faults)('refuses %s', async (_name, { given, want }) => {
    const folder = copyDocuments()
    edit(folder, ...given)
    await expect(outputsOf(folder)).rejects.toThrow(want)
  })

  it('says why it fails, and writes nothing', async () => {
    const folder = copyDocuments()
    edit(folder, 'openapi/v1/notes/notes.yaml', '$ref: Note.yaml', '$ref: Nota.yaml')
    expect(await generate(folder)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/\$ref "Nota\.yaml" leads nowhere/),
    })
    expect(existsSync(join(folder, 'generated'))).toBe(false)
  })

  it.runIf(inCi).each(
    casesOf<[string, string, RegExp]>(
      [
        ['cannot start', "import 'openapi-typewriter'\n", /openapi-typewriter/],
        ['ends', 'process.exit(0)\n', /The thread that makes the types has ended\./],
      ],
      2,
    ),
  )('fails when the thread of the types %s', async (_name, worker, want) => {
    const folder = await generatedProject()
    writeFileSync(join(folder, 'src/toolkit/generate/typesWorker.mjs'), worker)
    expect(await run(folder, 'src/toolkit/cli/main.ts', 'generate', '--check')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(want),
    })
  })

  it('refuses an argument that it does not know', async () => {
    expect(await generate(copyDocuments(), '--chekc')).toMatchObject({
      code: 2,
      stderr: `specwright: Unknown option '--chekc'. Did you mean --check? "specwright help generate" lists the options.\n`,
    })
  })
})

describe('npm run generate -- --check', { timeout: 60_000 }, () => {
  it('says nothing when all is right; then names every stale, missing, edited or foreign file, and writes none', async () => {
    const folder = await generatedProject(copyDocuments())
    expect(await generate(folder, '--check')).toEqual({ code: 0, stdout: '', stderr: '' })
    edit(folder, 'asyncapi/notes/noteCreated.yaml', 'note.created', 'note.made')
    edit(folder, 'generated/operations.ts', 'notes:read', 'notes:all')
    rmSync(join(folder, 'generated/openapi.v1.ts'))
    writeFileSync(join(folder, 'generated/extra.ts'), '')
    const { code, stderr } = await generate(folder, '--check')
    expect(code).toBe(1)
    expect(stderr.trim().split('\n').sort()).toEqual([
      'generated/asyncapi.json differs from the documents; run `npm run generate`.',
      'generated/asyncapi.ts differs from the documents; run `npm run generate`.',
      expect.stringMatching(/^generated\/extra\.ts is not made by/),
      'generated/openapi.v1.ts is missing; run `npm run generate`.',
      'generated/operations.ts differs from the documents; run `npm run generate`.',
    ])
    expect(readFileSync(join(folder, 'generated/operations.ts'), 'utf8')).toContain('notes:all')
  })
})
