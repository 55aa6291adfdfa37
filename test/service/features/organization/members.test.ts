import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timestamp } from '../../../../src/service/runtime/clock.ts'
import { demand } from '../../../harness/responses.ts'
import { type Fixture, openFixture, PASSWORD, rejection } from './fixture.ts'

const ITEM = '/organization/members/{memberId}'
let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const at = (memberId: string) => ({ params: { path: { memberId } } })
const ownerOf = async () => {
  const params = { query: { role: 'owner', status: 'active', order: 'asc' } } as const
  const [owner] = (await demand(fixture.api.GET('/organization/members', { params }))).members
  if (!owner) throw new Error('no owner')
  return owner
}

describe('an invitation', () => {
  test('is a link that is shown once, and nowhere else', async () => {
    const invited = await fixture.invite('editor', 'Linus@Example.com')
    const now = fixture.server.clock.now()
    expect(invited).toMatchObject({
      object: 'member',
      userId: null,
      email: 'Linus@Example.com',
      role: 'editor',
      status: 'invited',
      joinedAt: null,
      removedAt: null,
      invitationExpiresAt: timestamp(now + 7 * 86_400_000),
    })
    expect(invited.invitationUrl).toMatch(/^https:\/\/\S+\/invitations\/[\w-]{43}$/)
    const token = invited.invitationUrl.slice(-43)
    const { invitationUrl: _, invitationExpiresAt: __, ...member } = invited
    expect(await demand(fixture.api.GET(ITEM, at(invited.id)))).toEqual(member)
    const stored = await fixture.server.services.database.read((tx) => tx.all('SELECT * FROM memberships'))
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('makes a member of whoever accepts it, once', async () => {
    const { id, invitationUrl } = await fixture.invite('viewer')
    const member = await fixture.accept(invitationUrl)
    expect(member).toMatchObject({ id, status: 'active', joinedAt: timestamp(fixture.server.clock.now()) })
    expect(member.userId).toMatch(/^user_/)
    await expect(fixture.accept(invitationUrl)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each([
    ['a week later', async () => fixture.server.clock.advance(7 * 86_400_000)],
    ['when it was taken back', async (id: string) => void (await fixture.api.DELETE(ITEM, at(id)))],
  ])('ends %s', async (_, end) => {
    const { id, invitationUrl } = await fixture.invite('viewer')
    await end(id)
    await expect(fixture.accept(invitationUrl)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('of a person with an account asks for its password, and leaves it as it was', async () => {
    const { email, userId } = await fixture.join('viewer')
    const { members } = await demand(
      fixture.other.POST('/organization/members', { body: { email: email.toUpperCase(), role: 'admin' } }),
    ).then(async ({ invitationUrl }) => {
      await expect(fixture.accept(invitationUrl, 'a guess')).rejects.toMatchObject({ code: 'FORBIDDEN' })
      expect((await fixture.accept(invitationUrl, PASSWORD)).userId).toBe(userId)
      return demand(fixture.other.GET('/organization/members'))
    })
    expect(members[0]).toMatchObject({ userId, role: 'admin', status: 'active' })
    expect((await demand(fixture.api.GET('/organization/members'))).members).toContainEqual(
      expect.objectContaining({ userId, role: 'viewer' }),
    )
  })

  test.each([
    ['invited', async () => (await fixture.invite('viewer')).email],
    ['a member', async () => (await fixture.join('viewer')).email],
  ])('of an address that is %s already is a conflict', async (_, address) => {
    const body = { email: (await address()).toUpperCase(), role: 'admin' } as const
    expect(await rejection(fixture.api.POST('/organization/members', { body }))).toEqual([409, 'CONFLICT'])
  })

  test('brings a removed member back under the same id, without the old keys', async () => {
    const { id, email, userId } = await fixture.join('editor')
    const before = await fixture.as(userId)
    await fixture.api.DELETE(ITEM, at(id))
    const again = await fixture.join('viewer', email)
    expect(again).toMatchObject({ id, userId, role: 'viewer', status: 'active', removedAt: null })
    expect(await rejection(before.GET('/prompts'))).toEqual([401, 'INVALID_API_KEY'])
  })
})

describe('a removed member', () => {
  test('is refused at the next request, and stays in the list as removed', async () => {
    const { id, userId } = await fixture.join('admin')
    const theirs = await fixture.as(userId)
    expect((await theirs.GET('/prompts')).response.status).toBe(200)
    expect((await fixture.api.DELETE(ITEM, at(id))).response.status).toBe(204)
    expect(await rejection(theirs.GET('/prompts'))).toEqual([401, 'INVALID_API_KEY'])
    expect(await demand(fixture.api.GET(ITEM, at(id)))).toMatchObject({
      id,
      status: 'removed',
      removedAt: timestamp(fixture.server.clock.now()),
    })
    expect((await fixture.api.DELETE(ITEM, at(id))).response.status).toBe(204)
    const body = { role: 'admin' } as const
    expect(await rejection(fixture.api.PATCH(ITEM, { ...at(id), body }))).toEqual([409, 'INVALID_STATE'])
  })
})

describe('a role', () => {
  test('counts from the next request on', async () => {
    const { id, userId } = await fixture.join('admin')
    const theirs = await fixture.as(userId)
    expect((await theirs.GET('/organization/members')).response.status).toBe(200)
    const body = { role: 'viewer' } as const
    expect(await demand(fixture.api.PATCH(ITEM, { ...at(id), body }))).toMatchObject({ id, role: 'viewer' })
    expect(await rejection(theirs.GET('/organization/members'))).toEqual([403, 'INSUFFICIENT_SCOPE'])
    expect((await theirs.GET('/prompts')).response.status).toBe(200)
  })

  test('of an owner is for owners to give, to take and to remove', async () => {
    const admin = await fixture.as((await fixture.join('admin')).userId)
    const second = await fixture.join('owner')
    const body = { email: 'owner-by-admin@example.com', role: 'owner' } as const
    expect(await rejection(admin.POST('/organization/members', { body }))).toEqual([403, 'FORBIDDEN'])
    const promote = { ...at((await fixture.join('viewer')).id), body: { role: 'owner' } as const }
    expect(await rejection(admin.PATCH(ITEM, promote))).toEqual([403, 'FORBIDDEN'])
    expect((await fixture.api.PATCH(ITEM, promote)).response.status).toBe(200)
    const demote = { ...at(second.id), body: { role: 'viewer' } as const }
    expect(await rejection(admin.PATCH(ITEM, demote))).toEqual([403, 'FORBIDDEN'])
    expect(await rejection(admin.DELETE(ITEM, at(second.id)))).toEqual([403, 'FORBIDDEN'])
    for (const { id } of [second, { id: promote.params.path.memberId }])
      expect((await fixture.api.DELETE(ITEM, at(id))).response.status).toBe(204)
  })

  test('the last owner keeps: neither removed nor demoted, also not by two requests at once', async () => {
    const first = await ownerOf()
    expect(await rejection(fixture.api.DELETE(ITEM, at(first.id)))).toEqual([409, 'CONFLICT'])
    const body = { role: 'admin' } as const
    expect(await rejection(fixture.api.PATCH(ITEM, { ...at(first.id), body }))).toEqual([409, 'CONFLICT'])
    const second = await fixture.join('owner')
    const responses = await Promise.all(
      [first.id, second.id].map((id) => fixture.api.PATCH(ITEM, { ...at(id), body })),
    )
    expect(responses.map(({ response }) => response.status).sort()).not.toEqual([200, 200])
    const params = { query: { role: 'owner', status: 'active' } } as const
    const other = await fixture.as(second.userId)
    const left = await demand(other.GET('/organization/members', { params }))
    expect(left.members.length).toBe(1)
    const [{ id } = { id: '' }] = left.members
    await (id === second.id ? other : fixture.api).PATCH(ITEM, { ...at(first.id), body: { role: 'owner' } })
  })
})

test('members are listed by status and role, page by page', async () => {
  const params = (cursor?: string) => ({
    params: { query: { status: 'removed', limit: 1, ...(cursor !== undefined && { cursor }) } } as const,
  })
  const first = await demand(fixture.api.GET('/organization/members', params()))
  expect(first).toMatchObject({ members: [{ status: 'removed' }], hasMore: true })
  const second = await demand(fixture.api.GET('/organization/members', params(first.nextCursor ?? '')))
  expect(second.members[0]?.id).not.toBe(first.members[0]?.id)
})

test('a stale If-Match changes nothing', async () => {
  const { id } = await fixture.invite('viewer')
  const { response } = await fixture.api.GET(ITEM, at(id))
  const header = { 'If-Match': response.headers.get('etag') ?? '' }
  const change = { params: { path: { memberId: id }, header }, body: { role: 'editor' } } as const
  expect((await fixture.api.PATCH(ITEM, change)).response.status).toBe(200)
  expect(await rejection(fixture.api.PATCH(ITEM, { ...change, body: { role: 'admin' } }))).toEqual([
    412,
    'PRECONDITION_FAILED',
  ])
})
