/** A credential that the API creates, where requests have several credentials. */
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { messageOf, runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'
import { listening } from './jsonServer.ts'

const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const rejected = { 401: { description: 'Not signed in' } }
const names = { type: 'array', items: { type: 'string' } }
const token = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, name: { type: 'string' }, token: { type: 'string', readOnly: true } },
}
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Tokens', version: '1' },
  security: [{ app: [], user: [] }],
  paths: {
    '/regions': {
      get: {
        operationId: 'listRegions',
        security: [{ app: [] }],
        responses: { 200: json(names), ...rejected },
      },
    },
    '/languages': { get: { operationId: 'listLanguages', responses: { 200: json(names), ...rejected } } },
    '/tokens': {
      post: {
        operationId: 'createToken',
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string', maxLength: 40 } },
          }),
        },
        responses: { 201: json(token), 400: { description: '' }, ...rejected },
      },
    },
    '/tokens/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getToken',
        responses: { 200: json(token), 404: { description: '' }, ...rejected },
      },
      delete: {
        operationId: 'deleteToken',
        responses: { 204: { description: '' }, 404: { description: '' }, ...rejected },
      },
    },
  },
  components: {
    securitySchemes: {
      app: { type: 'apiKey', in: 'header', name: 'X-App' },
      user: { type: 'http', scheme: 'bearer' },
    },
  },
} as never)

interface Habits {
  /** Deleted tokens still work. */
  forgets?: boolean
  /** The list of languages does not require the user. */
  isOpen?: boolean
}

function startTokens({ forgets = false, isOpen = false }: Habits) {
  const tokens = new Map<string, { id: string; name: string; token: string }>()
  const valid = new Set(['token-of-owner'])
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const send = (status: number, value?: unknown) => {
      response.writeHead(status, {
        ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
        ...(value !== undefined && { 'Content-Type': 'application/json' }),
      })
      response.end(value === undefined ? undefined : JSON.stringify(value))
    }
    const { method = '', url = '', headers } = request
    if (headers['x-app'] !== 'key-of-app') return send(401)
    if (url === '/regions') return send(200, ['eu'])
    const isKnown = valid.has((headers.authorization ?? '').replace(/^Bearer /, ''))
    if (!isKnown && !(isOpen && url === '/languages')) return send(401)
    if (url === '/languages') return send(200, ['en'])
    const [, id = ''] = /^\/tokens\/(\w+)$/.exec(url) ?? []
    if (id === '' && url !== '/tokens') return send(404)
    if (id === '' && method === 'POST') {
      const { name } = JSON.parse(body) as { name: string }
      const made = { id: `t${tokens.size + 1}`, name, token: `issued-token-${tokens.size + 1}` }
      tokens.set(made.id, made)
      valid.add(made.token)
      return send(201, made)
    }
    const found = tokens.get(id)
    if (found === undefined) return send(404)
    if (method === 'GET') return send(200, { id: found.id, name: found.name })
    tokens.delete(id)
    if (!forgets) valid.delete(found.token)
    return send(204)
  })
  return listening(server)
}

async function run(habits: Habits) {
  await using server = await startTokens(habits)
  const [findings, outcomes]: [string[], string[]] = [[], []]
  await runConformance({
    document,
    target: server.url,
    identities: [
      {
        name: 'owner',
        credentials: [
          { kind: 'header', name: 'X-App', value: 'key-of-app' },
          { kind: 'header', name: 'Authorization', value: 'Bearer token-of-owner' },
        ],
      },
    ],
    rules: runnerRules.filter(({ id }) => id === 'revoked-credential-rejected'),
    ruleIds: [],
    concurrency: 4,
    subscribers: [
      (event) => {
        if (event.type === 'finding') findings.push(messageOf(event.finding))
        if (event.type === 'outcome' && event.outcome.rule === 'revoked-credential-rejected')
          outcomes.push(event.outcome.outcome)
      },
    ],
  })
  return { findings, outcomes }
}

it('is used where the credential that it replaces is required', { timeout: 60_000 }, async () => {
  expect(await run({})).toEqual({ findings: [], outcomes: ['passed'] })
})

it('must be rejected after its deletion', { timeout: 60_000 }, async () => {
  const { findings } = await run({ forgets: true })
  expect(findings.join()).toContain('a deleted credential')
})

it('is not known as one where any value is accepted', { timeout: 60_000 }, async () => {
  expect(await run({ isOpen: true })).toEqual({ findings: [], outcomes: ['skipped'] })
})
