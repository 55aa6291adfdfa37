import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../harness/server.ts'
import { authorization, letSignIn, makeClient, PASSWORD } from '../features/oauth/fixture.ts'
import { fieldIn, redeem, Visitor } from '../features/oauth/visitor.ts'
import { act, secretIn } from './settingsFixture.ts'

let server: TestServer
let owner: Visitor
beforeAll(async () => {
  server = await startServer()
  owner = new Visitor(server)
  await owner.signIn()
})
afterAll(() => server.close())

const text = async (visitor: Visitor, path = '/settings') => (await visitor.get(path)).body.toString()
const send = (method: string, path: string, key = server.a.key) => server.wire.send({ method, path, key })

describe('the settings page', () => {
  it('makes a key that is shown once and works, rotates it and revokes it', async () => {
    const made = await act(owner, { action: 'createApiKey', name: 'Nightly', scope: 'prompts:read' })
    const key = secretIn(made)
    expect((await send('GET', '/prompts', key)).status).toBe(200)
    expect(await text(owner)).toContain('Nightly')
    expect(await text(owner)).not.toContain(key)
    const { apiKeys } = (await send('GET', '/organization/api-keys')).json() as {
      apiKeys: { id: string; name: string }[]
    }
    const id = apiKeys.find(({ name }) => name === 'Nightly')?.id ?? ''
    const next = secretIn(await act(owner, { action: 'rotateApiKey', id }))
    expect((await send('GET', '/prompts', next)).status).toBe(200)
    expect((await act(owner, { action: 'revokeApiKey', id })).body.toString()).toContain(
      'The key is revoked.',
    )
    expect((await send('GET', '/prompts', key)).status).toBe(401)
  })

  it('registers an application', async () => {
    const made = await act(owner, {
      action: 'createOAuthClient',
      name: 'Digest',
      type: 'confidential',
      scope: 'prompts:read',
      redirectUris: 'https://app.example.com/a\r\nhttps://app.example.com/b\r\n',
    })
    expect(secretIn(made)).toMatch(/^cs_/)
    const { oauthClients } = (await send('GET', '/organization/oauth-clients')).json() as {
      oauthClients: { id: string; redirectUris: string[] }[]
    }
    expect(oauthClients[0]?.redirectUris).toEqual(['https://app.example.com/a', 'https://app.example.com/b'])
    const id = oauthClients[0]?.id ?? ''
    expect(secretIn(await act(owner, { action: 'rotateOAuthClientSecret', id }))).toMatch(/^cs_/)
    expect((await act(owner, { action: 'deleteOAuthClient', id })).status).toBe(200)
    expect((await send('GET', `/organization/oauth-clients/${id}`)).status).toBe(404)
  })

  it('tells what the operation refuses', async () => {
    const response = await act(owner, {
      action: 'createOAuthClient',
      name: 'X',
      type: 'public',
      scope: 'prompts:read',
    })
    expect([response.status, response.body.toString()]).toEqual([
      400,
      expect.stringContaining('Enter at least one redirect URI'),
    ])
  })

  it('invites by a link, through which a person joins once', async () => {
    const made = await act(owner, { action: 'inviteMember', email: 'ada@example.com', role: 'viewer' })
    const link = new URL(secretIn(made)).pathname
    const ada = new Visitor(server)
    const page = await ada.get(link)
    expect(page.body.toString()).toContain('ada@example.com is invited as viewer')
    const csrf = fieldIn(page, 'csrf')
    const short = await ada.post(link, { csrf, name: 'Ada', password: 'short' })
    expect([
      short.status,
      /<input id="password"[^>]*aria-describedby="problem"/.test(short.body.toString()),
    ]).toEqual([400, true])
    expect(short.body.toString()).toContain('value="Ada"')
    expect((await ada.post(link, { csrf: 'x', name: 'Ada', password: PASSWORD })).status).toBe(403)
    const joined = await ada.post(link, { csrf, name: 'Ada', password: PASSWORD })
    expect([joined.status, joined.header('location')]).toEqual([303, '/settings'])
    expect((await ada.get(link)).body.toString()).toContain('no longer works')
    const mine = await text(ada)
    expect(mine).toContain('ada@example.com, viewer')
    expect(mine).toContain('are not for your role')
    const rejected = await act(ada, { action: 'createApiKey', name: 'Mine', scope: 'prompts:read' })
    expect([rejected.status, secretIn(rejected)]).toEqual([400, ''])
    expect((await new Visitor(server).attempt('ada@example.com', PASSWORD)).header('location')).toBe(
      '/settings',
    )
  })

  it('asks an invited person with an account for its password', async () => {
    const email = await letSignIn(server, server.b)
    const made = await act(owner, { action: 'inviteMember', email, role: 'editor' })
    const link = new URL(secretIn(made)).pathname
    const visitor = new Visitor(server)
    const csrf = fieldIn(await visitor.get(link), 'csrf')
    expect((await visitor.post(link, { csrf, password: 'not it, but long' })).status).toBe(400)
    await visitor.signIn(server.b)
    const before = visitor.cookies.get('__Host-development-session') ?? ''
    expect((await visitor.post(link, { csrf, password: PASSWORD })).status).toBe(303)
    const stale = new Visitor(server)
    stale.cookies.set('__Host-development-session', before)
    expect((await stale.get('/settings')).header('location')).toBe('/oauth/sign-in')
    const there = `/settings?organization=${server.a.id}`
    expect(await text(visitor, there)).toContain(', editor.')
    expect(await text(visitor)).toContain(there)
  })

  it('takes back what was allowed, at once', async () => {
    const client = await makeClient(server, { name: 'Reader' })
    const code = (await owner.allow(authorization(client))).get('code') ?? ''
    const { access_token: key } = (await redeem(server, client, code)).json() as { access_token: string }
    const page = await text(owner)
    expect(page.slice(page.indexOf('Authorized applications'))).toContain('Reader')
    const id =
      /name="action" value="revokeGrant">\s*<input type="hidden" name="id" value="([^"]+)"/.exec(page)?.[1] ??
      ''
    const stranger = new Visitor(server)
    await stranger.signIn(server.b)
    await act(stranger, { action: 'revokeGrant', id })
    expect((await send('GET', '/prompts', key)).status).toBe(200)
    await act(owner, { action: 'revokeGrant', id })
    expect((await send('GET', '/prompts', key)).status).toBe(401)
    await act(owner, { action: 'revokeGrant', id })
    const { entries } = (await send('GET', `/organization/audit-log?targetId=${id}`)).json() as {
      entries: { operation: string; userId: string; triggeredBy: string }[]
    }
    const by = { userId: server.a.ownerId, triggeredBy: 'dashboard' }
    expect(entries).toMatchObject([
      { operation: 'revokeGrant', ...by },
      { operation: 'sendAuthorization', ...by },
    ])
  })

  it('offers to remove an owner only where another one stays', async () => {
    await using own = await startServer()
    const visitor = new Visitor(own)
    await visitor.signIn()
    const members = async () => {
      const page = await text(visitor)
      return page.slice(page.indexOf('id="members"'), page.indexOf('id="allowed"'))
    }
    expect(await members()).not.toContain('value="removeMember"')
    expect(await members()).toContain('the only owner')
    await act(visitor, { action: 'inviteMember', email: 'ada@example.com', role: 'owner' })
    // An invited person owns nothing yet; the invitation can be revoked.
    expect((await members()).match(/value="removeMember"/g)).toHaveLength(1)
    await own.services.database.write((tx) =>
      tx.run("UPDATE memberships SET status = 'active' WHERE email = 'ada@example.com'"),
    )
    expect((await members()).match(/value="removeMember"/g)).toHaveLength(2)
    expect(await members()).not.toContain('the only owner')
  })

  it('tells what ends something from what does not, before it is opened', async () => {
    await act(owner, { action: 'createApiKey', name: 'To look at', scope: 'prompts:read' })
    const page = await text(owner)
    const looks = (label: string) =>
      new RegExp(`<details class="([^"]*)"[^>]*><summary><span class="closed">${label}<`).exec(page)?.[1]
    expect([looks('Rotate'), looks('Revoke')]).toEqual(['ask', 'ask danger'])
  })

  it('shows a secret once, to its session, for a minute', async () => {
    const make = async (name: string) => {
      const csrf = fieldIn(await owner.get('/settings'), 'csrf')
      const fields = { csrf, action: 'createApiKey', name, scope: 'prompts:read' }
      return (await owner.post('/settings', fields)).header('location') ?? ''
    }
    const stranger = new Visitor(server)
    await stranger.signIn(server.b)
    const first = await make('First')
    expect(secretIn(await stranger.get(first))).toBe('')
    expect(secretIn(await owner.get(`${first}x`))).toBe('')
    expect((await owner.get(first, 'HEAD')).status).toBe(200)
    expect(secretIn(await owner.get(first))).toMatch(/^svc_test_/)
    expect(secretIn(await owner.get(first))).toBe('')
    const late = await make('Late')
    await server.clock.advance(60_000)
    expect(secretIn(await owner.get(late))).toBe('')
    const [one, other] = [await make('One'), await make('Other')]
    expect(secretIn(await owner.get(other))).toMatch(/^svc_test_/)
    expect(secretIn(await owner.get(one))).toMatch(/^svc_test_/)
  })

  it('runs a script only next to a secret that is shown once, and only that script', async () => {
    const policyOf = (page: { headers: Record<string, unknown> }) =>
      String(page.headers['content-security-policy'])
    const plain = await owner.get('/settings')
    expect([policyOf(plain).includes('script-src'), plain.body.toString().includes('<script')]).toEqual([
      false,
      false,
    ])
    const made = await act(owner, { action: 'createApiKey', name: 'Copied', scope: 'prompts:read' })
    const scripts = [...made.body.toString().matchAll(/<script>([\s\S]*?)<\/script>/g)]
    const [script = ''] = scripts.map(([, text]) => text)
    const digest = createHash('sha256').update(script).digest('base64')
    expect(scripts).toHaveLength(1)
    expect(policyOf(made)).toContain(`script-src 'sha256-${digest}';`)
  })

  it('raises the events and writes the log as the API does', async () => {
    await act(owner, { action: 'inviteMember', email: 'log@example.com', role: 'viewer' })
    const log = (await send('GET', '/organization/audit-log')).json() as { entries?: object[] }
    expect(JSON.stringify(log)).toMatch(/"operation":"inviteMember"[^}]*"triggeredBy":"dashboard"/)
  })

  it('takes no form of another session, and no action that it does not have', async () => {
    const fields = { action: 'inviteMember', email: 'x@example.com', role: 'owner' }
    const other = new Visitor(server)
    await other.signIn(server.b)
    const csrf = fieldIn(await other.get('/settings'), 'csrf')
    expect((await owner.post('/settings', { ...fields, csrf })).status).toBe(403)
    expect((await act(owner, { action: 'constructor' })).status).toBe(403)
    expect((await act(owner, { action: '__proto__' })).status).toBe(403)
  })

  it('never shows another organization', async () => {
    expect(await text(owner, `/settings?organization=${server.b.id}`)).not.toContain('Organization 2')
  })
})
