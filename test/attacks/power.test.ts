/** No one gives a right that their own credential lacks: every operation by which a user or a client gains power. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OperationId, operations } from '../../generated/operations.ts'
import type { Scope } from '../../src/service/features/organization/model/member.ts'
import { startServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let admin: string
let webhooksOnly: string
beforeAll(async () => {
  server = await startServer()
  admin = await server.keyWith(server.a, ['organization:admin'])
  webhooksOnly = await server.keyWith(server.a, ['webhooks:read', 'webhooks:write'])
})
afterAll(() => server.close())

const send = (method: string, path: string, body?: unknown, key = server.a.key) =>
  server.wire.send({ method, path, key, ...(body !== undefined && { body }) })
async function make(path: string, body: object): Promise<{ id: string }> {
  const response = await send('POST', path, body)
  if (response.status !== 201) throw new Error(response.body.toString())
  return response.json() as { id: string }
}
let made = 0
const address = () => `person${++made}@example.com`
const member = async (role: string) => (await make(MEMBERS, { email: address(), role })).id

const MEMBERS = '/organization/members'
const KEYS = '/organization/api-keys'
const CLIENTS = '/organization/oauth-clients'
const CALLBACK = 'https://app.example.com/callback'
const clientBody = (scopes: readonly Scope[]) => ({
  name: `Client ${++made}`,
  type: 'confidential',
  redirectUris: [CALLBACK],
  scopes,
})
const client = async (scopes: readonly Scope[] = ['prompts:read']) =>
  (await make(CLIENTS, clientBody(scopes))).id
const webhookBody = (events: readonly string[] = ['prompt.created']) => ({
  url: 'https://127.0.0.1/hook',
  events,
})
const webhook = async (events?: readonly string[]) => (await make('/webhooks', webhookBody(events))).id

type Ask = () => Promise<readonly [method: string, path: string, body?: unknown]>

/** Requests that give more than `organization:admin` or only the webhook scopes. */
const rejected: [OperationId, string, Ask][] = [
  ...(['viewer', 'editor', 'admin', 'owner'] as const).map((role): [OperationId, string, Ask] => [
    ...(['inviteMember', `invites ${role}`] as const),
    async () => ['POST', MEMBERS, { email: address(), role }],
  ]),
  ...(['editor', 'admin', 'owner'] as const).map((role): [OperationId, string, Ask] => [
    ...(['updateMember', `makes a viewer ${role}`] as const),
    async () => ['PATCH', `${MEMBERS}/${await member('viewer')}`, { role }],
  ]),
  ['createApiKey', 'makes a key', async () => ['POST', KEYS, { name: 'Mine', scopes: ['prompts:read'] }]],
  [
    'rotateApiKey',
    'takes the place of a key',
    async () => {
      const { id } = await make(KEYS, { name: 'Theirs', scopes: ['prompts:read'] })
      return ['POST', `${KEYS}/${id}/rotate`, {}]
    },
  ],
  ['createOAuthClient', 'makes a client', async () => ['POST', CLIENTS, clientBody(['prompts:read'])]],
  [
    'updateOAuthClient',
    'widens a client',
    async () => ['PATCH', `${CLIENTS}/${await client()}`, { scopes: ['prompts:read', 'prompts:write'] }],
  ],
  [
    'updateOAuthClient',
    'has codes sent elsewhere',
    async () => ['PATCH', `${CLIENTS}/${await client()}`, { redirectUris: ['https://evil.example/'] }],
  ],
  [
    'updateOAuthClient',
    'has codes sent to a second place',
    async () => [
      'PATCH',
      `${CLIENTS}/${await client()}`,
      { redirectUris: [CALLBACK, 'https://evil.example/'] },
    ],
  ],
  [
    'updateOAuthClient',
    'has codes sent elsewhere by the way',
    async () => {
      const scopes = ['prompts:read']
      return ['PATCH', `${CLIENTS}/${await client()}`, { scopes, redirectUris: ['https://evil.example/'] }]
    },
  ],
  [
    'rotateOAuthClientSecret',
    'reads a secret',
    async () => ['POST', `${CLIENTS}/${await client()}/rotate-secret`, {}],
  ],
  [
    'rotateOAuthClientSecretFormerly',
    'reads a secret by the former address',
    async () => ['POST', `${CLIENTS}/${await client()}/secret`, {}],
  ],
  ['createWebhook', 'subscribes', async () => ['POST', '/webhooks', webhookBody()]],
  [
    'createWebhook',
    'subscribes to members',
    async () => ['POST', '/webhooks', webhookBody(['member.invited'])],
  ],
  [
    'updateWebhook',
    'has events sent elsewhere',
    async () => ['PATCH', `/webhooks/${await webhook()}`, { url: 'https://127.0.0.2/' }],
  ],
  [
    'updateWebhook',
    'subscribes to more',
    async () => ['PATCH', `/webhooks/${await webhook()}`, { events: ['prompt.created', 'member.joined'] }],
  ],
  [
    'updateWebhooks',
    'has the events of several sent elsewhere',
    async () => ['PATCH', '/webhooks', { webhooks: [{ id: await webhook(), url: 'https://127.0.0.2/' }] }],
  ],
  [
    'rotateWebhookSecret',
    'reads what events are signed with',
    async () => ['POST', `/webhooks/${await webhook()}/rotate-secret`, {}],
  ],
]

