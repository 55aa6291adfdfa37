/** Resources that refer to each other: checks that create them at the same time never wait for each other for ever. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'

const text = { type: 'string' }
const json = (schema: object) => ({ description: 'It.', content: { 'application/json': { schema } } })

/** Items of a collection, with a reference to an item of another one. */
function collection(one: string, reference: string): Record<string, object> {
  const schema = { type: 'object', properties: { id: text, name: text, [reference]: text } }
  const example = { name: 'First', [reference]: '1' }
  const id = { name: 'id', in: 'path', required: true, schema: text }
  return {
    [`/${one}s`]: {
      get: { operationId: `list-${one}`, responses: { 200: json({ type: 'array', items: schema }) } },
      post: {
        operationId: `create-${one}`,
        requestBody: { required: true, content: { 'application/json': { schema, example } } },
        responses: { 201: json(schema), '4XX': json({ type: 'object' }) },
      },
    },
    [`/${one}s/{id}`]: {
      parameters: [id],
      get: { operationId: `get-${one}`, responses: { 200: json(schema), 404: json({ type: 'object' }) } },
      delete: {
        operationId: `delete-${one}`,
        responses: { 204: { description: 'Deleted.' }, 404: json({ type: 'object' }) },
      },
    },
  }
}

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function start(): Promise<string> {
  const stored = new Map<string, object>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '' } = request
    const path = url.split('?')[0] ?? ''
    const respond = (status: number, value?: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(value === undefined ? '' : JSON.stringify(value))
    if (path.split('/').length === 2 && method === 'GET')
      return respond(
        200,
        [...stored].filter(([key]) => key.startsWith(`${path}/`)).map(([, item]) => item),
      )
    if (method === 'POST') {
      let body: unknown
      try {
        body = JSON.parse(Buffer.concat(chunks).toString())
      } catch {
        body = undefined
      }
      if (typeof body !== 'object' || body === null) return respond(400, {})
      const item = { ...body, id: String(stored.size + 1) }
      stored.set(`${path}/${item.id}`, item)
      return respond(201, item)
    }
    const known = stored.get(path)
    if (known === undefined) return respond(404, {})
    if (method === 'GET') return respond(200, known)
    stored.delete(path)
    return respond(204)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const circles: [name: string, ...pairs: [one: string, reference: string][]][] = [
  ['two', ['author', 'bookId'], ['book', 'authorId']],
  ['three', ['author', 'bookId'], ['book', 'shelfId'], ['shelf', 'authorId']],
]

it.each(circles)('a circle of %s resources', async (_, ...pairs) => {
  const paths = Object.assign({}, ...pairs.map(([one, reference]) => collection(one, reference)))
  const summary = await runConformance({
    document: documentOf({ openapi: '3.1.0', info: { title: 'Circles', version: '1' }, paths }),
    ...{ target: await start(), rules: runnerRules, subscribers: [], concurrency: 4 },
    identities: [{ name: 'nobody', credential: { kind: 'none' } }],
  })
  expect(summary.reached.operations).toBe(summary.reached.ofOperations)
})
