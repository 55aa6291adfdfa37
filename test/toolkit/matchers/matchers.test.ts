import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import axios from 'axios'
import { expect as jestExpect } from 'expect'
import { fastify } from 'fastify'
import CoverageReporter from 'specwright/coverage-reporter'
import { useApi as useApiInJest } from 'specwright/jest'
import { useApi } from 'specwright/vitest'
import supertest from 'supertest'
import { request as undiciRequest } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiMatchers } from '../../../src/toolkit/matchers/apiMatcher.ts'
import { inCi } from '../../harness/thorough.ts'
import { BOOKSHOP } from '../mock/bookshop.ts'

const ROOT = join(import.meta.dirname, '../../..')
const BOOK = { id: 'a1', title: 'Kindred', author: 'Octavia E. Butler', createdAt: '2026-11-02T10:00:00Z' }
const RIGHT = { items: [BOOK], total: 1 }
const WRONG = { items: [{ ...BOOK, title: 7 }], total: '1' }

const folder = mkdtempSync(join(tmpdir(), 'matchers-'))
const document = join(folder, 'openapi.yaml')
let server: Server
let origin: string

beforeAll(async () => {
  writeFileSync(document, BOOKSHOP)
  server = createServer((request, response) => {
    const isWrong = request.url?.includes('author=wrong') === true
    const status = request.method === 'POST' ? 201 : 200
    const body = request.method === 'POST' ? BOOK : isWrong ? WRONG : RIGHT
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  useApi(document)
  useApiInJest(jestExpect, document)
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

async function injected(path: string) {
  const app = fastify()
  app.get('/books', (request) => ((request.query as { author?: string }).author === 'wrong' ? WRONG : RIGHT))
  return app.inject({ method: 'GET', url: path })
}

const get = { method: 'GET' }
/** A response of the path by each client, and what its response does not show of the request. */
const CLIENTS = [
  ['fetch', (path: string) => fetch(origin + path), get],
  ['undici', (path: string) => undiciRequest(origin + path), { method: 'GET', url: '/books' }],
  ['axios', (path: string) => axios.get(path, { baseURL: origin }), {}],
  ['supertest', (path: string) => supertest(server).get(path), {}],
  ['light-my-request', injected, {}],
] as const

describe.each(CLIENTS)('toMatchApi with a response of %s', (_, send, request) => {
  it('passes a response that matches, in Vitest and Jest', async () => {
    await expect(await send('/books')).toMatchApi(request)
    await expect(await send('/books')).toSatisfyApiSpec(request)
    await expectOfJest(await send('/books')).toMatchApi(request)
  })

  it('reports what does not match, and where the document declares it', async () => {
    const message = await failureOf(async () => expect(await send('/books?author=wrong')).toMatchApi(request))
    expect(message).toMatch(
      /^GET \/books(\?author=wrong)? responded 200, which does not match listBooks at openapi\.yaml:18:9:\n/,
    )
    expect(message).toContain('  body/items/0/title: received 7; expected string (body-matches-schema)')
    expect(message).toContain('  body/total: received "1"; expected integer (body-matches-schema)')
    expect(
      await failureOf(async () => expectOfJest(await send('/books?author=wrong')).toSatisfyApiSpec(request)),
    ).toBe(message)
  })

  it('fails with .not where the response matches', async () => {
    await expect(await send('/books?author=wrong')).not.toMatchApi(request)
    expect(await failureOf(async () => expect(await send('/books')).not.toMatchApi(request))).toContain(
      'matches the document',
    )
  })
})

describe('toMatchApi', () => {
  it('leaves the body to the test', async () => {
    const response = await fetch(`${origin}/books`)
    await expect(response).toMatchApi(get)
    expect(await response.json()).toEqual(RIGHT)
    const ofUndici = await undiciRequest(`${origin}/books`)
    await expect(ofUndici).toMatchApi({ method: 'GET', url: '/books' })
    expect(await ofUndici.body.json()).toEqual(RIGHT)
  })

  it('reports statuses, operations and properties that the document does not have', async () => {
    const json = (body: unknown, status = 200) =>
      new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
    const messageFor = async (response: Response, url: string, closed = false) =>
      (await createApiMatchers(document, { closed }).toMatchApi(response, { method: 'GET', url })).message()
    expect(await messageFor(json({}, 418), '/books')).toContain(
      'received status 418; expected one of 200, 400, 401',
    )
    expect(await messageFor(json({}), '/cars')).toBe(
      'GET /cars responded 200: the document has no such operation.',
    )
    const more = { ...BOOK, color: 'red' }
    expect(await messageFor(json(more), '/books/a1')).toContain('matches the document')
    expect(await messageFor(json(more), '/books/a1', true)).toContain('color')
  })

  it.each([
    ['a value that is not a response', () => ({ body: 1 }), {}, 'is not a response'],
    ['a response without its method', () => fetch(`${origin}/books`), {}, '/books has GET, POST. Pass it'],
    ['a response without its URL', () => new Response('{}'), {}, 'does not contain its URL'],
    [
      'a body that was read',
      async () => {
        const response = await fetch(`${origin}/books`)
        await response.text()
        return response
      },
      get,
      'was read before',
    ],
  ])('explains %s', async (_, given, request, message) => {
    const value = (await given()) as Response
    expect(await failureOf(async () => expect(value).toMatchApi(request))).toContain(message)
  })
})

it('finds the method where the path has one only', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { responses: { 204: { description: 'D' } } } } },
  }
  const { toMatchApi } = createApiMatchers(document)
  expect((await toMatchApi(new Response(null, { status: 204 }), { url: '/a' })).pass).toBe(true)
})

