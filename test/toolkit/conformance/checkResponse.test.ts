import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  createResponseChecker,
  type Exchange,
  loadDocument,
  markedBy,
} from '../../../src/toolkit/conformance/index.ts'
import { responseChecks } from '../../../src/toolkit/responses/checks.ts'
import { faults } from './planted/faults.ts'
import { exchangeWith } from './planted/server.ts'

const marked = markedBy(loadDocument('test/toolkit/conformance/planted/notes.yaml'), {
  extension: 'x-origin',
  value: 'specified',
})
const checker = createResponseChecker(marked)
const rulesOf = (exchange: Exchange, profile: 'core' | 'full') => [
  ...new Set(checker.check(exchange, { profile }).map(({ rule }) => rule)),
]

describe('a server that keeps its contract', () => {
  test.each([
    ['GET', '/v1/notes', undefined],
    ['POST', '/v1/notes', undefined],
    ['GET', '/v1/notes/note_1', undefined],
    ['HEAD', '/v1/notes/note_1', undefined],
    ['GET', '/v1/notes/note_1', '304'],
    ['DELETE', '/v1/notes/note_1', undefined],
    ['GET', '/v1/notes', '401'],
    ['GET', '/v1/notes', '429'],
    ['POST', '/v1/notes', '400'],
    ['PUT', '/v1/notes', undefined],
    ['GET', '/v1/none', undefined],
    ['GET', '/v1/usage', undefined],
  ])('%s %s %s passes every check', async (method, url, want) => {
    expect(checker.check(await exchangeWith((response) => response, method, url, want))).toEqual([])
  })
})

describe('a server that', () => {
  test.each([
    ['insert into "segments" ("name", "id") values ($1, $2) - duplicate key', true],
    ['INSERT INTO public.segments(name) VALUES (?)', true],
    ['select "users"."id", "name" from "users" where "id" = $1', true],
    ['select * from things where id = 1', true],
    ['SELECT count(*)\nFROM `things`', true],
    ['update "things" set "name" = $1', true],
    ['delete from things where id in (1)', true],
    ['Please select one from the list', false],
    ['Select a value from "raw" or "short"', false],
    ['Insert into the slot (left) values of this kind', false],
    ['update settings set by an administrator', false],
    ['Delete from the list where you found it', false],
  ])('shows %j, a statement of its database: %j', (message, isStatement) => {
    const body = Buffer.from(JSON.stringify({ message }))
    const headers = { 'content-type': 'application/json' }
    const found = checker.check({ method: 'GET', url: '/v1/notes', status: 500, headers, body })
    expect(found.some(({ code }) => code === 'sql-statement')).toBe(isStatement)
  })

  test.each([
    [429, {}, 'undeclared-limit'],
    [503, { 'retry-after': '1' }, 'undeclared-limit'],
    [503, {}, 'undeclared-status'],
  ])('limits callers without saying so: %i %j', (status, headers, code) => {
    const exchange = { method: 'DELETE', url: '/v1/notes/note_1', status, headers, body: Buffer.alloc(0) }
    const found = checker.check(exchange).filter(({ rule }) => rule === 'status-declared')
    expect(found.map((one) => one.code)).toEqual([code])
  })

  test.each([
    ['text/html; charset=utf-8', 418, '<h1>Error</h1>', ['error-is-page']],
    ['text/html', 418, '', []],
    ['text/html', 502, '<h1>Error</h1>', []],
    ['text/html', 200, '<h1>Done</h1>', []],
    ['text/plain', 418, 'Error', []],
  ])('shows %s with the undeclared status %i and the body %j', (type, status, body, codes) => {
    const headers = { 'content-type': type }
    const exchange = { method: 'GET', url: '/v1/usage', status, headers, body: Buffer.from(body) }
    const found = checker.check(exchange).filter(({ code }) => code === 'error-is-page')
    expect(found.map((one) => one.code)).toEqual(codes)
  })

  test.each(faults)('%s', async (_, { method, url, want, fault, rules, core }) => {
    const exchange = await exchangeWith(fault, method, url, want)
    expect(rulesOf(exchange, 'full').sort()).toEqual([...rules].sort())
    expect(rulesOf(exchange, 'core').includes(rules[0] ?? '')).toBe(core)
  })

  // Node's own server and client fix these on the wire, so they are planted into the exchange.
  test.each([
    ['HEAD', 200],
    ['GET', 304],
    ['DELETE', 204],
  ])('sends a body with %s %i', async (method, status) => {
    const exchange = await exchangeWith(
      (response) => response,
      method,
      '/v1/notes/note_1',
      status === 304 ? '304' : undefined,
    )
    expect(exchange.status).toBe(status)
    expect(rulesOf({ ...exchange, body: Buffer.from('x') }, 'full')).toEqual(['no-body-where-forbidden'])
  })
})

test('every rule has its file, and a fault that it catches', () => {
  const files = readdirSync('src/toolkit/responses/checks').map((file) => file.replace('.ts', ''))
  expect(files.filter((file) => !file.startsWith('webhook-')).sort()).toEqual(
    Object.keys(responseChecks).sort(),
  )
  const caught = new Set(faults.map(([, { rules }]) => rules[0]))
  const withoutFault = Object.keys(responseChecks).filter((rule) => !caught.has(rule))
  expect(withoutFault).toEqual([])
})

test('a finding says what was received, what was expected, where, and who says so', async () => {
  const exchange = await exchangeWith(
    (response) => ({ ...response, body: '{"notes":[{"id":"note_1","text":7,"colour":"red","digest":""}]}' }),
    'GET',
    '/v1/notes',
  )
  expect(checker.check(exchange)).toEqual([
    {
      rule: 'body-matches-schema',
      operationId: 'listNotes',
      status: 200,
      pointer: '/notes/0/text',
      code: 'type',
      subject: 'text',
      received: 7,
      expected: 'string',
      message: 'received 7; expected string',
      provenance: 'specified',
    },
  ])
})
