import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OperationId, operations } from '../../../generated/operations.ts'
import { callOf } from '../../contract/recipes/index.ts'
import { createWorld, type World } from '../../contract/world.ts'
import { createReceiver, type Receiver } from '../../harness/receiver.ts'
import { startServer } from '../../harness/server.ts'

let world: World
let receiver: Receiver
beforeAll(async () => {
  receiver = await createReceiver()
  world = await createWorld(await startServer({ webhookCa: receiver.ca }), receiver)
})
afterAll(async () => {
  await world?.server.close()
  await receiver?.close()
})

interface Entry {
  operation: string
  target_id: string | null
  user_id: string
  credential_id: string
  triggered_by: string
  request_id: string
}

/** The log's entries of one request. */
const entriesOf = (requestId: string) =>
  world.server.services.database.read((tx) =>
    tx.all<Entry>('SELECT * FROM audit_log WHERE request_id = ? ORDER BY id', requestId),
  )

const ids = Object.keys(operations) as OperationId[]
/** Of the POSTs, those that only look. */
const looking: readonly OperationId[] = ['renderPrompt']
const changing = ids.filter((id) => operations[id].method !== 'get' && !looking.includes(id))
const reading = ids.filter((id) => !changing.includes(id))

test.each(changing)('%s leaves an entry that says who changed what', async (id) => {
  const call = await callOf(world, id)
  const requestId = `audit-${id}`
  const response = await world.server.wire.send({
    ...call,
    key: world.keys.all,
    headers: { ...call.headers, 'X-Request-Id': requestId },
  })
  expect(response.status, response.body.toString()).toBeLessThan(300)
  const entries = await entriesOf(requestId)
  expect(entries.length).toBeGreaterThan(0)
  const [key] = await world.server.services.database.read((tx) =>
    tx.all<{ id: string }>('SELECT id FROM api_keys WHERE user_id = ? ORDER BY id', world.server.a.ownerId),
  )
  for (const entry of entries) {
    expect(entry).toMatchObject({
      operation: id,
      user_id: world.server.a.ownerId,
      credential_id: key?.id,
      triggered_by: 'api',
    })
    if (id === 'updateOrganization') expect(entry.target_id).toBe(world.server.a.id)
    else expect(call.path + response.body.toString()).toContain(entry.target_id ?? 'an identifier')
  }
})

test.each(reading)('%s leaves none', async (id) => {
  const call = await callOf(world, id)
  const requestId = `audit-${id}`
  await world.server.wire.send({
    ...call,
    key: world.keys.all,
    headers: { ...call.headers, 'X-Request-Id': requestId },
  })
  expect(await entriesOf(requestId)).toEqual([])
})

test('a batch leaves an entry for each of its resources', async () => {
  const prompts = [await world.prompt(), await world.prompt(), await world.prompt()]
  const path = `/prompts?${prompts.map(({ id }) => `id=${id}`).join('&')}`
  await world.server.wire.send({
    method: 'DELETE',
    path,
    key: world.keys.all,
    headers: { 'X-Request-Id': 'audit-batch' },
  })
  expect((await entriesOf('audit-batch')).map((entry) => entry.target_id)).toEqual(
    prompts.map(({ id }) => id),
  )
})

test('a failed execution leaves an entry, for it is kept and may have cost something', async () => {
  const { id } = await world.prompt()
  const { status } = await world.server.wire.send({
    method: 'POST',
    path: `/prompts/${id}/execute`,
    key: world.keys.all,
    body: { variables: { name: 'Ada' }, model: 'mock/error-500' },
    headers: { 'X-Request-Id': 'audit-failed' },
  })
  expect(status).toBe(502)
  expect(await entriesOf('audit-failed')).toMatchObject([
    { operation: 'executePrompt', target_id: id, user_id: world.server.a.ownerId, triggered_by: 'api' },
  ])
})

test('a refused change leaves none, and a replay none of its own', async () => {
  const { id } = await world.prompt()
  const send = (path: string, method: string, body: object, headers: Record<string, string>) =>
    world.server.wire.send({ method, path, key: world.keys.all, body, headers })
  const rejected = { 'X-Request-Id': 'audit-refused', 'If-Match': '"another"' }
  expect((await send(`/prompts/${id}`, 'PATCH', { name: 'New' }, rejected)).status).toBe(412)
  expect(await entriesOf('audit-refused')).toEqual([])
  const body = { name: 'Once', content: 'Hello' }
  for (const requestId of ['audit-first', 'audit-replay'])
    await send('/prompts', 'POST', body, { 'Idempotency-Key': 'once', 'X-Request-Id': requestId })
  expect([(await entriesOf('audit-first')).length, await entriesOf('audit-replay')]).toEqual([1, []])
})
