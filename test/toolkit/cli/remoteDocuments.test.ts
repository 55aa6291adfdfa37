/** Documents that are named by a URL. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
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

it('are tested by conform, at the server that they are from', { timeout: 60_000 }, async () => {
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
