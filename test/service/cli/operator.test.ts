import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebhookEvent } from '../../../generated/asyncapi.ts'
import { openAdminSocket } from '../../../src/service/cli/admin/socket.ts'
import { admin } from '../../../src/service/cli/admin.ts'
import { dataDirectoryAt } from '../../../src/service/cli/dataDirectory.ts'
import { acceptInvitation } from '../../../src/service/features/organization/acceptInvitation.ts'
import { silentLog } from '../../../src/service/server/log.ts'
import { openSqlite } from '../../../src/service/storage/sqlite.ts'
import { createReceiver, type Receiver } from '../../harness/receiver.ts'
import { startServer, type TestServer } from '../../harness/server.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'

let server: TestServer
let receiver: Receiver
let directory: string
let close: () => Promise<void>
beforeAll(async () => {
  receiver = await createReceiver()
  server = await startServer({ webhookCa: receiver.ca })
  directory = mkdtempSync(join(tmpdir(), 'prompt-service-'))
  const maintenance = await openSqlite({ file: join(directory, 'maintained.sqlite') })
  const operated = [{ services: server.services, maintenance }]
  const closeSocket = await openAdminSocket(dataDirectoryAt(directory).socket, operated, silentLog)
  close = async () => {
    await closeSocket()
    await maintenance.close()
    await server.close()
    await receiver.close()
    rmSync(directory, { recursive: true })
  }
})
afterAll(() => close?.())

/** Runs the command in the running server, over its socket; returns its output. */
async function report(...args: string[]): Promise<string> {
  const lines: string[] = []
  const where = ['--environment', 'development', '--data-dir', directory]
  const code = await admin.run([...args, ...where], { env: {}, print: (line) => void lines.push(line) })
  expect(code).toBe(0)
  return lines.join('\n')
}

const ask = async <T>(...args: string[]): Promise<T> => JSON.parse(await report(...args, '--json')) as T
const ofA = () => ['--organization', server.a.id]
const person = (email: string) => [...ofA(), '--email', email]

test('the operator adds, promotes and removes members, whose keys end at once', async () => {
  const email = 'grace@example.com'
  const events = ['member.joined', 'member.removed'] as const
  await server.client().POST('/webhooks', { body: { url: receiver.url('/people'), events: [...events] } })
  const added = await ask<{ id: string; password: string }>(
    'member',
    'add',
    ...person(email),
    '--role',
    'viewer',
    '--name',
    'Grace',
  )
  expect(added).toMatchObject({ email, role: 'viewer', status: 'active' })
  expect(added.password).toMatch(/^[a-z2-9]{24}$/)
  expect(await report('member', 'role', ...person(email), '--role', 'owner')).toBe(`${email} is owner now.`)
  expect(await report('member', 'list', ...ofA())).toContain(`${added.id}  active   owner   ${email}`)
  expect(await report('organization', 'show', ...ofA())).toMatch(
    /Owners .*owner1@example.com, grace@example.com/,
  )

  const [mine] = (await ask<{ members: { email: string }[] }>('member', 'list', ...ofA())).members
  const { key } = await ask<{ key: string }>('key', 'create', ...ofA(), '--scopes', 'prompts:read')
  expect((await server.client(key).GET('/prompts')).response.status).toBe(200)
  await report('member', 'remove', ...person(mine?.email ?? ''))
  expect((await server.client(key).GET('/prompts')).response.status).toBe(401)
  await expect(report('member', 'remove', ...person(email))).rejects.toThrow(/last owner cannot be removed/)
  await expect(report('member', 'remove', ...person('no@example.com'))).rejects.toThrow(/is not a member of/)
  const back = await ask<{ password: null }>(
    'member',
    'add',
    ...person(mine?.email ?? ''),
    '--role',
    'owner',
    '--existing-user',
  )
  expect(back.password).toBe(null)
  await server.services.jobs.idle()
  const reported = receiver.requests.splice(0).map(({ body }): WebhookEvent => JSON.parse(body.toString()))
  expect(reported).toMatchObject([
    { type: 'member.joined', data: { id: added.id, role: 'viewer', status: 'active' } },
    { type: 'member.removed', data: { email: mine?.email, status: 'removed' } },
    { type: 'member.joined', data: { email: mine?.email, role: 'owner', status: 'active' } },
  ])
  for (const { metadata } of reported)
    expect(metadata).toMatchObject({ organizationId: server.a.id, triggeredBy: 'system' })
})

test.each([
  ['organization create', (email: string) => ['--name', 'Taken', '--owner-email', email]],
  ['member add', (email: string) => [...ofA(), '--email', email, '--role', 'owner']],
])('%s takes no account that somebody else may have made, unless told to', async (words, flags) => {
  // The person who invites an address sees the link, and can choose the password behind it.
  const email = `victim-of-${words.replace(' ', '-')}@example.com`
  const invited = await server
    .client(server.b.key)
    .POST('/organization/members', { body: { email, role: 'viewer' } })
  const token = invited.data?.invitationUrl.split('/').at(-1) ?? ''
  await acceptInvitation(server.services, { token, name: 'Mallory', password: 'chosen by the inviter' })
  const counts = () =>
    server.services.database.read((tx) =>
      tx.all('SELECT count(*) FROM organizations UNION ALL SELECT count(*) FROM memberships'),
    )
  const before = await counts()
  const asked = [...words.split(' '), ...flags(email.toUpperCase())]
  await expect(report(...asked)).rejects.toThrow(/already has an account.*--existing-user/)
  expect(await counts()).toEqual(before)
  expect(await report(...asked, '--existing-user')).toContain('was a user already and signs in as before')
})

