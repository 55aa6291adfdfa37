import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import * as kit from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'
import { bodyOf } from './ordersServer.ts'

const done = {
  type: 'object',
  required: ['jobId', 'state'],
  properties: { jobId: { type: 'integer' }, state: { enum: ['done', 'failed'] } },
}
const json = (schema: object) => ({ 'application/json': { schema } })
const sends = (schema: object, method = 'post') => ({
  [method]: {
    requestBody: { required: true, content: json(schema) },
    responses: { 204: { description: 'Heard' } },
  },
})
const created = { 202: { description: 'Taken', content: json({ type: 'object' }) } }

/** An address in the body, one in the query, and one in a header, each with something behind it. */
const document = documentOf(
  {
    openapi: '3.1.0',
    info: { title: 'Jobs', version: '1' },
    paths: {
      '/jobs': {
        post: {
          operationId: 'startJob',
          requestBody: {
            required: true,
            content: json({
              type: 'object',
              required: ['input', 'notify'],
              properties: {
                input: { type: 'string' },
                notify: {
                  type: 'object',
                  required: ['url'],
                  properties: { url: { type: 'string', format: 'uri' } },
                },
              },
            }),
          },
          responses: created,
          callbacks: {
            finished: { '{$request.body#/notify/url}/jobs/{$response.body#/id}': sends(done) },
            progress: {
              '{$request.body#/notify/url}/progress': sends({ type: 'object', required: ['percent'] }, 'put'),
            },
          },
        },
      },
      '/exports': {
        post: {
          operationId: 'startExport',
          parameters: [
            { name: 'callback', in: 'query', required: true, schema: { type: 'string', format: 'uri' } },
          ],
          responses: created,
          callbacks: { exported: { '{$request.query.callback}': sends(done) } },
        },
      },
      '/pings': {
        post: {
          operationId: 'ping',
          parameters: [{ name: 'X-Reply-To', in: 'header', schema: { type: 'string' } }],
          responses: created,
          callbacks: {
            pong: { '{$request.header.X-Reply-To}?ok=1': { $ref: '#/components/pathItems/pong' } },
          },
        },
      },
    },
    components: { pathItems: { pong: sends({ const: 'pong' }) } },
  } as never,
  'jobs.yaml',
)

type Fault = 'another state' | 'another method' | 'another address' | 'a form' | 'nothing'

/** Calls back as the document declares, but for one fault. */
async function startJobs(fault?: Fault) {
  const call = (url: string, body: unknown, method = 'POST') =>
    fault === 'nothing'
      ? undefined
      : void fetch(fault === 'another address' ? `${url}/elsewhere` : url, {
          method: fault === 'another method' ? 'PATCH' : method,
          headers: {
            'Content-Type': fault === 'a form' ? 'application/x-www-form-urlencoded' : 'application/json',
          },
          body: JSON.stringify(body),
        }).catch(() => undefined)
  const state = fault === 'another state' ? 'ended' : 'done'
  const respond = async (request: IncomingMessage) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const body = (await bodyOf(request)) as { notify?: { url: string } } | undefined
    if (url.pathname === '/jobs' && body?.notify) {
      call(`${body.notify.url}/progress`, { percent: 50 }, 'PUT')
      call(`${body.notify.url}/jobs/7`, { jobId: 7, state })
    }
    if (url.pathname === '/exports') call(url.searchParams.get('callback') ?? '', { jobId: 7, state })
    if (url.pathname === '/pings')
      call(`${request.headers['x-reply-to']}?ok=1`, state === 'done' ? 'pong' : 'ping')
  }
  const server = createServer((request, response) => {
    void respond(request).then(() =>
      response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"id":7}'),
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function hear(fault?: Fault): Promise<string[]> {
  await using jobs = await startJobs(fault)
  const receiver = await kit.startReceiver({ host: '127.0.0.1', port: 0, now: () => Date.now() })
  const rule = kit.callbackRule({
    document,
    receiver,
    arrival: fault === 'nothing' || fault === 'another address' ? 200 : 2000,
  })
  expect(rule?.id).toBe('callback-matches-schema')
  const reported: string[] = []
  await kit.runConformance({
    document,
    target: jobs.target,
    identities: [{ name: 'nobody', credentials: [] }],
    rules: rule === undefined ? [] : [rule],
    ruleIds: [],
    subscribers: [
      (event) => {
        if (event.type === 'finding')
          reported.push(`${event.finding.operationId}: ${kit.messageOf(event.finding)}`)
        if (event.type === 'outcome' && event.outcome.outcome !== 'failed')
          reported.push(`${event.outcome.operationId}: ${event.outcome.reason ?? event.outcome.outcome}`)
      },
    ],
  })
  await receiver.close()
  return reported.sort()
}

describe('callbacks', () => {
  it('are heard at the addresses that the request gave', async () => {
    expect(await hear()).toEqual(['ping: passed', 'startExport: passed', 'startJob: passed'])
  })

  it.each([
    ['another state', /received "ended"; expected one of "done", "failed"/],
    ['another method', /received the method PATCH; expected (POST|PUT)/],
    ['another address', /received a callback at ….*elsewhere.*; expected the URL that the document declares/],
    ['a form', /received Content-Type: application\/x-www-form-urlencoded; expected application\/json/],
  ] satisfies [Fault, RegExp][])('with %s are told of', async (fault, message) => {
    const reported = await hear(fault)
    expect(reported.filter((one) => one.endsWith(': passed'))).toEqual([])
    expect(reported.find((one) => one.startsWith('startExport: '))).toMatch(message)
  })

  it('that do not come are not observed', async () => {
    expect(await hear('nothing')).toContainEqual(
      'startExport: no callback exported of startExport arrived; what it waits for may not have happened',
    )
  })
})