describe('the coverage report', () => {
  it.runIf(inCi)('is printed at the end of a run of Vitest', async () => {
    const project = mkdtempSync(join(tmpdir(), 'covered-'))
    try {
      writeProject(project)
      const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
      const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'run'], { cwd: project })
      expect(stdout).toContain('Coverage of openapi.yaml (x seen, - missing)')
      expect(stdout).toMatch(/^listBooks +x +- +-$/m)
      expect(stdout).toMatch(/2 of \d+ documented operation × status pairs seen, 0 excused, \d+ missing/)
    } finally {
      rmSync(project, { recursive: true })
    }
  })

  it('has the hooks of Jest', () => {
    const { onRunStart, onRunComplete } = new CoverageReporter()
    expect([typeof onRunStart, typeof onRunComplete]).toEqual(['function', 'function'])
  })
})

function writeProject(project: string): void {
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(join(ROOT, 'node_modules/vitest'), join(project, 'node_modules/vitest'))
  symlinkSync(join(ROOT, 'dist/src/toolkit'), join(project, 'node_modules/specwright'))
  const json = `{ headers: { 'Content-Type': 'application/json' } }`
  const test = (body: object, url: string) => `import { expect, test } from 'vitest'
test('matches', async () => {
  await expect(new Response('${JSON.stringify(body)}', ${json})).toMatchApi({ method: 'GET', url: '${url}' })
})
`
  const files = {
    'package.json': '{"type": "module"}',
    'openapi.yaml': BOOKSHOP,
    'setup.js': "import { useApi } from 'specwright/vitest'\nuseApi('openapi.yaml')\n",
    'vitest.config.js': `export default { test: { setupFiles: ['./setup.js'], reporters: ['default', 'specwright/coverage-reporter'] } }\n`,
    'list.test.js': test(RIGHT, '/books'),
    'item.test.js': test(BOOK, '/books/a1'),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
}

/** `expect` of Jest has no types for the matchers: `@types/jest` would replace those of Vitest. */
const expectOfJest = (value: unknown) =>
  jestExpect(value) as unknown as Record<
    'toMatchApi' | 'toSatisfyApiSpec',
    (request: object) => Promise<void> | void
  >

async function failureOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('The matcher passed.')
}
