/** Every operation and status of the authorization server's document, brought about over HTTPS. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../../generated/operations.oauth.ts'
import { formatCoverage } from '../../../../src/toolkit/openapi/index.ts'
import { startServer, type TestServer } from '../../../harness/server.ts'
import { oauthContract, type WireResponse } from '../../../harness/wire.ts'
import {
  authorization,
  clientToken,
  credentials,
  makeClient,
  PASSWORD,
  post,
  type TestClient,
} from './fixture.ts'
import { fieldIn, Visitor } from './visitor.ts'

let server: TestServer
/** Admits one request a minute without a credential; that one is used up. */
let narrow: TestServer
let web: TestClient
let visitor: Visitor
beforeAll(async () => {
  server = await startServer()
  narrow = await startServer({ plans: { unauthenticated: { perMinute: 1, burst: 1 } } })
  await narrow.oauthWire.send({ method: 'GET', path: '/nothing', key: null, outside: true })
  web = await makeClient(server)
  visitor = new Visitor(server)
  await visitor.signIn()
})
afterAll(async () => {
  await narrow?.close()
  await server?.close()
})

type Id = keyof typeof operations
type Provoker = () => Promise<WireResponse>

const query = () => authorization(web)
const big = 'x'.repeat(70_000)
const grant = { grant_type: 'client_credentials' }
const secretForm = () => credentials(web)
const csrf = async () => fieldIn(await visitor.get('/settings'), 'csrf')
const NO_ID = '0'.repeat(26)
let invited = 0
/** The path behind the link of a new invitation. */
const invitation = async () => {
  const body = { email: `new${++invited}@example.com`, role: 'viewer' }
  const path = '/organization/members'
  const made = await server.wire.send({ method: 'POST', path, key: server.a.key, body })
  return new URL((made.json() as { invitationUrl: string }).invitationUrl).pathname
}
/** Where the invitation operations go; made anew for each. */
let link = ''

/** The form of a request that succeeds; the pages' forms are made anew each time. */
const forms: Partial<Record<Id, () => Promise<Record<string, string>>>> = {
  exchangeToken: async () => ({ ...secretForm(), ...grant }),
  revokeToken: async () => ({ ...secretForm(), token: await clientToken(server, web) }),
  introspectToken: async () => ({ ...secretForm(), token: await clientToken(server, web) }),
  sendAuthorization: async () => ({
    ...(await visitor.consentForm(query())),
    decision: 'allow',
    scope: 'prompts:read',
  }),
  sendSignIn: async () => ({ csrf: fieldIn(await new Visitor(server).get('/oauth/sign-in'), 'csrf') }),
  sendSignOut: async () => ({ csrf: await csrf() }),
  sendSettings: async () => ({ csrf: await csrf(), action: 'revokeGrant', id: 'grant_none' }),
  sendInvitation: async () => {
    const page = await visitor.get(link)
    return { csrf: fieldIn(page, 'csrf'), name: 'Ada', password: PASSWORD }
  },
}
const pathOf = (id: Id) => {
  const { path } = operations[id]
  if (path === '/oauth/authorize') return `/oauth/authorize?${query()}`
  return path === '/invitations/{token}' ? link : path
}

const plain = async (id: Id, more?: Record<string, string>): Promise<WireResponse> => {
  const form = await forms[id]?.()
  return form ? visitor.post(pathOf(id), { ...form, ...more }) : visitor.get(pathOf(id))
}
/** The form is made before anything fails. */
const failing = async (id: Id, fault: 'defect' | 'storage') => {
  if (id === 'getKeySet') return withoutKeys(fault)
  const form = await forms[id]?.()
  return server.faults.during(fault, () => (form ? visitor.post(pathOf(id), form) : visitor.get(pathOf(id))))
}
/** Keys that are loaded need no database: only a server that has none yet fails. */
const withoutKeys = async (fault: 'defect' | 'storage') => {
  await using fresh = await startServer()
  const request = { method: 'GET', path: '/.well-known/jwks.json', key: null }
  const response = await fresh.faults.during(fault, () => fresh.oauthWire.send(request))
  server.oauthWire.coverage.record('getKeySet', response.status)
  return response
}
const limited = async (id: Id) => {
  const path = operations[id].path.replace('{token}', 'x')
  const stranger = new Visitor(narrow)
  const response = operations[id].method === 'post' ? await stranger.post(path, {}) : await stranger.get(path)
  server.oauthWire.coverage.record(id, response.status)
  return response
}