/** Requests that change a resource without giving a right that the caller lacks. */
const allowed: [OperationId, string, Ask][] = [
  [
    'updateMember',
    'makes an admin viewer',
    async () => ['PATCH', `${MEMBERS}/${await member('admin')}`, { role: 'viewer' }],
  ],
  [
    'updateMember',
    'makes a viewer viewer',
    async () => ['PATCH', `${MEMBERS}/${await member('viewer')}`, { role: 'viewer' }],
  ],
  ['removeMember', 'takes an invitation back', async () => ['DELETE', `${MEMBERS}/${await member('admin')}`]],
  [
    'createApiKey',
    'makes a key of what it has',
    async () => ['POST', KEYS, { name: 'Mine', scopes: ['organization:admin', 'organization:read'] }],
  ],
  [
    'createOAuthClient',
    'makes a client of what it has',
    async () => ['POST', CLIENTS, clientBody(['organization:read'])],
  ],
  [
    'updateOAuthClient',
    'names a client',
    async () => ['PATCH', `${CLIENTS}/${await client()}`, { name: 'Other' }],
  ],
  [
    'updateOAuthClient',
    'takes a redirect URI away',
    async () => ['PATCH', `${CLIENTS}/${await client()}`, { redirectUris: [] }],
  ],
  [
    'updateOAuthClient',
    'narrows a client',
    async () => [
      'PATCH',
      `${CLIENTS}/${await client(['prompts:read', 'prompts:write'])}`,
      { scopes: ['prompts:read'] },
    ],
  ],
  ['deleteOAuthClient', 'deletes a client', async () => ['DELETE', `${CLIENTS}/${await client()}`]],
  [
    'revokeApiKey',
    'revokes a key',
    async () => ['DELETE', `${KEYS}/${(await make(KEYS, { name: 'Theirs', scopes: ['prompts:read'] })).id}`],
  ],
  [
    'updateWebhook',
    'describes a webhook',
    async () => ['PATCH', `/webhooks/${await webhook()}`, { description: 'x' }],
  ],
]

const keyOf = (id: OperationId) => (operations[id].feature === 'webhooks' ? webhooksOnly : admin)

describe('a credential with one power', () => {
  test.each(rejected)('is refused: %s %s', async (id, _, ask) => {
    const [method, path, body] = await ask()
    const shown = async () =>
      (await send('GET', path.replace(/\/(rotate|secret|rotate-secret)$/, ''))).body.toString()
    const before = await shown()
    const response = await send(method, path, body, keyOf(id))
    const codes = expect.stringMatching(/^(INSUFFICIENT_SCOPE|FORBIDDEN)$/)
    expect([response.status, response.json()]).toMatchObject([403, { error: { code: codes } }])
    expect(await shown()).toBe(before)
  })

  test.each(rejected)('what is refused to it is done for who has everything: %s %s', async (_id, _, ask) => {
    const [method, path, body] = await ask()
    expect((await send(method, path, body)).status).toBeLessThan(300)
  })

  test.each(allowed)('may go on: %s %s', async (id, _, ask) => {
    const [method, path, body] = await ask()
    expect((await send(method, path, body, keyOf(id))).status).toBeLessThan(300)
  })

  test('finds no invitation link, key or secret in what it may read', async () => {
    await member('owner')
    await client()
    const texts = await Promise.all(
      [MEMBERS, KEYS, CLIENTS, '/organization/audit-log'].map(async (path) =>
        (await send('GET', `${path}?limit=100`, undefined, admin)).body.toString(),
      ),
    )
    expect(texts.join()).not.toMatch(/\/invitations\/|svc_test_[A-Za-z0-9]{20}|cs_[A-Za-z0-9_-]{43}|whsec_/)
  })
})

/** Changes that give no right beyond the caller's own scope. */
const GIVES_NOTHING: Partial<Record<OperationId, string>> = {
  updateOrganization: 'a name',
  updateApiKey: 'a name',
  deleteWebhook: 'takes away',
  deleteWebhooks: 'takes away',
  resendWebhookDelivery: 'to the same address, what was sent there',
  replayWebhookEvents: 'to the same address, what it subscribed to',
  sendTestEvent: 'an example of the document',
}

test('no operation of members, keys, clients and webhooks is left out', () => {
  const changes = Object.values(operations).filter(
    ({ method, feature }) => method !== 'get' && ['organization', 'oauth', 'webhooks'].includes(feature),
  )
  const known = new Set([...rejected, ...allowed].map(([id]) => id))
  expect(changes.map(({ id }) => id).filter((id) => !known.has(id) && !(id in GIVES_NOTHING))).toEqual([])
})
