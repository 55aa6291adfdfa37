/** A parent that two path parameters name together, which no operation creates. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'

const text = { type: 'string' }
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text })
const json = (schema: unknown) => ({ 'application/json': { schema } })
const hook = { type: 'object', required: ['id'], properties: { id: text } }
const repo = [parameter('owner'), parameter('repo')]
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Hooks', version: '1' },
  paths: {
    '/repos/{owner}/{repo}/hooks': {
      get: {
        operationId: 'listHooks',
        parameters: repo,
        responses: { 200: { description: '', content: json({ type: 'array', items: hook }) } },
      },
    },
    '/repos/{owner}/{repo}/hooks/{id}': {
      get: {
        operationId: 'getHook',
        parameters: [...repo, parameter('id')],
        responses: { 200: { description: '', content: json(hook) }, 404: { description: '' } },
      },
    },
  },
})

it('no request has an empty path parameter', { timeout: 60_000 }, async () => {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  await runConformance({
    document,
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id }) => id === 'valid-request-succeeds'),
    subscribers: [],
  })
  expect(paths.some((path) => path.startsWith('/repos/'))).toBe(true)
  expect(paths.filter((path) => path.includes('//'))).toEqual([])
})