test('keys are listed without themselves', async () => {
  const { id, key } = await ask<{ id: string; key: string }>('key', 'create', ...ofA(), '--scopes', 'all')
  const words = await report('key', 'list', ...ofA())
  expect(words).toContain(`${id}  …${key.slice(-4)}  active`)
  expect(words).not.toContain(key.slice(9))
  await report('key', 'revoke', ...ofA(), '--key', id)
  expect(await report('key', 'list', ...ofA())).toContain(`${id}  …${key.slice(-4)}  revoked`)
})

test('a plan is set, told to webhooks, and counts at the next request', async () => {
  const ofB = ['--organization', server.b.id]
  const api = server.client(server.b.key)
  await api.POST('/webhooks', { body: { url: receiver.url('/plan'), events: ['subscription.updated'] } })
  expect(await ask('plan', 'set', ...ofB, '--plan', 'business')).toEqual({
    organizationId: server.b.id,
    plan: 'business',
    previousPlan: 'enterprise',
  })
  expect((await api.GET('/organization/subscription')).data).toMatchObject({ plan: 'business' })
  await server.services.jobs.idle()
  const events = receiver.requests
    .filter(({ path }) => path === '/plan')
    .map(({ body }) => JSON.parse(body.toString()))
  expect(events).toMatchObject([
    {
      type: 'subscription.updated',
      data: { previousPlan: 'enterprise' },
      metadata: { triggeredBy: 'billing' },
    },
  ])
  expect(await report('plan', 'set', ...ofB, '--plan', 'business')).toContain('is on business already')
  expect(await report('limits', 'show')).toMatch(/free +60 a minute, 1000 a day, burst 10/)
})

test('what the operator did stands in the audit log', async () => {
  const made = await ask<{ organizationId: string }>(
    'organization',
    'create',
    '--name',
    'Audited',
    '--owner-email',
    'audited@example.com',
  )
  const born = await ask<{ key: string }>(
    'key',
    'create',
    '--organization',
    made.organizationId,
    '--scopes',
    'organization:admin',
  )
  const log = await server
    .client(born.key)
    .GET('/organization/audit-log', { params: { query: { order: 'asc' } } })
  expect(log.data?.entries[0]).toMatchObject({
    operation: 'admin organization create',
    targetId: made.organizationId,
    userId: null,
    credentialId: null,
    triggeredBy: 'operator',
  })

  const { id } = await ask<{ id: string }>('key', 'create', ...ofA(), '--scopes', 'all')
  const { key } = await ask<{ key: string }>('key', 'create', ...ofA(), '--scopes', 'organization:admin')
  const params = { query: { targetId: id } }
  const { data } = await server.client(key).GET('/organization/audit-log', { params })
  expect(data?.entries).toMatchObject([
    { operation: 'admin key create', userId: null, credentialId: null, triggeredBy: 'operator' },
  ])
})

test('a backup and the check go through the server that has the file', async () => {
  const file = join(temporaryDirectory(), 'copy.sqlite')
  expect(await report('backup', file)).toContain(`is in ${file}`)
  await expect(report('backup', file)).rejects.toThrow(/never overwrites/)
  expect(await report('integrity', 'check')).toBe('The database of development is sound.')
})

test('flags and operands stand in any order; what only lists asks production when no environment is named', async () => {
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const code = await admin.run(args, { env: {}, print: (line) => void lines.push(line) })
    return [code, lines.join('\n')] as const
  }
  const where = ['--data-dir', directory]
  const file = join(temporaryDirectory(), 'copy.sqlite')
  const [code, words] = await run('--environment', 'development', 'backup', ...where, file, '--json')
  expect([code, JSON.parse(words)]).toEqual([0, { environment: 'development', file }])
  const listed = ['--json', 'member', ...where, 'list', ...ofA(), '--environment', 'development']
  expect((await run(...listed))[0]).toBe(0)
  // This server has no production: that is the requested environment.
  await expect(run('organization', 'list', ...where)).rejects.toThrow(/does not know|older one/)
  expect((await run('organization', 'list', '--help'))[1]).toContain('(default: "production")')
  for (const verb of [
    ['backup', file],
    ['plan', 'set', ...ofA(), '--plan', 'pro'],
    ['integrity', 'check'],
  ])
    await expect(run(...verb, ...where)).rejects.toThrow(
      /requires a destination: "--environment production" or/,
    )
})

test('a name that the document forbids is refused for the operator too', async () => {
  const long = 'n'.repeat(101)
  await expect(report('key', 'create', ...ofA(), '--scopes', 'prompts:read', '--name', long)).rejects.toThrow(
    /name.*100/,
  )
  const words = ['organization', 'create', '--owner-email', 'long@example.com', '--name', 'a\u0000b']
  await expect(report(...words)).rejects.toThrow(/name.*without control characters/)
})

test.each([
  ['backup', /backup requires <FILE>, and received none/],
  ['backup one two', /Received "two", and backup has at most 1/],
  ['key create --organisation x', /Unknown option '--organisation'\. Did you mean --organization/],
  ['member ad', /Unknown command 'ad'\. Did you mean add/],
  ['member add --organization x --email nobody --role viewer', /--email received "nobody"/],
  ['member add --organization x --email a@b.example --role guest', /--role received "guest"/],
  ['plan set --organization x --plan gold', /--plan received "gold"/],
  ['plan set --organization org_x --plan pro', /There is no organization org_x in development/],
])('admin %s is refused in one sentence', async (words, want) => {
  await expect(report(...words.split(' '))).rejects.toThrow(want)
})
