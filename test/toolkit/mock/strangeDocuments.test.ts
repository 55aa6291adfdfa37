import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { mockCorpus } from '../../../scripts/corpus/mockDocument.ts'
import { startMock } from './startMock.ts'

const folder = mkdtempSync(join(tmpdir(), 'strange-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ok = (schema: object, more: object = {}) => ({
  200: { description: 'x', content: { 'application/json': { schema, ...more } } },
})
const documentOf = (paths: object, components: object = {}, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Strange', version: '1' },
  paths,
  components,
  ...more,
})
const thingsOf = (responses: object, schemas: object = {}) =>
  documentOf({ '/things': { get: { operationId: 'getThing', responses } } }, { schemas })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** A chain in which each schema refers to the next one three times: 3²⁰ schemas when written out. */
const chain = (isRequired: boolean) =>
  Object.fromEntries(
    Array.from({ length: 21 }, (_, index) => [
      `Level${index}`,
      {
        type: 'object',
        ...(isRequired && { required: ['a', 'b', 'c'] }),
        properties:
          index === 20
            ? { id: { type: 'string' } }
            : { a: ref(`Level${index + 1}`), b: ref(`Level${index + 1}`), c: ref(`Level${index + 1}`) },
      },
    ]),
  )

describe('the mock responds with every documented status of a document with', () => {
  const classes: [string, object][] = [
    [
      '$id and $anchor inside of examples',
      thingsOf({
        200: {
          description: 'x',
          content: {
            'application/json': {
              schema: { type: 'object', properties: { $id: { type: 'string' } } },
              examples: {
                one: { value: { $id: 'same', $anchor: 'here' } },
                two: { value: { $id: 'same', $anchor: 'here', more: 1 } },
              },
            },
          },
        },
      }),
    ],
    [
      '$ref inside of example, enum, const and default',
      thingsOf(
        ok(
          {
            type: 'object',
            properties: {
              a: { enum: [{ $ref: '#/nowhere/a' }] },
              b: { const: { $ref: '#/nowhere/b' } },
              c: { type: 'object', default: { $ref: '#/nowhere/c' } },
            },
          },
          { example: { a: { $ref: '#/nowhere/a' }, b: { $ref: '#/nowhere/b' } } },
        ),
      ),
    ],
    [
      'an error that contains errors',
      thingsOf(
        {
          ...ok({ type: 'object' }),
          '4XX': { description: 'x', content: { 'application/json': { schema: ref('Failure') } } },
        },
        {
          Failure: {
            type: 'object',
            required: ['code', 'inner'],
            properties: { code: { type: 'integer' }, inner: ref('Inner') },
          },
          Inner: {
            anyOf: [
              { type: 'object', additionalProperties: ref('Inner') },
              {
                type: 'object',
                required: ['_errors'],
                properties: { _errors: { type: 'array', items: ref('Failure') } },
              },
            ],
          },
        },
      ),
    ],
    [
      'a required property that leads into itself',
      thingsOf(ok(ref('Node')), {
        Node: { type: 'object', required: ['parent'], properties: { parent: ref('Node') } },
      }),
    ],
    ['schemas that branch exponentially', thingsOf(ok(ref('Level0')), chain(false))],
    ['required schemas that branch exponentially', thingsOf(ok(ref('Level0')), chain(true))],
    [
      'an allOf that contains itself',
      thingsOf(ok(ref('A')), {
        A: { allOf: [ref('B'), ref('B')], properties: { x: { type: 'string' } } },
        B: { allOf: [ref('A'), ref('A')], properties: { y: { type: 'string' } } },
      }),
    ],
    [
      'a oneOf whose schemas all allow the same',
      thingsOf(
        ok({
          oneOf: [
            { type: 'object', properties: { message: { type: 'string' } } },
            { type: 'object', properties: { message: { type: 'string' } } },
          ],
        }),
      ),
    ],
    [
      'headers that HTTP cannot carry',
      thingsOf({
        200: {
          description: 'x',
          headers: {
            'Transfer-Encoding': { schema: { type: 'string', example: 'chunked' } },
            'Content-Length': { schema: { type: 'integer', example: 7 } },
            'X Rate Limit': { schema: { type: 'string' } },
            'X-Note': { schema: { type: 'string', example: 'two\nlines ✓' } },
          },
          content: { 'application/json': { schema: { type: 'object' } } },
        },
      }),
    ],
    [
      'paths that differ in a fragment, in the names of variables, or that no address can contain',
      documentOf({
        '/schemas/{id}/schema#add': { put: { operationId: 'add', responses: ok({ type: 'object' }) } },
        '/schemas/{id}/schema#update': { get: { operationId: 'update', responses: ok({ type: 'object' }) } },
        '/users/{name}/keys/{key}': { get: { operationId: 'getKey', responses: ok({ type: 'object' }) } },
        '/users/{name}/keys/{id}': {
          delete: { operationId: 'deleteKey', responses: { 204: { description: 'x' } } },
        },
        '/<upload url>': { put: { operationId: 'upload', responses: ok({ type: 'object' }) } },
      }),
    ],
  ]
  it.each(classes)('%s', { timeout: 30_000 }, async (name, document) => {
    const file = join(folder, `${name.replace(/\W+/g, '-')}.json`)
    writeFileSync(file, JSON.stringify(document))
    const { requests, failures } = await mockCorpus(file)
    expect(failures).toEqual([])
    expect(requests).toBeGreaterThan(0)
  })

  it('the description of a tag by reference to a string of another file', async () => {
    writeFileSync(join(folder, 'words.yml'), '"Some words."\n')
    writeFileSync(join(folder, 'more.yml'), 'introduction: More words.\n')
    const tags = [
      { name: 'a', description: { $ref: 'words.yml' } },
      { name: 'b', description: { $ref: 'more.yml#/introduction' } },
    ]
    const file = join(folder, 'tags.json')
    writeFileSync(file, JSON.stringify({ ...thingsOf(ok({ type: 'object' })), tags }))
    expect((await mockCorpus(file)).failures).toEqual([])
    await using mock = await startMock(file)
    expect(mock.mock.api.document.findings).toEqual([])
    expect(mock.mock.api.document.root.tags).toEqual([
      { name: 'a', description: 'Some words.' },
      { name: 'b', description: 'More words.' },
    ])
  })

  it('values made by Prism of a schema without an end', { timeout: 30_000 }, async () => {
    await using mock = await startMock(
      thingsOf(ok(ref('Node')), {
        Node: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string' }, left: ref('Node'), right: ref('Node') },
        },
      }),
    )
    const response = await fetch(`${mock.origin}/things`, { headers: { Prefer: 'dynamic=true' } })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: expect.any(String) })
  })
})

