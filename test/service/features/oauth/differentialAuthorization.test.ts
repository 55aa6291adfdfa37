/** The same authorization requests at our page and at oidc-provider's: the outcomes agree, or the reason is here. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../../harness/server.ts'
import { authorization, CALLBACK, makeClient, type TestClient } from './fixture.ts'
import { outcomeOf, type Reference, startReference } from './reference.ts'
import { CHALLENGE, PKCE, signedIn, type Visitor } from './visitor.ts'

let server: TestServer
let reference: Reference
let visitor: Visitor
const clients: Record<string, TestClient> = {}
beforeAll(async () => {
  server = await startServer()
  clients.web = await makeClient(server)
  clients.native = await makeClient(server, { type: 'public' })
  reference = await startReference(Object.values(clients))
  visitor = await signedIn(server)
})
afterAll(async () => {
  await reference?.close()
  await server?.close()
})

type Query = Record<string, string | undefined>
type Case = [
  name: string,
  given: { client?: 'native'; query?: Query; again?: string },
  want: string,
  differs?: { there: string; why: string },
]
const verbatim = (redirect_uri: string) => ({ query: { redirect_uri } })

/** The behavior of each side; where they do not agree, the other behavior and our reason. */
const cases: Case[] = [
  ['a request', {}, 'asks'],
  ['a request with PKCE', { query: PKCE }, 'asks'],
  ['a request of a public client', { client: 'native', query: PKCE }, 'asks'],
  ['a public client without PKCE', { client: 'native' }, 'back invalid_request'],
  ['a client that nobody knows', { query: { client_id: 'unknown' } }, 'page'],
  ['no client', { query: { client_id: undefined } }, 'page'],
  ['no redirect URI', { query: { redirect_uri: undefined } }, 'page'],
  ['a slash at the end of the redirect URI', verbatim(`${CALLBACK}/`), 'page'],
  ['an encoded dot', verbatim('https://app%2Eexample.com/callback'), 'page'],
  ['capitals in the host', verbatim('https://APP.example.com/callback'), 'page'],
  ['a subdomain', verbatim('https://evil.app.example.com/callback'), 'page'],
  ['a path above', verbatim('https://app.example.com/x/../callback'), 'page'],
  ['a query behind the redirect URI', verbatim(`${CALLBACK}?x=1`), 'page'],
  ['a user before the host', verbatim('https://x@app.example.com/callback'), 'page'],
  ['a redirect URI by plain HTTP', verbatim('http://app.example.com/callback'), 'page'],
  ['the plain challenge', { query: { ...PKCE, code_challenge_method: 'plain' } }, 'back invalid_request'],
  ['a challenge without a method', { query: { code_challenge: CHALLENGE } }, 'back invalid_request'],
  [
    'a challenge of 42 characters',
    { query: { ...PKCE, code_challenge: CHALLENGE.slice(1) } },
    'back invalid_request',
  ],
  ['the implicit grant', { query: { response_type: 'token' } }, 'back unsupported_response_type'],
  ['no response type', { query: { response_type: undefined } }, 'back invalid_request'],
  [
    'an answer in the fragment',
    { query: { response_mode: 'fragment' } },
    'back invalid_request',
    {
      there: 'asks',
      why: 'The metadata names query alone: a fragment is for the implicit grant (RFC 9700, 2.1.2).',
    },
  ],
  [
    'a scope that does not exist',
    { query: { scope: 'prompts:read everything' } },
    'back invalid_scope',
    {
      there: 'asks',
      why: 'There it is left out in silence. RFC 6749, 3.3 allows both, and a misspelt scope should be heard of.',
    },
  ],
  [
    'a scope beyond the client',
    { query: { scope: 'prompts:read organization:admin' } },
    'back invalid_scope',
  ],
  [
    'no scope',
    { query: { scope: undefined } },
    'back invalid_scope',
    {
      there: 'asks',
      why: 'Without a scope there is nothing to ask for, and no default (RFC 6749, 3.3: then the request fails).',
    },
  ],
  ['a scope twice', { again: 'scope=prompts:read' }, 'back invalid_request'],
  ['a state twice', { again: 'state=other' }, 'back invalid_request'],
  ['a redirect URI twice', { again: `redirect_uri=${encodeURIComponent(CALLBACK)}` }, 'page'],
  ['an unknown parameter', { query: { colour: 'blue' } }, 'asks'],
]

describe('our outcome and that of oidc-provider', () => {
  it.each(cases)('%s', async (_name, { client = 'web', query, again }, want, differs) => {
    const asked = authorization(clients[client] as TestClient, query)
    const search = again === undefined ? asked : `${asked}&${again}`
    const response = await visitor.get(`/oauth/authorize?${search}`)
    const location = String(response.header('location') ?? '')
    expect(outcomeOf(response.status, location, '/oauth/sign-in')).toBe(want)
    expect(await reference.authorize(search)).toBe(differs?.there ?? want)
  })
})
