/** Operations that end the session of the run, or the server: they are not sent, whatever else is allowed. */
import { expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from '../runner/jsonServer.ts'

const responses = { 200: { description: '' }, 401: { description: '' } }
const paths = [
  '/auth/logout',
  '/sign-out',
  '/system/shutdown',
  '/restart',
  '/revoke-sessions',
  '/delete-user',
]
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Machines', version: '1' },
  security: [{ token: [] }],
  paths: {
    '/status': { get: { operationId: 'status', responses } },
    '/lights': { post: { operationId: 'lights', responses } },
    ...Object.fromEntries(paths.map((path) => [path, { post: { operationId: path.slice(1), responses } }])),
    '/logout': { get: { operationId: 'leave', responses } },
    '/me': { delete: { operationId: 'deleteMe', responses } },
  },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
})

it('are not sent with a credential', async () => {
  let isOver = false
  const sent: string[] = []
  await using server = await startJson(({ method, url, headers }) => {
    const isCaller = headers.authorization === 'Bearer secret'
    if (isCaller) sent.push(`${method} ${url}`)
    if (!isCaller || isOver) return [401, { message: 'No' }]
    isOver =
      ([...paths, '/logout'].includes(url) && (method === 'POST' || method === 'GET')) ||
      (url === '/me' && method === 'DELETE')
    return [200, {}]
  })
  const { reached, unreached } = await runConformance({
    document,
    target: server.url,
    identities: [
      { name: 'owner', credentials: [{ kind: 'header', name: 'Authorization', value: 'Bearer secret' }] },
    ],
    rules: runnerRules,
    allowExistingData: true,
    subscribers: [],
  })
  expect(
    sent.filter((one) => /^(?:GET|POST|DELETE) .*(?:out|down|start|sessions|user|me)$/.test(one)),
  ).toEqual([])
  expect(isOver).toBe(false)
  expect(sent).toContain('POST /lights')
  expect(reached.operations).toBe(2)
  expect(JSON.stringify(unreached)).toContain('ends the session of the run or stops the target')
})
