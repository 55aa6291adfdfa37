import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreatedApiKey } from '../../../../generated/openapi.v1.ts'
import { timestamp } from '../../../../src/service/runtime/clock.ts'
import { demand } from '../../../harness/responses.ts'
import { type Fixture, openFixture, rejection } from './fixture.ts'

const LIST = '/organization/api-keys'
const ITEM = '/organization/api-keys/{keyId}'
const ROTATE = '/organization/api-keys/{keyId}/rotate'
const DAY = 86_400_000
let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const at = (keyId: string) => ({ params: { path: { keyId } } })
const create = (body: { scopes?: CreatedApiKey['scopes']; expiresAt?: string | null; name?: string } = {}) =>
  demand(fixture.api.POST(LIST, { body: { name: 'Robot', scopes: ['prompts:read'], ...body } }))
const works = async (key: string) =>
  (await fixture.server.client(key).GET('/prompts')).response.status === 200

describe('a new key', () => {
  test('works at once, within its scopes, as the user who made it', async () => {
    const created = await create()
    expect(created).toMatchObject({
      object: 'api_key',
      name: 'Robot',
      scopes: ['prompts:read'],
      status: 'active',
      expiresAt: null,
      userId: fixture.server.a.ownerId,
      lastUsedAt: null,
      revokedAt: null,
      last4: created.key.slice(-4),
    })
    const robot = fixture.server.client(created.key)
    expect((await robot.GET('/prompts')).response.status).toBe(200)
    const body = { name: 'No', content: 'x' }
    expect(await rejection(robot.POST('/prompts', { body }))).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })

  test('is shown once: neither lists, nor reads, nor the database have it', async () => {
    const { key, id } = await create()
    const listed = await demand(fixture.api.GET(LIST))
    const read = await demand(fixture.api.GET(ITEM, at(id)))
    const stored = await fixture.server.services.database.read((tx) => tx.all('SELECT * FROM api_keys'))
    for (const seen of [listed, read, stored]) expect(JSON.stringify(seen)).not.toContain(key.slice(9))
    expect(listed.apiKeys[0]).toEqual(read)
  })

  test('ends when it should', async () => {
    const expiresAt = timestamp(fixture.server.clock.now() + DAY)
    const { id, key } = await create({ expiresAt })
    expect(await works(key)).toBe(true)
    await fixture.server.clock.advance(DAY)
    expect(await works(key)).toBe(false)
    expect(await demand(fixture.api.GET(ITEM, at(id)))).toMatchObject({ status: 'expired', expiresAt })
    const past = { name: 'Robot', scopes: ['prompts:read'] as CreatedApiKey['scopes'], expiresAt }
    expect(await rejection(fixture.api.POST(LIST, { body: past }))).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('has no scope that its maker’s key lacks, whatever the maker’s role', async () => {
    const narrow = await fixture.as(fixture.server.a.ownerId, ['organization:admin', 'prompts:read'])
    const body = { name: 'Robot', scopes: ['prompts:read', 'webhooks:write'] as CreatedApiKey['scopes'] }
    const { error, response } = await narrow.POST(LIST, { body })
    expect(response.status).toBe(403)
    expect(error).toMatchObject({
      error: { code: 'INSUFFICIENT_SCOPE', details: { missing: ['webhooks:write'] } },
    })
    const own = { ...body, scopes: ['organization:read', 'prompts:read'] as CreatedApiKey['scopes'] }
    expect((await narrow.POST(LIST, { body: own })).response.status).toBe(201)
  })

  test('cannot be given to another user or organization', async () => {
    for (const more of [
      { userId: 'user_x' },
      { organizationId: fixture.server.b.id },
      { status: 'active' },
    ]) {
      const body = { name: 'Robot', scopes: ['prompts:read'] as CreatedApiKey['scopes'], ...more }
      expect(await rejection(fixture.api.POST(LIST, { body }))).toEqual([400, 'VALIDATION_ERROR'])
    }
  })
})

describe('rotation', () => {
  test.each([
    [undefined, 1],
    [7, 7],
    [0, 0],
  ])('with overlap %s lets both work for %i days', async (overlapDays, days) => {
    const old = await create({ name: 'Rotated' })
    const fresh = await demand(
      fixture.api.POST(ROTATE, {
        ...at(old.id),
        ...(overlapDays !== undefined && { body: { overlapDays } }),
      }),
    )
    expect(fresh).toMatchObject({ name: 'Rotated', scopes: old.scopes, expiresAt: null, status: 'active' })
    expect(fresh.id).not.toBe(old.id)
    expect([await works(old.key), await works(fresh.key)]).toEqual([days > 0, true])
    await fixture.server.clock.advance(days * DAY)
    expect([await works(old.key), await works(fresh.key)]).toEqual([false, true])
  })

  test('never lengthens a key, and is refused once it ended', async () => {
    const expiresAt = timestamp(fixture.server.clock.now() + DAY)
    const old = await create({ expiresAt })
    const body = { overlapDays: 7 }
    expect(await demand(fixture.api.POST(ROTATE, { ...at(old.id), body }))).toMatchObject({ expiresAt })
    expect(await demand(fixture.api.GET(ITEM, at(old.id)))).toMatchObject({ expiresAt })
    await fixture.server.clock.advance(DAY)
    expect(await rejection(fixture.api.POST(ROTATE, at(old.id)))).toEqual([409, 'INVALID_STATE'])
  })

  test('within an overlap ends the first key at once, and a key is rotated once', async () => {
    const first = await create()
    const rotate = (id: string) => fixture.api.POST(ROTATE, { ...at(id), body: { overlapDays: 7 } })
    const second = await demand(rotate(first.id))
    expect(await rejection(rotate(first.id))).toEqual([409, 'INVALID_STATE'])
    expect([await works(first.key), await works(second.key)]).toEqual([true, true])
    await fixture.server.clock.advance(DAY)
    const third = await demand(rotate(second.id))
    expect([await works(first.key), await works(second.key), await works(third.key)]).toEqual([
      false,
      true,
      true,
    ])
    expect(await demand(fixture.api.GET(ITEM, at(first.id)))).toMatchObject({ status: 'revoked' })
    const log = await demand(
      fixture.api.GET('/organization/audit-log', { params: { query: { targetId: first.id } } }),
    )
    expect(log.entries.map(({ operation }) => operation)).toEqual([
      'rotateApiKey',
      'rotateApiKey',
      'createApiKey',
    ])
    await fixture.server.clock.advance(7 * DAY)
    expect([await works(second.key), await works(third.key)]).toEqual([false, true])
  })

  test('gives nobody another’s rights: no scope beyond one’s own, and the key acts as who rotated it', async () => {
    const all = await create({ scopes: ['organization:admin', 'webhooks:write'] })
    const admin = await fixture.join('admin')
    const narrow = await fixture.as(admin.userId, ['organization:admin'])
    expect(await rejection(narrow.POST(ROTATE, at(all.id)))).toEqual([403, 'INSUFFICIENT_SCOPE'])
    const wide = await fixture.as(admin.userId)
    expect(await demand(wide.POST(ROTATE, at(all.id)))).toMatchObject({ userId: admin.userId })
  })
})

test('a revoked key fails at the next request, and stays readable', async () => {
  const { id, key } = await create()
  expect(await works(key)).toBe(true)
  expect((await fixture.api.DELETE(ITEM, at(id))).response.status).toBe(204)
  expect(await works(key)).toBe(false)
  const revokedAt = timestamp(fixture.server.clock.now())
  expect(await demand(fixture.api.GET(ITEM, at(id)))).toMatchObject({ status: 'revoked', revokedAt })
  await fixture.server.clock.advance(1000)
  expect((await fixture.api.DELETE(ITEM, at(id))).response.status).toBe(204)
  expect(await demand(fixture.api.GET(ITEM, at(id)))).toMatchObject({ revokedAt })
})

test('a key is renamed, and the list goes by name and by user', async () => {
  const { id } = await create()
  const name = 'A first name'
  expect(await demand(fixture.api.PATCH(ITEM, { ...at(id), body: { name } }))).toMatchObject({ id, name })
  const query = { sort: 'name', order: 'asc', limit: 1 } as const
  const byName = await demand(fixture.api.GET(LIST, { params: { query } }))
  expect(byName.apiKeys.map((key) => key.id)).toEqual([id])
  const outsider = { query: { userId: fixture.server.b.ownerId } }
  expect((await demand(fixture.api.GET(LIST, { params: outsider }))).apiKeys).toEqual([])
})

test('a retry with the same idempotency key gives the same key again, to the same credential alone', async () => {
  const once = {
    params: { header: { 'Idempotency-Key': 'make-a-key' } },
    body: { name: 'Once', scopes: ['prompts:read'] as CreatedApiKey['scopes'] },
  }
  const first = await demand(fixture.api.POST(LIST, once))
  const again = await fixture.api.POST(LIST, once)
  expect(again.data).toEqual(first)
  expect(again.response.headers.get('idempotent-replayed')).toBe('true')
  const stored = await fixture.server.services.database.read((tx) =>
    tx.all('SELECT * FROM idempotency_records'),
  )
  expect(JSON.stringify(stored)).not.toContain(first.key)
})
