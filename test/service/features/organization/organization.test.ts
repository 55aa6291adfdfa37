import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePlan } from '../../../../src/service/features/organization/changePlan.ts'
import { timestamp } from '../../../../src/service/runtime/clock.ts'
import { createReceiver, type Receiver } from '../../../harness/receiver.ts'
import { demand } from '../../../harness/responses.ts'
import { startServer, type TestServer } from '../../../harness/server.ts'
import { rejection } from './fixture.ts'

let server: TestServer
let receiver: Receiver
beforeAll(async () => {
  receiver = await createReceiver()
  server = await startServer({
    webhookCa: receiver.ca,
    plans: { pro: { perMinute: 300, perDay: 10_000, burst: 50 } },
  })
})
afterAll(async () => {
  await server?.close()
  await receiver?.close()
})

test('an organization reads and renames itself alone', async () => {
  const api = server.client()
  const before = await demand(api.GET('/organization'))
  expect(before).toMatchObject({
    id: server.a.id,
    object: 'organization',
    plan: 'enterprise',
    workspaceId: server.a.workspaceId,
  })
  await server.clock.advance(1000)
  const renamed = await demand(api.PATCH('/organization', { body: { name: 'Analytical Engines' } }))
  const updatedAt = timestamp(server.clock.now())
  expect(renamed).toEqual({ ...before, name: 'Analytical Engines', updatedAt })
  const other = server.client(server.b.key)
  expect((await demand(other.GET('/organization'))).name).not.toBe('Analytical Engines')
  for (const more of [{ plan: 'enterprise' }, { id: server.b.id }]) {
    const body = { name: 'X', ...more }
    expect(await rejection(api.PATCH('/organization', { body }))).toEqual([400, 'VALIDATION_ERROR'])
  }
})

test('a change of plan counts at the next request and is told to webhooks, once', async () => {
  const api = server.client(server.b.key)
  const events = ['subscription.updated'] as const
  await demand(api.POST('/webhooks', { body: { url: receiver.url('/plan'), events: [...events] } }))
  expect(await demand(api.GET('/organization/subscription'))).toMatchObject({ plan: 'enterprise' })
  const { services } = server
  const set = () => services.database.write((tx) => changePlan(tx, services, server.b.id, 'pro'))
  await server.clock.advance(1000)
  expect([await set(), await set()]).toEqual(['enterprise', 'pro'])
  const subscription = {
    object: 'subscription',
    organizationId: server.b.id,
    plan: 'pro',
    requestsPerMinute: 300,
    requestsPerDay: 10_000,
    burst: 50,
    updatedAt: timestamp(server.clock.now()),
  }
  const { data, response } = await api.GET('/organization/subscription')
  expect(data).toEqual(subscription)
  expect(response.headers.get('x-ratelimit-limit')).toBe('300')
  await services.jobs.idle()
  const [event, ...others] = receiver.requests.map(({ body }) => JSON.parse(body.toString()))
  expect(others).toEqual([])
  expect(event).toMatchObject({
    type: 'subscription.updated',
    data: { ...subscription, previousPlan: 'enterprise' },
    metadata: { organizationId: server.b.id, workspaceId: server.b.workspaceId, triggeredBy: 'billing' },
  })
})

test('the audit log finds changes by operation, resource, user, credential and time', async () => {
  const api = server.client()
  await server.clock.advance(60_000)
  const since = timestamp(server.clock.now())
  const prompt = await demand(api.POST('/prompts', { body: { name: 'Audited', content: 'x' } }))
  await server.clock.advance(60_000)
  const until = timestamp(server.clock.now())
  const promptId = prompt.id
  await api.PATCH('/prompts/{promptId}', { params: { path: { promptId } }, body: { name: 'Renamed' } })
  const list = async (query: object) =>
    (await demand(api.GET('/organization/audit-log', { params: { query } }))).entries
  const [updated, created] = await list({ targetId: promptId })
  expect(created).toMatchObject({
    object: 'audit_entry',
    operation: 'createPrompt',
    targetId: promptId,
    createdAt: since,
    userId: server.a.ownerId,
    triggeredBy: 'api',
  })
  expect(created?.credentialId).toMatch(/^key_/)
  expect(created?.requestId).toMatch(/^req_/)
  expect(updated).toMatchObject({ operation: 'updatePrompt', targetId: promptId })
  expect(await list({ since, until })).toEqual([created])
  expect((await list({ operation: 'updatePrompt' })).map(({ id }) => id)).toEqual([updated?.id])
  expect((await list({ userId: server.a.ownerId })).slice(0, 2)).toEqual([updated, created])
  expect(await list({ userId: server.b.ownerId })).toEqual([])
  expect(await list({ credentialId: created?.credentialId, operation: 'createPrompt' })).toContainEqual(
    created,
  )
  const reader = server.client(await server.keyWith(server.a, ['organization:read']))
  expect(await rejection(reader.GET('/organization/audit-log'))).toEqual([403, 'INSUFFICIENT_SCOPE'])
})
