/** Every operation and status of the authorization server's document, brought about over HTTPS. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../generated/operations.oauth.ts'
import { formatCoverage } from '../../../src/contract/index.ts'
import { startServer, type TestServer } from '../../harness/server.ts'
import { oauthContract, type WireResponse } from '../../harness/wire.ts'
import { authorization, clientToken, credentials, makeClient, post, type TestClient } from './desk.ts'
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
const csrf = async () => fieldIn(await visitor.get('/oauth/sign-in'), 'csrf')

/** What a request that succeeds posts; the pages' forms are made anew each time. */
const forms: Partial<Record<Id, () => Promise<Record<string, string>>>> = {
  exchangeToken: async () => ({ ...secretForm(), ...grant }),
  revokeToken: async () => ({ ...secretForm(), token: await clientToken(server, web) }),
  introspectToken: async () => ({ ...secretForm(), token: await clientToken(server, web) }),
  sendAuthorization: async () => ({
    ...(await visitor.consentForm(query())),
    ...{ decision: 'allow', scope: 'prompts:read' },
  }),
  sendSignIn: async () => ({ csrf: fieldIn(await new Visitor(server).get('/oauth/sign-in'), 'csrf') }),
  sendSignOut: async () => ({ csrf: await csrf() }),
}
const pathOf = (id: Id) =>
  operations[id].path === '/oauth/authorize' ? `/oauth/authorize?${query()}` : operations[id].path

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
  const answer = await fresh.faults.during(fault, () => fresh.oauthWire.send(request))
  server.oauthWire.coverage.record('getKeySet', answer.status)
  return answer
}
const limited = async (id: Id) => {
  const path = operations[id].path
  const stranger = new Visitor(narrow)
  const answer = operations[id].method === 'post' ? await stranger.post(path, {}) : await stranger.get(path)
  server.oauthWire.coverage.record(id, answer.status)
  return answer
}

const own: Record<string, Provoker> = {
  'exchangeToken 400': () => post(server, '/oauth/token', { ...secretForm(), grant_type: 'password' }),
  'revokeToken 400': () => post(server, '/oauth/revoke', secretForm()),
  'introspectToken 400': () => post(server, '/oauth/introspect', secretForm()),
  'getAuthorization 303': () => new Visitor(server).get(`/oauth/authorize?${query()}`),
  'getAuthorization 400': () => visitor.get('/oauth/authorize?client_id=unknown'),
  'sendAuthorization 400': () => visitor.post('/oauth/authorize?client_id=unknown', {}),
  'sendSignIn 303': async () => new Visitor(server).signIn(),
  'sendSignIn 400': () => new Visitor(server).attempt('nobody@example.com', 'wrong'),
  'sendSignIn 500': () => failingSignIn('defect'),
  'sendSignIn 503': () => failingSignIn('storage'),
  'sendSignOut 400': () => post(server, '/oauth/sign-out', '{}', { 'content-type': 'application/json' }),
  'sendSignOut 303': async () => {
    const other = new Visitor(server)
    await other.signIn()
    return other.post('/oauth/sign-out', { csrf: fieldIn(await other.get('/oauth/sign-in'), 'csrf') })
  },
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
    const provoke = own[`${id} ${status}`] ?? (() => general[status]?.(id))
    const answer = await provoke()
    expect(answer?.status, answer?.body.toString().slice(0, 2000)).toBe(status)
  })

  test('shows every documented operation and status', () => {
    const report = server.oauthWire.coverage.report()
    console.log(formatCoverage(report))
    expect(report.missing).toEqual([])
  })
})
