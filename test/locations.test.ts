/** Every address in a response leads to its resource, only by `new URL()`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../generated/operations.ts'
import { callOf } from './contract/recipes/index.ts'
import { createWorld, type World } from './contract/world.ts'
import { createReceiver } from './harness/receiver.ts'
import { startServer } from './harness/server.ts'

let world: World
beforeAll(async () => {
  const receiver = await createReceiver()
  world = await createWorld(await startServer({ webhookCa: receiver.ca }), receiver)
})
afterAll(async () => {
  await world?.server.close()
  await world?.receiver.close()
})

const baseUrl = () => `${world.server.origin}/v1`
/** The response at the reference, resolved as any client does. */
const follow = (reference: string) => {
  const { origin, pathname } = new URL(reference, baseUrl())
  expect(origin).toBe(world.server.origin)
  return world.server.wire.send({ method: 'GET', path: pathname.replace(/^\/v1/, ''), key: world.keys.all })
}

/** Imports and batches create several resources. */
const WITHOUT = ['createDatasetItems', 'importDatasetItems']
const making = Object.values(operations)
  .filter(
    ({ id, responses }) =>
      !WITHOUT.includes(id) && responses.some(({ status }) => status === 201 || status === 202),
  )
  .map(({ id }) => id)

describe('Location', () => {
  test.each(making)('%s leads to what it made', async (id) => {
    const call = await callOf(world, id)
    const made = await world.send(call.method, call.path, call.body)
    const location = made.header('location') ?? ''
    expect(location).toMatch(/^\/v1\//)
    const found = await follow(location)
    expect(found.status).toBe(200)
    expect(found.json()).toMatchObject({ id: (made.json() as { id: string }).id })
  })
})

test('the download of an export resolves against {base_url}', async () => {
  const { id } = await world.report()
  const made = await world.call<{ downloadUrl: string; downloadPath: string }>(
    201,
    'POST',
    `/reports/${id}/exports`,
    {
      format: 'csv',
    },
  )
  expect((await follow(made.downloadUrl)).header('content-type')).toMatch(/^text\/csv/)
  expect(new URL(made.downloadUrl, baseUrl()).href).toBe(`${baseUrl()}${made.downloadPath}`)
})

test('delivery records tell their webhook and when they were recorded', async () => {
  const { id } = await world.webhook()
  await world.call(202, 'POST', `/webhooks/${id}/test`, { eventType: 'prompt.created' })
  const { deliveries } = await world.call<{ deliveries: unknown[] }>(200, 'GET', `/webhooks/${id}/deliveries`)
  expect(deliveries).toMatchObject([{ webhookId: id, createdAt: expect.stringMatching(/^2026-11-02T10:00/) }])
})

test('folders and webhooks tell who made them', async () => {
  const createdBy = world.server.a.ownerId
  expect(await world.folder()).toMatchObject({ createdBy })
  expect(await world.webhook()).toMatchObject({ createdBy })
})

test('latest is refused as a label with words, not as something that is not there', async () => {
  const { id } = await world.prompt()
  const rejected = await world.send('PUT', `/prompts/${id}/labels/latest`, { version: 1 })
  expect(rejected.status).toBe(400)
  expect(rejected.json()).toMatchObject({ error: { details: { field: 'path.label' } } })
})
