/** Deprecation from the document to the wire, on a document of the test's own. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Operation } from '../../../generated/operations.ts'
import { announce } from '../../../src/service/server/steps/announce.ts'
import { createResponseChecker } from '../../../src/toolkit/conformance/index.ts'
import { announcementsOf, documentOf, listOperations } from '../../../src/toolkit/openapi/index.ts'

const day = (member: object) => ({
  deprecated: true,
  'x-deprecated-at': '2026-01-01',
  'x-sunset': '2027-01-01',
  ...member,
})
const responses = (schema: object) => ({
  200: { description: 'a', content: { 'application/json': { schema } } },
})
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Old things', version: '1.0.0' },
  paths: {
    '/operation': { get: day({ operationId: 'operation', responses: responses({ type: 'object' }) }) },
    '/parameter': {
      get: {
        operationId: 'parameter',
        parameters: [
          { name: 'colour', in: 'query', schema: { type: 'string' }, ...day({ 'x-sunset': '2026-06-01' }) },
          {
            name: 'X-Old',
            in: 'header',
            schema: { type: 'string' },
            deprecated: true,
            'x-deprecated-at': '2025-01-01',
          },
        ],
        responses: responses({ type: 'object' }),
      },
    },
    '/member': {
      get: {
        operationId: 'member',
        responses: responses({
          type: 'object',
          properties: { inner: { type: 'object', properties: { old: day({ type: 'string' }) } } },
        }),
      },
    },
    '/plain': { get: { operationId: 'plain', responses: responses({ type: 'object' }) } },
  },
})

const SINCE = '@1767225600'
const UNTIL = 'Fri, 01 Jan 2027 00:00:00 GMT'

/** Sends a request to a server that announces as the service does, or that forgets to. */
async function ask(path: string, headers: Record<string, string>, forgets = false) {
  const operations = new Map(
    listOperations(document).map((operation) => [operation.path, announcementsOf(document, operation)]),
  )
  const server = createServer((request, response) => {
    const announcements = operations.get(
      (request.url ?? '').replace(/\?.*/, ''),
    ) as Operation['announcements']
    const reported = announcements && !forgets ? announce(announcements, request) : {}
    response.writeHead(200, { 'Content-Type': 'application/json', ...reported }).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers,
  })
  const body = Buffer.from(await response.arrayBuffer())
  server.close()
  const exchange = {
    method: 'GET',
    url: path,
    requestHeaders: headers,
    status: 200,
    headers: Object.fromEntries(response.headers),
    body,
  }
  const findings = createResponseChecker(document)
    .check(exchange)
    .filter(({ rule }) => rule === 'deprecation-announced')
  return {
    deprecation: response.headers.get('deprecation'),
    sunset: response.headers.get('sunset'),
    findings,
  }
}

test.each([
  ['/operation', {}, SINCE, UNTIL],
  ['/member', {}, SINCE, UNTIL],
  ['/parameter?colour=red', {}, SINCE, 'Mon, 01 Jun 2026 00:00:00 GMT'],
  ['/parameter', { 'X-Old': '1' }, '@1735689600', null],
  ['/parameter?colour=red', { 'X-Old': '1' }, '@1735689600', 'Mon, 01 Jun 2026 00:00:00 GMT'],
  ['/parameter', {}, null, null],
  ['/plain', {}, null, null],
])('%s with %j announces %s and %s, as the kit checks', async (path, headers, deprecation, sunset) => {
  expect(await ask(path, headers as Record<string, string>)).toEqual({ deprecation, sunset, findings: [] })
  const expected = [deprecation, sunset].filter((one) => one !== null).length
  expect((await ask(path, headers as Record<string, string>, true)).findings).toHaveLength(expected)
})

test('a day that is none is refused', () => {
  const { root } = document
  const paths = { '/a': { get: { operationId: 'a', deprecated: true, 'x-sunset': 'soon', responses: {} } } }
  const [operation] = listOperations(documentOf({ ...root, paths }))
  expect(() => operation && announcementsOf(documentOf({ ...root, paths }), operation)).toThrow(
    'x-sunset is "soon", expected a day such as 2026-12-31 or a time of RFC 3339.',
  )
})
