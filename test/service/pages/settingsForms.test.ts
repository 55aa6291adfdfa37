import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as grantStore from '../../../src/service/features/oauth/model/grant.ts'
import * as refreshTokenStore from '../../../src/service/features/oauth/model/refreshToken.ts'
import { listGivenGrants, type OAuthContext } from '../../../src/service/features/oauth/queries.ts'
import { startServer, type TestServer } from '../../harness/server.ts'
import { makeClient, PASSWORD } from '../features/oauth/fixture.ts'
import { fieldIn, Visitor } from '../features/oauth/visitor.ts'
import { act, secretIn } from './settingsFixture.ts'

let server: TestServer
let owner: Visitor
beforeAll(async () => {
  server = await startServer()
  owner = new Visitor(server)
  await owner.signIn()
})
afterAll(() => server.close())

const text = async (visitor: Visitor) => (await visitor.get('/settings')).body.toString()

describe('the forms of the settings page', () => {
  const REJECTED: [string, { given: Record<string, string>; want: string[] }][] = [
    [
      'a key without a scope',
      {
        given: { action: 'createApiKey', name: 'Kept <name>' },
        want: [
          'Choose at least one scope.',
          'value="Kept &lt;name&gt;"',
          '<fieldset aria-describedby="problem">',
        ],
      },
    ],
    [
      'a key without a name',
      {
        given: { action: 'createApiKey', scope: 'reports:read' },
        want: [
          'Enter a name.',
          'value="reports:read" checked',
          'aria-invalid="true" aria-describedby="problem"',
        ],
      },
    ],
    [
      'an application with a wrong redirect URI',
      {
        given: {
          action: 'createOAuthClient',
          name: 'Kept',
          type: 'public',
          scope: 'prompts:read',
          redirectUris: 'https://app.example.com/\nhttp://app.example.com/',
        },
        want: [
          'Redirect URI 2 ',
          'https://app.example.com/\nhttp://app.example.com/</textarea>',
          'value="public" selected',
        ],
      },
    ],
    [
      'an invitation of what is no address',
      {
        given: { action: 'inviteMember', email: 'nobody', role: 'editor' },
        want: [
          '&quot;nobody&quot; is not an e-mail address.',
          'value="nobody" aria-invalid',
          'value="editor" selected',
        ],
      },
    ],
    [
      'a member who is there already',
      {
        given: { action: 'inviteMember', email: 'owner1@example.com', role: 'editor' },
        want: ['is a member already', 'value="owner1@example.com"'],
      },
    ],
    [
      'a key that is gone',
      {
        given: { action: 'revokeApiKey', id: 'key_00000000000000000000000000' },
        want: ['There is no API key'],
      },
    ],
  ]
  it.each(REJECTED)('shows the form again as it was sent: %s', async (_name, { given, want }) => {
    const response = await act(owner, given)
    const page = response.body.toString()
    expect([response.status, page.match(/role="alert"/g)]).toEqual([400, ['role="alert"']])
    for (const part of want) expect(page).toContain(part)
    if (given.id === undefined)
      expect(page).toMatch(/<details open><summary>[^<]*<\/summary><p class="alert"/)
    else expect(page).not.toContain('<details open')
    expect(page).not.toMatch(/<details class="ask[^"]*" open/)
  })

  it('opens the question again whose answer was refused', async () => {
    // The form was opened while there was another owner.
    expect(await text(owner)).not.toContain('Remove owner1@example.com')
    const path = '/organization/members'
    const { members } = (await server.wire.send({ method: 'GET', path, key: server.a.key })).json() as {
      members: { id: string; role: string }[]
    }
    const id = members.find(({ role }) => role === 'owner')?.id ?? ''
    const page = (await act(owner, { action: 'removeMember', id })).body.toString()
    const open = page.slice(
      page.indexOf('<details class="ask danger" open>'),
      page.indexOf('Remove owner1@example.com'),
    )
    expect(open).toContain('role="alert" id="problem">The last owner')
  })

  it('offers what the role may do, and nothing else', async () => {
    const actions = async (visitor: Visitor) =>
      [
        ...new Set(
          [...(await text(visitor)).matchAll(/name="action" value="(\w+)"/g)].map(([, name]) => name),
        ),
      ].sort()
    const everything = ['createApiKey', 'createOAuthClient', 'inviteMember']
    const people = new Map<string, Visitor>()
    for (const role of ['viewer', 'editor', 'admin']) {
      const made = await act(owner, { action: 'inviteMember', email: `${role}@example.com`, role })
      const visitor = new Visitor(server)
      const link = new URL(secretIn(made)).pathname
      const csrf = fieldIn(await visitor.get(link), 'csrf')
      await visitor.post(link, { csrf, name: role, password: PASSWORD })
      people.set(role, visitor)
    }
    const [viewer, editor, admin] = ['viewer', 'editor', 'admin'].map((role) => people.get(role))
    if (!viewer || !editor || !admin) throw new Error('Nobody joined.')
    expect(await actions(viewer)).toEqual([])
    expect(await text(viewer)).not.toContain('API keys</h2>')
    expect(await actions(editor)).toEqual([])
    expect(await text(editor)).toContain('API keys</h2>')
    expect(await actions(admin)).toEqual(expect.arrayContaining(everything))
    const seen = await text(admin)
    expect([seen.includes('Remove owner1@example.com'), seen.includes('Remove viewer@example.com')]).toEqual([
      false,
      true,
    ])
    expect([
      seen.includes('<option value="owner"'),
      (await text(owner)).includes('<option value="owner"'),
    ]).toEqual([false, true])
    // Actions that are not offered are rejected all the same.
    for (const action of everything)
      expect((await act(editor, { action, name: 'X', scope: 'prompts:read' })).status).toBe(400)
  })

  it('lists more than a hundred, page by page, past what is revoked', { timeout: 60_000 }, async () => {
    await using own = await startServer()
    const visitor = new Visitor(own)
    await visitor.signIn()
    const create = (body: object) =>
      own.wire.send({ method: 'POST', path: '/organization/api-keys', key: own.a.key, body })
    for (let made = 0; made < 205; made++) {
      const key = (await create({ name: `Key ${made}`, scopes: ['prompts:read'] })).json() as { id: string }
      const path = `/organization/api-keys/${key.id}`
      if (made < 105 && made > 2) await own.wire.send({ method: 'DELETE', path, key: own.a.key })
    }
    const names = (page: string) => [...page.matchAll(/<strong>(Key \d+)<\/strong>/g)].map(([, name]) => name)
    const first = (await visitor.get('/settings')).body.toString()
    expect([names(first).length, names(first)[0], names(first)[99]]).toEqual([100, 'Key 204', 'Key 105'])
    const link = /href="([^"]*)#keys">Next page/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = (await visitor.get(link)).body.toString()
    expect(names(second)).toEqual(['Key 2', 'Key 1', 'Key 0'])
    expect([second.includes('Next page'), second.includes('First page')]).toEqual([false, true])
    const elsewhere = await visitor.get('/settings?keys=made-up')
    expect([elsewhere.status, elsewhere.header('location')]).toEqual([
      303,
      `/settings?organization=${own.a.id}`,
    ])
  })

  it('lists what was allowed page by page, each once', async () => {
    const client = await makeClient(server, { name: 'Often' })
    const { database, ids, clock } = server.services
    const context = { database, clock } as OAuthContext
    await database.write(async (tx) => {
      for (let made = 0; made < 230; made++) {
        const now = clock.now() + (made % 3)
        const owner = made < 210 ? server.a.ownerId : server.b.ownerId
        const grant = { id: ids.create('grant'), organization_id: server.a.id, client_id: client.id }
        await grantStore.insert(tx, { ...grant, user_id: owner, scopes: '[]', created_at: now })
        const token = {
          digest: `digest ${made}`,
          grant_id: grant.id,
          created_at: now,
          expires_at: now + 1000,
        }
        await refreshTokenStore.insert(tx, { ...token, used_at: null })
      }
    })
    const who = { organizationId: server.a.id, userId: server.a.ownerId }
    const seen: string[] = []
    let cursor: string | undefined
    const sizes: number[] = []
    do {
      const page = await listGivenGrants(context, who, { limit: 100, cursor })
      sizes.push(page.grants.length)
      seen.push(...page.grants.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect([sizes, new Set(seen).size]).toEqual([[100, 100, 10], 210])
    const first = (await owner.get('/settings')).body.toString()
    const link = /href="([^"]*)#allowed">Next page/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = (await owner.get(link)).body.toString()
    const idsOn = (page: string) => [...page.matchAll(/value="(grant_\w+)"/g)].map(([, id]) => id)
    expect([idsOn(first), idsOn(second)]).toEqual([seen.slice(0, 100), seen.slice(100, 200)])
  })
})
