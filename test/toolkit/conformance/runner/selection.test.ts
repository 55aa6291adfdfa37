/** `conform` without a configuration file: headers, a part of the operations, the target of the document. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { callerOf } from '../../../../src/toolkit/cli/conform/callerOf.ts'
import { selectOperations } from '../../../../src/toolkit/cli/conform/selection.ts'
import { targetOf } from '../../../../src/toolkit/cli/conform/targetOf.ts'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'
import { temporaryDirectory } from '../../../service/storage/temporaryDirectory.ts'
import { KEY, startNotes } from './notesServer.ts'

const document = join(import.meta.dirname, 'notes.yaml')

async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  const code = await conform.run(args, { env: {}, print: (line) => void lines.push(line) })
  return { code, text: lines.join('\n') }
}
const key = ['-H', `Authorization: Bearer ${KEY}`]

describe('headers of the command line', () => {
  it('are enough for a first run', async () => {
    await using server = await startNotes()
    const { code, text } = await run(document, server.url, ...key)
    expect(text).toContain('no findings')
    expect(text).toContain('(100 %)')
    expect(code).toBe(0)
  })

  it('are required where the target returns 401 without a credential', async () => {
    await using server = await startNotes()
    await expect(run(document, server.url)).rejects.toThrow(
      /returns 401 for GET \/notes, and no credential was given\. Give one with -H, --auth or under "identities"\./,
    )
  })

  it('end the run with one message where the credential is wrong', async () => {
    await using server = await startNotes()
    await expect(run(document, server.url, '-H', 'Authorization: Bearer wrong')).rejects.toThrow(
      /^\S+ is rejected everywhere: 401 for GET \/notes, GET \/notes\/\S+\. Expected the first identity to have a credential/,
    )
  })

  it('test what they are for, where the reads of the document need another credential', async () => {
    const operation = (scheme: string, status: number) => ({
      security: [{ [scheme]: [] }],
      responses: {
        [status]: { description: 'Done', content: { 'application/json': { schema: { type: 'object' } } } },
        401: { description: 'Unknown caller' },
      },
    })
    const file = join(temporaryDirectory(), 'openapi.json')
    const paths = {
      '/books': { get: operation('key', 200), post: operation('token', 201) },
      '/shelves': { get: operation('key', 200) },
    }
    const securitySchemes = {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      token: { type: 'http', scheme: 'bearer' },
    }
    const info = { title: 'Books', version: '1' }
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info, paths, components: { securitySchemes } }))
    const server = createServer(({ method, headers }, response) => {
      const isKnown =
        method === 'POST' ? headers.authorization === 'Bearer good' : headers['x-key'] === 'good'
      const status = isKnown ? (method === 'POST' ? 201 : 200) : 401
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(isKnown ? '{}' : undefined)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const only = ['--only', 'valid-request-succeeds', '--method', 'post']
    const { text } = await run(file, `http://127.0.0.1:${port}`, '-H', 'Authorization: Bearer good', ...only)
    server.close()
    expect(text).toContain('no findings')
  })

  it('are left out where access is checked, if they are a credential, and shown without their value', async () => {
    await using server = await startNotes('lets anybody in')
    const only = ['--only', 'missing-credential-rejected', '-H', 'X-Tenant: 7']
    const { code, text } = await run(document, server.url, ...key, ...only)
    expect(code).toBe(1)
    expect(text).toContain('X-Tenant: 7')
    expect(text).not.toContain(KEY)
  })

  it.each([
    [['-H', 'no header'], 'not a header'],
    [[...key, '--auth', 'a:b'], '2 credentials'],
    [['--auth', 'a'], 'no colon'],
  ])('%j: %s', async (args, message) => {
    await expect(run(document, 'http://127.0.0.1:9', ...args)).rejects.toThrow(message)
  })

  const openapi = (parts: object) =>
    documentOf({ openapi: '3.1.0', info: { title: 't', version: '1' }, paths: {}, ...parts })
  it('are credentials where a security scheme names them', () => {
    const apiKey = (place: string, name: string) => ({ [name]: { type: 'apiKey', in: place, name } })
    const securitySchemes = { ...apiKey('header', 'X-Api-Key'), ...apiKey('cookie', 'sid') }
    const api = openapi({ components: { securitySchemes } })
    expect(callerOf(['x-api-key: 1', 'X-Other: 2'], undefined, api)).toMatchObject({
      identity: { credentials: [{ kind: 'header', name: 'x-api-key', value: '1' }] },
      headers: { 'X-Other': '2' },
    })
    expect(callerOf(['Cookie: sid=1'], undefined, api).identity?.credentials).toMatchObject([
      { kind: 'cookie', name: 'sid', value: '1' },
    ])
    expect(callerOf([], 'a:b', api).identity?.credentials).toMatchObject([{ value: 'Basic YTpi' }])
    expect(callerOf(['Cookie: other=1'], undefined, api)).toEqual({
      identity: undefined,
      headers: { Cookie: 'other=1' },
    })
  })

  it.each([
    [
      [{ url: '/v1' }, { url: 'https://{host}/v1', variables: { host: { default: 'a.test' } } }],
      'https://a.test/v1',
    ],
    [[{ url: '/v1' }], undefined],
    [undefined, undefined],
    [[{ url: '/v1' }], 'http://a.test:8000/v1', 'http://a.test:8000/openapi.json'],
    [[{ url: './v1/' }], 'http://a.test/docs/v1', 'http://a.test/docs/openapi.json'],
    [[], 'http://a.test:8000', 'http://a.test:8000/openapi.json'],
  ])('the target of servers %j is %s', (servers, target, url?: string) => {
    expect(targetOf(openapi({ servers }), url)).toBe(target)
  })
})

it('tests the server of the document where no target is named', async () => {
  await using server = await startNotes()
  const copy = join(temporaryDirectory(), 'notes.yaml')
  const text = readFileSync(document, 'utf8').replace(/^servers:.*\n( .*\n)*/m, '')
  writeFileSync(copy, `${text}\nservers:\n  - url: ${server.url}\n`)
  expect((await run(copy, ...key, '--operation', 'listNotes')).code).toBe(0)
  writeFileSync(copy, text)
  await expect(run(copy, ...key)).rejects.toThrow('no server with an absolute URL')
})

