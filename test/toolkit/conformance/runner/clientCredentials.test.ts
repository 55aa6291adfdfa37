import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  messageOf,
  readConfig,
  runConformance,
  runnerRules,
  type TokenRejected,
} from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  security: [{ oauth: ['things:read'] }],
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        responses: {
          '200': {
            description: 'All.',
            content: { 'application/json': { schema: { type: 'array', items: { type: 'object' } } } },
          },
          '401': { description: 'Who are you?' },
        },
      },
    },
  },
  components: {
    securitySchemes: {
      oauth: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: '/token', scopes: { 'things:read': '' } } },
      },
    },
  },
})

/** A server whose tokens are good for so many requests, and its token endpoint. */
const tokens = new Map<string, number>()
const asked: string[] = []
let uses = 3
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const json = (status: number, value: unknown, headers = {}) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(JSON.stringify(value))
    if (request.url === '/token') {
      asked.push(`${request.headers.authorization} ${body}`)
      if (request.headers.authorization !== `Basic ${Buffer.from('me:s%26cret').toString('base64')}`)
        return json(401, { error: 'invalid_client' })
      const token = `token-${tokens.size + 1}`
      tokens.set(token, uses)
      return json(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 })
    }
    const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const left = tokens.get(token) ?? 0
    tokens.set(token, left - 1)
    if (left > 0) return json(200, [])
    response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
  })
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const identities = (secret: string) =>
  readConfig(
    `identities:\n  robot:\n    scopes: [things:read]\n    client-credentials: { token-url: '${origin}/token', client-id: me, client-secret: env:SECRET }`,
    { env: { SECRET: secret }, readFile: () => '' },
  ).identities

async function run(secret: string) {
  const lines: string[] = []
  const rules = runnerRules.filter(
    ({ id }) => id === 'valid-request-succeeds' || id === 'auth-scheme-case-insensitive',
  )
  const summary = await runConformance({
    document,
    target: origin,
    identities: identities(secret),
    rules,
    subscribers: [
      (event) =>
        void (event.type === 'finding' && lines.push(`${messageOf(event.finding)}\n${event.finding.curl}`)),
    ],
  })
  return { summary, lines }
}

describe('an identity with client credentials', () => {
  it('gets its token from the endpoint, by its form-encoded credentials and its scopes', async () => {
    uses = 100
    const { summary, lines } = await run('s&cret')
    expect(lines).toEqual([])
    expect(summary.passed).toBeGreaterThan(0)
    expect(asked).toEqual([
      `Basic ${Buffer.from('me:s%26cret').toString('base64')} grant_type=client_credentials&scope=things%3Aread`,
    ])
  })

  it('fetches another one once when the first is refused, and shows lines that fetch one', async () => {
    asked.length = 0
    uses = 0
    const { lines } = await run('s&cret')
    expect(asked).toHaveLength(2)
    expect(lines[0]).toContain(`ROBOT_TOKEN=$(curl -sS -u 'me':"\${SECRET}" -d grant_type=client_credentials`)
    expect(lines[0]).not.toMatch(/s&cret|token-1/)
  })

  it('ends the run with what the endpoint said when it gives none', async () => {
    await expect(run('wrong')).rejects.toThrow(
      expect.objectContaining<Partial<TokenRejected>>({
        name: 'TokenRejected',
        message: expect.stringContaining('invalid_client'),
      }),
    )
  })
})
