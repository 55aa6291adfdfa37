import { expect, it } from 'vitest'
import * as kit from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'
import { SECRET, startAuthorizationServer } from './authorizationServer.ts'

const refused = { description: 'Refused', content: { 'application/json': { schema: { type: 'object' } } } }
const document = documentOf(
  {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    security: [{ token: [] }],
    paths: {
      '/notes': {
        get: {
          operationId: 'listNotes',
          responses: {
            200: { description: 'All', content: { 'application/json': { schema: { type: 'array' } } } },
            401: refused,
          },
        },
      },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  },
  'notes.json',
)

it('finds nothing at a right server with other habits, whose trials would disturb each other', async () => {
  const { issuer, close } = await startAuthorizationServer()
  const surroundings = { env: { SECRET }, readFile: () => '' }
  const redirect = 'http://127.0.0.1/callback'
  const config = kit.readConfig(
    JSON.stringify({
      openapi: 'notes.json',
      identities: {
        robot: {
          'client-credentials': {
            'token-url': `${issuer}/token`,
            'client-id': 'web',
            'client-secret': 'env:SECRET',
            scopes: ['read'],
          },
        },
      },
      oauth: {
        issuer,
        clients: {
          web: { id: 'web', secret: 'env:SECRET', redirect },
          other: { id: 'other', secret: 'env:SECRET', redirect },
          app: { id: 'app', redirect },
        },
        person: { login: 'ada', password: 'right' },
        scopes: ['read', 'write', 'late'],
        read: '/notes',
      },
    }),
    surroundings,
  )
  const settings = kit.readOAuthSettings(config.oauth, undefined, surroundings)
  if (settings === undefined) throw new Error('There are no settings.')
  const broken: string[] = []
  const missed: string[] = []
  const held: string[] = []
  await kit.runConformance({
    document,
    target: issuer,
    identities: config.identities,
    rules: [
      ...kit.oauthRules(kit.createOAuthAgent(settings)),
      ...kit.runnerRules.filter(({ id }) => id === 'missing-credential-rejected'),
    ],
    ruleIds: [],
    concurrency: 16,
    subscribers: [
      (event) => {
        if (event.type === 'finding') broken.push(`${event.finding.rule}: ${kit.messageOf(event.finding)}`)
        if (event.type !== 'outcome') return
        const { outcome, trial } = event.outcome
        if (outcome === 'passed') held.push(trial)
        if (outcome === 'skipped') missed.push(`${trial}: ${event.outcome.reason}`)
      },
    ],
  })
  await close()
  expect(broken).toEqual([])
  const expected =
    /access tokens are no JWTs|no code is given without a challenge|the metadata name no (introspection|revocation|jwks)/
  expect(missed.filter((one) => !expected.test(one))).toEqual([])
  expect(held).toContain('missing-credential-rejected:listNotes:altered')
})