it('the mock starts with a document of webhooks only, and with an operation beside webhooks of its name', async () => {
  const webhooks = { thing: { post: { operationId: 'getThing', responses: { 200: { description: 'x' } } } } }
  const { paths: _, ...withoutPaths } = documentOf({})
  await using only = await startMock({ ...withoutPaths, webhooks })
  expect((await fetch(`${only.origin}/thing`)).status).toBe(404)
  await using both = await startMock({ ...thingsOf(ok({ type: 'object' }, { example: { a: 1 } })), webhooks })
  expect(await (await fetch(`${both.origin}/things`)).json()).toEqual({ a: 1 })
})

it('a response that the mock fails to make says what failed, with CORS headers', async () => {
  await using mock = await startMock(thingsOf(ok({ type: 'object' })), {
    wait: () => Promise.reject(new Error('the clock is broken')),
  })
  const response = await fetch(`${mock.origin}/things`, { headers: { Origin: 'http://localhost:5173' } })
  expect(response.status).toBe(500)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:5173')
  expect(await response.json()).toMatchObject({
    detail: expect.stringMatching(/^GET \/things: the clock is broken/),
  })
})

describe('a costly pattern', () => {
  const COSTLY = `${'a'.repeat(40)}!`
  const document = documentOf({
    '/things': {
      post: {
        operationId: 'createThing',
        parameters: [{ name: 'q', in: 'query', schema: { type: 'string', pattern: '^(a+)+$' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { name: { type: 'string', pattern: '^(a+)+$' } },
                patternProperties: { '^x(b+)+$': { type: 'string' } },
              },
            },
          },
        },
        responses: {
          ...ok({
            type: 'object',
            properties: { name: { type: 'string', pattern: '^(x+)+y$', minLength: 60 } },
          }),
          400: {
            description: 'x',
            content: {
              'application/json': { schema: { type: 'object', properties: { message: { type: 'string' } } } },
            },
          },
        },
      },
    },
  })
  it.each([
    ['in a body', '', { name: COSTLY }, 400],
    ['for names of properties', '', { [`x${'b'.repeat(40)}!`]: 1 }, 200],
    ['in a query', `?q=${COSTLY}`, {}, 400],
    ['in a response', '', { name: 'aaa' }, 200],
  ])('%s takes no time', { timeout: 10_000 }, async (_name, query, body, status) => {
    await using mock = await startMock(document)
    const response = await fetch(`${mock.origin}/things${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(status)
  })
})
