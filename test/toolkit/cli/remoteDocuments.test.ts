/** Documents that are named by a URL. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { inCi } from '../../harness/thorough.ts'
import { inProcess } from '../../scripts/project.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'
import { KEY, startNotes } from '../conformance/runner/notesServer.ts'
import { BUNDLED_SHELF } from '../openapi/shelf.ts'

async function serve(files: Record<string, string>) {
  const server = createServer((request, response) => {
    const text = files[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => void server.close(() => closed())),
  }
}

const JSON_FORM = JSON.stringify(parse(BUNDLED_SHELF))
const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('specwright-'))

it('are read by lint, docs, generate and diff, and named by their URL', { timeout: 60_000 }, async () => {
  const broken = BUNDLED_SHELF.replace('schemas/Book', 'schemas/Bok')
  await using site = await serve({ '/a.yaml': BUNDLED_SHELF, '/openapi.json': JSON_FORM, '/broken': broken })
  const before = left()
  const folder = temporaryDirectory()
  const lint = await inProcess(folder, 'lint', `${site.url}/broken`)
  expect(lint.stdout).toContain(`${site.url}/broken:`)
  expect(lint.code).toBe(1)
  expect((await inProcess(folder, 'docs', `${site.url}/openapi.json`)).stdout).toMatch(/Wrote \d+ files/)
  const generated = await inProcess(folder, 'generate', `${site.url}/a.yaml`)
  expect(generated).toMatchObject({ stderr: '', stdout: 'Wrote generated/a.json, generated/a.ts.\n' })
  const diff = await inProcess(folder, 'diff', `${site.url}/a.yaml`, `${site.url}/openapi.json`)
  expect(diff.stdout).toContain('0 breaking')
  expect(left()).toEqual(before)
})

it.runIf(inCi)('are tested by conform, at the server that they are from', { timeout: 60_000 }, async () => {
  await using notes = await startNotes()
  const text = readFileSync('test/toolkit/conformance/runner/notes.yaml', 'utf8').replace(
    'http://localhost',
    notes.url,
  )
  await using site = await serve({ '/openapi.yaml': text })
  const { code, stdout } = await inProcess(
    temporaryDirectory(),
    'conform',
    `${site.url}/openapi.yaml`,
    '-H',
    `Authorization: Bearer ${KEY}`,
  )
  expect(stdout).toContain(notes.url)
  expect(stdout).toContain('listNotes')
  expect(code).toBe(0)
  expect(notes.log.length).toBeGreaterThan(0)
})

it('that are not there are unreadable input', async () => {
  await using site = await serve({})
  const folder = temporaryDirectory()
  writeFileSync(join(folder, 'openapi.yaml'), BUNDLED_SHELF)
  const missing = await inProcess(folder, 'lint', `${site.url}/none.yaml`)
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('the server responded with 404') })
  const dead = await inProcess(folder, 'diff', 'openapi.yaml', 'http://127.0.0.1:9/openapi.yaml')
  expect(dead).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('http://127.0.0.1:9/openapi.yaml cannot be read'),
  })
})

/** A document of three files, one of which is above its folder. */
const PARTS = {
  '/api/openapi.yaml': `openapi: 3.1.0
info: {title: Shelf, version: 1.0.0}
paths:
  /books: {$ref: paths/books.yaml}
`,
  '/api/paths/books.yaml': `get:
  operationId: listBooks
  responses:
    '200': {description: Books, content: {application/json: {schema: {$ref: '../../shared/books.json#/Books'}}}}
`,
  '/shared/books.json': '{"Books": {"type": "array", "maxItems": 50, "items": {"type": "string"}}}',
}

it('are read with the files of their server that they reference', { timeout: 60_000 }, async () => {
  await using site = await serve(PARTS)
  const folder = temporaryDirectory()
  const generated = await inProcess(folder, 'generate', `${site.url}/api/openapi.yaml`)
  expect(generated).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(join(folder, 'generated/openapi.ts'), 'utf8')).toContain('listBooks')
  await using changed = await serve({
    ...PARTS,
    '/shared/books.json': PARTS['/shared/books.json'].replace('50', '60'),
  })
  const documents = [`${site.url}/api/openapi.yaml`, `${changed.url}/api/openapi.yaml`]
  const diff = await inProcess(folder, 'diff', ...documents, '--output', 'changes.txt')
  expect(diff).toMatchObject({ stderr: '' })
  const report = readFileSync(join(folder, 'changes.txt'), 'utf8')
  expect(report).toContain(`${changed.url}/shared/books.json:1:`)
  expect(report).not.toContain(tmpdir())
})

it('reports references that lead nowhere by their URL', { timeout: 60_000 }, async () => {
  await using site = await serve({ '/api/openapi.yaml': PARTS['/api/openapi.yaml'] })
  const lint = await inProcess(temporaryDirectory(), 'lint', `${site.url}/api/openapi.yaml`)
  expect(lint.stdout).toContain('paths/books.yaml')
  expect(lint.stdout).not.toContain(tmpdir())
  expect(lint.code).toBe(1)
})

