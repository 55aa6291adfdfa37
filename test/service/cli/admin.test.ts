import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'
import { admin, askAdmin as ask, serve } from './program.ts'

// Each program takes a second of a busy machine to start.
vi.setConfig({ testTimeout: 60_000 })

interface Made {
  organizationId: string
  owner: { password: string | null }
}

test('the operator manages organizations and keys while the server runs, and when it does not', async () => {
  const directory = join(
    temporaryDirectory(),
    'a-name-so-long-that-no-address-of-a-unix-socket-could-ever-hold-it'.repeat(2),
  )
  const server = await serve(directory)
  const made = await ask<Made>(
    directory,
    'organization',
    'create',
    '--name',
    'Second',
    '--owner-email',
    'Second@example.com',
  )
  expect(made).toMatchObject({ name: 'Second', plan: 'free', owner: { email: 'Second@example.com' } })
  expect(made.owner.password).toMatch(/^[a-z2-9]{24}$/)
  const { organizationId } = made
  const wanted = [
    '--organization',
    organizationId,
    '--scopes',
    'prompts:read,webhooks:read',
    '--expires-in-days',
    '1',
  ]
  const { id, key } = await ask<{ id: string; key: string }>(directory, 'key', 'create', ...wanted)
  expect((await server.ask('/prompts', { key })).status).toBe(200)
  expect((await server.ask('/folders', { key, method: 'POST', body: { name: 'No' } })).status).toBe(403)
  await ask(directory, 'key', 'revoke', '--organization', organizationId, '--key', id)
  expect((await server.ask('/prompts', { key })).status).toBe(401)

  server.kill('SIGKILL') // leaves the socket behind
  await server.ended
  const later = await ask<{ key: string }>(
    directory,
    'key',
    'create',
    '--organization',
    organizationId,
    '--scopes',
    'all',
  )
  const again = await ask<Made>(
    directory,
    'organization',
    'create',
    '--name',
    'Third',
    '--owner-email',
    'second@example.com',
    '--existing-user',
  )
  expect(again.owner.password).toBe(null)
  const restarted = await serve(directory)
  expect((await restarted.ask('/prompts', { key: later.key })).status).toBe(200)
  const listed = await ask<{ organizations: { name: string }[] }>(directory, 'organization', 'list')
  expect(listed.organizations.map(({ name }) => name)).toEqual(['My organization', 'Second', 'Third'])
})

test('results read as words, refusals as one line', async () => {
  const directory = temporaryDirectory()
  await serve(directory)
  const reset = admin(directory, 'password', 'reset', '--email', 'owner@prompt-service.localhost')
  expect(await reset.ended).toBe(0)
  expect(reset.output.stdout).toMatch(
    /^New password of owner@prompt-service.localhost: [a-z2-9]{24} {2}\(shown only now\)\n$/,
  )
  const outsider = admin(directory, 'key', 'create', '--organization', 'org_none', '--scopes', 'all')
  expect(await outsider.ended).toBe(1)
  expect(outsider.output.stderr).toBe('prompt-service: There is no organization org_none in development.\n')
})

test('a directory without a database is refused, and left as it is', async () => {
  const directory = temporaryDirectory()
  const asked = admin(directory, 'organization', 'list')
  expect(await asked.ended).toBe(1)
  expect(asked.output.stderr).toMatch(
    /^prompt-service: \S+development\.sqlite does not exist: start the server once.*\n$/,
  )
  expect(existsSync(join(directory, 'development.key'))).toBe(false)
})
