/** Creations that succeed only with values that schemas do not demand, and operations that the target lacks. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { inOrder } from '../../../../src/toolkit/conformance/engine/ranges.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'

const text = { type: 'string' }
const moment = { type: 'string', format: 'date-time' }
const members = {
  id: text,
  labels: { type: 'object', additionalProperties: text },
  startsAt: moment,
  endsAt: moment,
}
const silence = { type: 'object', required: ['id', 'labels', 'startsAt', 'endsAt'], properties: members }
const json = (schema: object) => ({ description: 'It.', content: { 'application/json': { schema } } })

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Silences', version: '1' },
  paths: {
    '/silences': {
      get: { operationId: 'listSilences', responses: { 200: json({ type: 'array', items: silence }) } },
      post: {
        operationId: 'createSilence',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['labels', 'startsAt', 'endsAt'], properties: members },
            },
          },
        },
        responses: { 201: json(silence), '4XX': json({ type: 'object' }) },
      },
    },
    '/silences/{id}': {
      get: {
        operationId: 'getSilence',
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        responses: { 200: json(silence), '4XX': json({ type: 'object' }) },
      },
    },
    '/exports': {
      post: {
        operationId: 'createExport',
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { name: text } } } },
        },
        responses: { 201: json({ type: 'object' }), '4XX': json({ type: 'object' }) },
      },
    },
  },
})

type Silence = Record<'id' | 'startsAt' | 'endsAt', string> & { labels: Record<string, string> }

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/**
 * A server that accepts identifiers as labels, an end after the start, and no id of a new silence.
 * @param ofExports status of every creation of an export
 */
async function start(ofExports = 404): Promise<{ target: string; log: string[] }> {
  const silences: Silence[] = []
  const log: string[] = []
  const respond = (method: string, path: string, body: Partial<Silence> | null): [number, object] => {
    const [, list, id] = path.split('/')
    if (list === 'exports' && method === 'POST') return [ofExports, { error: 'not now' }]
    if (list !== 'silences') return [404, { error: 'no such path' }]
    if (method === 'GET' && id === undefined) return [200, silences]
    const found = silences.find((one) => one.id === id)
    if (method === 'GET') return found === undefined ? [404, { error: 'unknown' }] : [200, found]
    if (method !== 'POST' || id !== undefined) return [405, { error: 'no such method' }]
    const { labels, startsAt = '', endsAt = '', id: sent } = body ?? {}
    if (sent !== undefined) return [404, { error: 'no silence to change' }]
    if (Number.isNaN(Date.parse(startsAt)) || !(Date.parse(startsAt) < Date.parse(endsAt)))
      return [400, { error: 'wrong' }]
    const isRight = ([name, value]: [string, unknown]) =>
      /^[a-z_]\w*$/i.test(name) && typeof value === 'string'
    if (typeof labels !== 'object' || labels === null || !Object.entries(labels).every(isRight))
      return [400, { error: 'wrong' }]
    const made = { id: `s${silences.length + 1}`, labels, startsAt, endsAt }
    silences.push(made)
    return [201, made]
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '' } = request
    let body: Partial<Silence> | null = null
    try {
      body = JSON.parse(Buffer.concat(chunks).toString()) as Partial<Silence> | null
    } catch {
      body = null
    }
    const [status, value] = respond(method, url.split('?')[0] ?? '', body)
    log.push(`${method} ${url} ${status}`)
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status === 405 && { allow: 'GET, POST' }),
    })
    response.end(JSON.stringify(value))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return { target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, log }
}

describe('a run', () => {
  it('creates with ranges in order, identifiers as keys of maps and without an optional id', async () => {
    const { target, log } = await start()
    const summary = await runConformance({
      ...{ document, target, rules: runnerRules, subscribers: [] },
      identities: [{ name: 'nobody', credentials: [] }],
    })
    expect(log.find((line) => line.startsWith('POST /silences'))).toBe('POST /silences 201')
    expect(summary.reached.operations).toBe(3)
  })

  it('gives an operation up that the target lacks', async () => {
    const { target, log } = await start()
    const reasons: string[] = []
    const summary = await runConformance({
      // Of checks in parallel, another one may have sent a request by then.
      ...{ document, target, rules: runnerRules, concurrency: 1 },
      identities: [{ name: 'nobody', credentials: [] }],
      subscribers: [
        (event) => {
          if (event.type === 'outcome' && event.outcome.reason !== undefined)
            reasons.push(event.outcome.reason)
        },
      ],
    })
    expect(reasons.join('\n')).toContain('createExport is not implemented: 404 for each of 3 requests')
    expect(summary.unreached.map(({ operationId }) => operationId)).toEqual(['createExport'])
    expect(log.filter((line) => line === 'POST /exports 404').length).toBeLessThan(40)
  })
})

const exported = { type: 'object', required: ['id'], properties: { id: text, name: text } }
const onExport = (operationId: string, more: object = {}) => ({
  operationId,
  parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
  responses: { 200: json(exported), 404: json({ type: 'object' }) },
  ...more,
})
const changed = {
  requestBody: {
    content: { 'application/json': { schema: { type: 'object', properties: { name: text } } } },
  },
}
const withExports = documentOf({
  ...document.root,
  paths: {
    ...(document.root.paths as object),
    '/exports/{id}': {
      get: onExport('getExport'),
      patch: onExport('updateExport', changed),
      delete: onExport('deleteExport'),
    },
    '/exports/{id}/files': { get: onExport('listFiles'), post: onExport('createFile', changed) },
  },
} as never)

describe('an operation that is always rejected', () => {
  it('is not tried again for each check, because nothing new is known', async () => {
    const { target, log } = await start(422)
    const summary = await runConformance({
      ...{ document: withExports, target, rules: runnerRules, subscribers: [] },
      identities: [{ name: 'nobody', credentials: [] }],
    })
    expect(summary.unreached.map(({ operationId }) => operationId)).toContain('createExport')
    expect(log.filter((line) => line === 'POST /exports 422').length).toBeLessThan(60)
  })
})

describe('the ends of a range', () => {
  it.each([
    [
      { startsAt: '2031-03-04', endsAt: '2031-03-04' },
      { startsAt: '2031-03-04', endsAt: '2031-03-05' },
    ],
    [
      { from: 5, to: 3 },
      { from: 5, to: 6 },
    ],
    [
      { price_min: 1, price_max: 4 },
      { price_min: 1, price_max: 4 },
    ],
    [
      { checkIn: '2031-03-04', checkOut: '2031-03-04' },
      { checkIn: '2031-03-04', checkOut: '2031-03-05' },
    ],
    [
      { since: 'a', until: 'a' },
      { since: 'a', until: 'a' },
    ],
    [[{ range: { begin: 2, end: 2 } }], [{ range: { begin: 2, end: 3 } }]],
    [
      { min: 2, name: 'x' },
      { min: 2, name: 'x' },
    ],
  ])('of %j are in order in %j', (value, ordered) => {
    expect(inOrder(value)).toEqual(ordered)
  })
})