it.each(['/etc/hosts.yaml', '../../../../../../../../etc/hosts.json'])(
  'never read a file of this machine: %s',
  async (reference) => {
    const text = PARTS['/api/openapi.yaml'].replace('paths/books.yaml', reference)
    await using site = await serve({ '/api/openapi.yaml': text })
    const { code, stderr } = await inProcess(temporaryDirectory(), 'lint', `${site.url}/api/openapi.yaml`)
    expect([code, stderr]).toEqual([2, expect.stringContaining('Use a relative reference.')])
  },
)

it('follow no redirect of a reference', { timeout: 30_000 }, async () => {
  await using elsewhere = await serve(PARTS)
  const seen: string[] = []
  const server = createServer(({ url }, response) => {
    seen.push(url ?? '')
    if (url === '/api/openapi.yaml') response.end(PARTS['/api/openapi.yaml'])
    else response.writeHead(302, { Location: `${elsewhere.url}${url}` }).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const lint = await inProcess(temporaryDirectory(), 'lint', `http://127.0.0.1:${port}/api/openapi.yaml`)
  server.close()
  expect(lint.code).toBe(1)
  expect(seen).toEqual(['/api/openapi.yaml', '/api/paths/books.yaml'])
})

it('may be overlays and event documents of conform', { timeout: 60_000 }, async () => {
  const overlay = `overlay: 1.0.0
info: {title: Hints, version: 1.0.0}
actions: [{target: $.info, update: {title: From an overlay}}]
`
  await using site = await serve({ ...PARTS, '/hints.yaml': overlay })
  const folder = temporaryDirectory()
  const config = `openapi: ${site.url}/api/openapi.yaml\ntarget: http://127.0.0.1:9\noverlays: ['${site.url}/hints.yaml']\n`
  writeFileSync(join(folder, 'conform.yaml'), config)
  const found = await inProcess(folder, 'conform', '--config', 'conform.yaml')
  expect(found.stdout).toContain('From an overlay: 1 operation')
  expect(found.code).toBe(3)
})

it('checks the selected operations of a recording', { timeout: 60_000 }, async () => {
  const folder = temporaryDirectory()
  const document = `openapi: 3.1.0
info: {title: Two, version: 1.0.0}
paths:
  /a: {get: {operationId: getA, responses: {'200': {description: A}}}}
  /b: {get: {operationId: getB, responses: {'200': {description: B}}}}
`
  const entry = (path: string) => ({
    request: { method: 'GET', url: `http://localhost${path}`, headers: [] },
    response: { status: 500, headers: [], content: {} },
  })
  writeFileSync(join(folder, 'openapi.yaml'), document)
  writeFileSync(join(folder, 'run.har'), JSON.stringify({ log: { entries: [entry('/a'), entry('/b')] } }))
  const args = ['openapi.yaml', 'http://localhost', '--har', 'run.har']
  const [all, one] = [
    await inProcess(folder, 'conform', ...args),
    await inProcess(folder, 'conform', ...args, '--operation', 'getA'),
  ]
  expect(all.stdout).toContain('getB')
  expect(one.stdout).toContain('getA')
  expect(one.stdout).not.toContain('getB')
  writeFileSync(join(folder, 'run.har'), JSON.stringify({ log: { entries: [entry('/b')] } }))
  const none = await inProcess(folder, 'conform', ...args, '--operation', 'getA')
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('of the selected operations') })
})

it('--only-marked reports findings about marked parts only', async () => {
  const folder = temporaryDirectory()
  const property = (name: string, status: string) => `${name}: {type: string, x-status: ${status}}`
  const schema = `{type: object, properties: {${property('old', 'stable')}, ${property('new', 'draft')}}}`
  const document = `openapi: 3.1.0
info: {title: One, version: 1.0.0}
paths:
  /a: {get: {operationId: getA, responses: {'200': {description: A, content: {application/json: {schema: ${schema}}}}}}}
`
  const content = { mimeType: 'application/json', text: '{"old": "", "new": 1}' }
  const headers = [{ name: 'Content-Type', value: 'application/json' }]
  const entry = {
    request: { method: 'GET', url: 'http://localhost/a', headers: [] },
    response: { status: 200, headers, content },
  }
  writeFileSync(join(folder, 'openapi.yaml'), document)
  writeFileSync(join(folder, 'run.har'), JSON.stringify({ log: { entries: [entry] } }))
  const found = async (...flags: string[]) => {
    const args = ['openapi.yaml', 'http://localhost', '--har', 'run.har', ...flags]
    const { code, stdout, stderr } = await inProcess(folder, 'conform', ...args)
    return { code, found: stdout.includes('/new'), stderr }
  }
  expect(await found()).toEqual({ code: 1, found: true, stderr: '' })
  expect(await found('--only-marked', 'x-status=draft')).toEqual({ code: 1, found: true, stderr: '' })
  expect(await found('--only-marked', 'x-status=stable')).toEqual({ code: 0, found: false, stderr: '' })
  expect(await found('--only-marked', 'x-status=gone')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('openapi.yaml has no x-status with this value'),
  })
  expect(await found('--only-marked', 'stable')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Use EXTENSION=VALUE'),
  })
})
