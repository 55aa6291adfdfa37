import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Exchange, formatFinding, loadDocument } from '../../../src/toolkit/conformance/index.ts'
import {
  follow,
  isObject,
  type Json,
  listOperations,
  type Operation,
  objectAt,
} from '../../../src/toolkit/openapi/index.ts'
import { casesOf } from '../../harness/thorough.ts'
import { serviceContract } from '../../harness/wire.ts'
import { startMock, type TestMock } from './startMock.ts'

const BUNDLE = 'generated/openapi.v1.json'
const KEY = 'Bearer svc_test_anything'
const document = loadDocument(BUNDLE)
const operations = listOperations(document)

let mock: TestMock
beforeAll(async () => {
  mock = await startMock(BUNDLE)
}, 30_000)
afterAll(() => mock?.[Symbol.asyncDispose]())

/** A valid request made of the document's own examples. */
function requestOf({ method, path, parameters, operation }: Operation): {
  method: string
  path: string
  type?: string
  body?: string
} {
  const exampleOf = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.example)
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true)
  const query = new URLSearchParams(
    required.flatMap(({ name, example }) =>
      [example ?? null].flat().map((value): [string, string] => [String(name), String(value)]),
    ),
  )
  const content = objectAt(follow(document, operation.requestBody), 'content')
  const [type, media] = Object.entries(content)[0] ?? []
  const body = firstExample(media)
  return {
    method,
    path: `${path.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(exampleOf(name)))}?${query}`,
    ...(type !== undefined &&
      body !== undefined && { type, body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

function firstExample(media: Json | undefined): Json | undefined {
  if (!isObject(media)) return undefined
  const [first] = Object.values(objectAt(media, 'examples'))
  return media.example ?? follow(document, first).value
}

async function send(
  request: { method: string; path: string; type?: string; body?: string },
  headers: Record<string, string>,
): Promise<Exchange> {
  const response = await fetch(mock.origin + request.path, {
    method: request.method,
    headers: {
      ...(request.body !== undefined && { 'Content-Type': request.type ?? 'application/json' }),
      ...headers,
    },
    ...(request.body !== undefined && { body: request.body }),
  })
  return {
    method: request.method,
    url: request.path,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  }
}

describe('the mock answers as documented', () => {
  const pairs = operations.flatMap((operation) =>
    [...operation.responses.keys()].map((status): [string, string, Operation] => [
      operation.operationId,
      status,
      operation,
    ]),
  )

  test.each(casesOf(pairs, 6, 3))('%s with %s, asked for by Prefer', async (_, status, operation) => {
    const exchange = await send(requestOf(operation), { Authorization: KEY, Prefer: `code=${status}` })
    expect(exchange.status).toBe(Number(status))
    expect(serviceContract.check(exchange).map(formatFinding)).toEqual([])
  })

  test('without the mark of a replay, for nothing is replayed', async () => {
    const marked = operations.flatMap((operation) =>
      [...operation.responses].flatMap(([status, { node }]) =>
        'Idempotent-Replayed' in objectAt(node, 'headers') ? [{ operation, status }] : [],
      ),
    )
    expect(marked.length).toBeGreaterThan(20)
    for (const { operation, status } of marked) {
      const { headers } = await send(requestOf(operation), { Authorization: KEY, Prefer: `code=${status}` })
      expect(Object.keys(headers as object), operation.operationId).not.toContain('idempotent-replayed')
    }
  })

  test('with the example that Prefer names', async () => {
    const create = operations.find(({ operationId }) => operationId === 'createPrompt') as Operation
    const { body } = await send(requestOf(create), { Authorization: KEY, Prefer: 'code=201, example=draft' })
    expect(JSON.parse(body.toString())).toMatchObject({ version: 0, status: 'draft' })
  })
})