const own: Record<string, Provoker> = {
  'exchangeToken 400': () => post(server, '/oauth/token', { ...secretForm(), grant_type: 'password' }),
  'revokeToken 400': () => post(server, '/oauth/revoke', secretForm()),
  'introspectToken 400': () => post(server, '/oauth/introspect', secretForm()),
  'getAuthorization 303': () => new Visitor(server).get(`/oauth/authorize?${query()}`),
  'getAuthorization 400': () => visitor.get('/oauth/authorize?client_id=unknown'),
  'sendAuthorization 400': () => visitor.post('/oauth/authorize?client_id=unknown', {}),
  'getSignIn 200': () => new Visitor(server).get('/oauth/sign-in'),
  'getSignIn 500': () => failingAsSignedOut('defect'),
  'getSignIn 503': () => failingAsSignedOut('storage'),
  'getSettings 303': () => new Visitor(server).get('/settings'),
  'getSettings 403': async () => removed((guest) => guest.get('/settings')),
  'getPromptsPage 303': () => new Visitor(server).get('/settings/prompts'),
  'getPromptsPage 403': async () => removed((guest) => guest.get('/settings/prompts')),
  'getPromptsPage 404': () => visitor.get(`/settings/prompts?prompt=prompt_${NO_ID}`),
  'getEvaluationsPage 303': () => new Visitor(server).get('/settings/evaluations'),
  'getEvaluationsPage 403': async () => removed((guest) => guest.get('/settings/evaluations')),
  'getEvaluationsPage 404': () => visitor.get(`/settings/evaluations?evaluation=eval_${NO_ID}`),
  'getWebhooksPage 303': () => new Visitor(server).get('/settings/webhooks'),
  'getWebhooksPage 403': async () => removed((guest) => guest.get('/settings/webhooks')),
  'getWebhooksPage 404': () => visitor.get(`/settings/webhooks?webhook=webhook_${NO_ID}`),
  'sendSettings 400': async () =>
    visitor.post('/settings', { csrf: await csrf(), action: 'createApiKey', name: '' }),
  'getInvitation 400': () => visitor.get('/invitations/none'),
  'sendInvitation 400': async () => {
    const form = (await forms.sendInvitation?.()) ?? {}
    return visitor.post(link, { ...form, password: 'short' })
  },
  'sendSignIn 303': async () => new Visitor(server).signIn(),
  'sendSignIn 400': () => new Visitor(server).attempt('nobody@example.com', 'wrong'),
  'sendSignIn 500': () => failingSignIn('defect'),
  'sendSignIn 503': () => failingSignIn('storage'),
  'sendSignOut 400': () => post(server, '/oauth/sign-out', '{}', { 'content-type': 'application/json' }),
  'sendSignOut 303': async () => {
    const other = new Visitor(server)
    await other.signIn()
    return other.post('/oauth/sign-out', { csrf: fieldIn(await other.get('/settings'), 'csrf') })
  },
}
const failingAsSignedOut = (fault: 'defect' | 'storage') =>
  server.faults.during(fault, () => visitor.get(`/oauth/sign-in?${query()}`))
/** The view of a person who is in no organization any more. */
const removed = async (work: (guest: Visitor) => Promise<WireResponse>) => {
  const other = await server.organization('enterprise')
  const guest = new Visitor(server)
  await guest.signIn(other)
  await server.services.database.write((tx) =>
    tx.run("UPDATE memberships SET status = 'removed' WHERE user_id = ?", other.ownerId),
  )
  return work(guest)
}
const failingSignIn = async (fault: 'defect' | 'storage') => {
  const stranger = new Visitor(server)
  const form = { csrf: fieldIn(await stranger.get('/oauth/sign-in'), 'csrf'), email: 'a', password: 'b' }
  return server.faults.during(fault, () => stranger.post('/oauth/sign-in', form))
}

const general: Record<number, (id: Id) => Promise<WireResponse>> = {
  200: plain,
  303: plain,
  401: (id) => plain(id, { client_secret: 'wrong' }),
  403: (id) => plain(id, { csrf: 'x', consent: 'x' }),
  413: (id) => plain(id, { big }),
  429: limited,
  500: (id) => failing(id, 'defect'),
  503: (id) => failing(id, 'storage'),
}

const pairs = oauthContract.operations.flatMap(({ operationId, responses }) =>
  [...responses.keys()].map((status): [Id, number] => [operationId as Id, Number(status)]),
)

describe('the authorization server', () => {
  test.each(pairs)('%s answers %i as documented', async (id, status) => {
    if (id.endsWith('Invitation')) link = await invitation()
    const exercise = own[`${id} ${status}`] ?? (() => general[status]?.(id))
    const response = await exercise()
    expect(response?.status, response?.body.toString().slice(0, 2000)).toBe(status)
  })

  test('shows every documented operation and status', () => {
    const report = server.oauthWire.coverage.report()
    console.log(formatCoverage(report))
    expect(report.missing).toEqual([])
  })
})
