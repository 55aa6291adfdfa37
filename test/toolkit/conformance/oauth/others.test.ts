import { expect, it } from 'vitest'
import * as kit from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'
import {
  type AuthorizationFault,
  authorizationFaults,
  SECRET,
  startAuthorizationServer,
} from './authorizationServer.ts'

const rejected = { description: 'Refused', content: { 'application/json': { schema: { type: 'object' } } } }
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
            401: rejected,
          },
        },
      },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  },
  'notes.json',
)

const EXPECTED =
  /access tokens are not JWTs|no code is given without a challenge|the metadata of the server has no (introspection|revocation|jwks)/

/** The findings of all rules at a right server, or of one rule at a faulty one. */
async function resultOf(fault?: AuthorizationFault) {
  const { issuer, close } = await startAuthorizationServer(fault)
  const surroundings = { env: { SECRET }, readFile: () => '' }
  const config = kit.readConfig(configFor(issuer), surroundings)
  const settings = kit.readOAuthSettings(config.oauth, undefined, surroundings)
  if (settings === undefined) throw new Error('There are no settings.')
  const rules = [
    ...kit.oauthRules(kit.createOAuthAgent(settings)),
    ...kit.runnerRules.filter(({ id }) => id === 'missing-credential-rejected'),
  ]
  const broken: string[] = []
  const missed: string[] = []
  const passed: string[] = []
  await kit.runConformance({
    document,
    target: issuer,
    identities: config.identities,
    rules: rules.filter(({ id }) => fault === undefined || id === authorizationFaults[fault]),
    ruleIds: [],
    concurrency: 16,
    subscribers: [
      (event) => {
        if (event.type === 'finding') broken.push(`${event.finding.rule}: ${kit.messageOf(event.finding)}`)
        if (event.type !== 'outcome') return
        const { outcome, check } = event.outcome
        if (outcome === 'passed') passed.push(check)
        if (outcome === 'skipped') missed.push(`${check}: ${event.outcome.reason}`)
      },
    ],
  })
  await close()
  return { broken, missed, passed }
}

const configFor = (issuer: string): string => {
  const redirect = 'http://127.0.0.1/callback'
  const robot = {
    'token-url': `${issuer}/token`,
    'client-id': 'web',
    'client-secret': 'env:SECRET',
    scopes: ['read'],
  }
  return JSON.stringify({
    openapi: 'notes.json',
    identities: { robot: { 'client-credentials': robot } },
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
  })
}

it('finds nothing at a right server with other habits, whose checks would disturb each other', async () => {
  const { broken, missed, passed } = await resultOf()
  expect(broken).toEqual([])
  expect(missed.filter((one) => !EXPECTED.test(one))).toEqual([])
  expect(passed).toContain('missing-credential-rejected:listNotes:altered')
})

it.each(Object.entries(authorizationFaults))('finds that a server %s by %s', async (fault, rule) => {
  const { broken, missed } = await resultOf(fault as AuthorizationFault)
  expect(
    broken.filter((one) => one.startsWith(`${rule}:`)),
    missed.join('\n'),
  ).not.toEqual([])
})