const OPERATIONS = [
  ['listBooks', 'GET', '/books', 'books'],
  ['createBook', 'POST', '/books', 'books'],
  ['deleteBook', 'DELETE', '/books/{id}', 'books'],
  ['listUsers', 'GET', '/admin/users', 'admin'],
].map(([operationId = '', method = '', path = '', tag]) => ({
  operationId,
  method,
  path,
  operation: { tags: [tag] },
}))
const none = { operation: [], tag: [], path: [], method: [] }
describe('selection', () => {
  test.each([
    [{ operation: ['list*'] }, ['listBooks', 'listUsers']],
    [{ operation: ['*Book*', '!delete*'] }, ['listBooks', 'createBook']],
    [{ tag: ['books'], method: ['get'] }, ['listBooks']],
    [{ method: ['!delete'] }, ['listBooks', 'createBook', 'listUsers']],
    [{ path: ['/books/{id}'] }, ['deleteBook']],
    [{ path: ['!/admin/*'] }, ['listBooks', 'createBook', 'deleteBook']],
  ])('%j selects %j', (given, want) => {
    expect([...(selectOperations(OPERATIONS, { ...none, ...given }) ?? [])]).toEqual(want)
  })

  it('is everything where nothing is given', () => {
    expect(selectOperations(OPERATIONS, none)).toBeUndefined()
  })

  it.each([
    [{ tag: ['book'] }, 'Did you mean books?'],
    [{ operation: ['listBooks'], method: ['POST'] }, 'No operation is left'],
  ])('refuses %j: %s', (given, message) => {
    expect(() => selectOperations(OPERATIONS, { ...none, ...given })).toThrow(message)
  })

  it('checks only the selected operations, and calls others for what it needs', async () => {
    await using server = await startNotes('takes long titles')
    const planned = await run(document, server.url, ...key, '--dry-run', '--operation', 'getNote')
    const lines = planned.text.split('\n').filter((line) => !line.startsWith('# '))
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.filter((line) => line.split(':')[1] !== 'getNote')).toEqual([])
    const elsewhere = await run(document, server.url, ...key, '--operation', '!createNote', '--method', 'get')
    expect(elsewhere.code).toBe(0)
    expect(server.log).toContain('POST /notes 201')
    const there = await run(document, server.url, ...key, '--operation', 'createNote')
    expect(there.text).toContain('invalid-body-rejected')
    expect(there.code).toBe(1)
  })
})
