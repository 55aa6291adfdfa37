/** The facts of the source specification about webhooks and events, against its own words; see source.test.ts. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptInvitation } from '../src/service/features/organization/acceptInvitation.ts'
import { createReceiver, type Received, type Receiver } from './harness/receiver.ts'
import { startServer, type TestServer } from './harness/server.ts'

let server: TestServer
let receiver: Receiver
beforeAll(async () => {
  receiver = await createReceiver()
  server = await startServer({ webhookCa: receiver.ca })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

type Body = Record<string, unknown>
const send = async (method: string, path: string, body?: unknown) => {
  const response = await server.wire.send({ method, path, key: server.a.key, body })
  return { ...response, body: (response.body.length > 0 ? response.json() : {}) as Body }
}
const make = async (path: string, body: Body): Promise<Body & { id: string }> => {
  const response = await send('POST', path, body)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body as Body & { id: string }
}
const text = expect.any(String)
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)

/** The 17 event types. */
const EVENTS = [
  'prompt.created',
  'prompt.updated',
  'prompt.deleted',
  'prompt.version.created',
  'prompt.executed',
  'report.created',
  'report.completed',
  'report.failed',
  'report.exported',
  'evaluation.started',
  'evaluation.completed',
  'evaluation.failed',
  'evaluation.test.completed',
  'member.invited',
  'member.joined',
  'member.removed',
  'subscription.updated',
]
const url = () => receiver.url()

describe('a webhook', () => {
  test('is created from url, events and description; the answer has its secret and says active', async () => {
    const events = ['prompt.created', 'report.created']
    const webhook = await make('/webhooks', { url: url(), events, description: 'CI' })
    expect(webhook).toMatchObject({
      id: text,
      url: url(),
      events,
      secret: text,
      status: 'active',
      createdAt: time,
    })
    const read = (await send('GET', `/webhooks/${webhook.id}`)).body
    expect(read).toMatchObject({ url: url(), events, description: 'CI', status: 'active' })
    expect(read).not.toHaveProperty('secret')
    await send('DELETE', `/webhooks/${webhook.id}`)
  })
  test('has an HTTPS address', async () => {
    const response = await send('POST', '/webhooks', {
      url: 'http://example.com/',
      events: ['prompt.created'],
    })
    expect([response.status, response.body]).toMatchObject([400, { error: { details: { field: 'url' } } }])
  })
  test('subscribes to any of the 17 event types and to no other', async () => {
    const { id, events } = await make('/webhooks', { url: url(), events: EVENTS })
    expect(events).toEqual(EVENTS)
    await send('DELETE', `/webhooks/${id}`)
    expect((await send('POST', '/webhooks', { url: url(), events: ['prompt.renamed'] })).status).toBe(400)
  })
})

describe('a delivery', () => {
  let webhook: Body & { id: string }
  let sent: Received
  let prompt: Body
  beforeAll(async () => {
    webhook = await make('/webhooks', { url: url(), events: ['prompt.created'] })
    receiver.requests.length = 0
    prompt = await make('/prompts', { name: 'Told', content: 'x' })
    await make('/folders', { name: 'Not told' })
    await server.services.jobs.idle()
    expect(receiver.requests).toHaveLength(1)
    sent = receiver.requests[0] as Received
  })

  test('is a POST of JSON in the envelope, for the types that the webhook subscribes to', () => {
    expect([sent.method, sent.headers['content-type']]).toEqual([
      'POST',
      expect.stringMatching(/^application\/json/),
    ])
    const event = JSON.parse(sent.body.toString())
    expect(event).toEqual({
      id: text,
      type: 'prompt.created',
      apiVersion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      createdAt: time,
      data: expect.anything(),
      metadata: { organizationId: server.a.id, workspaceId: text, triggeredBy: 'api' },
    })
    const { id, name, content, folderId, version, updatedAt, updatedBy } = prompt
    const fields = { id, name, content, folderId, version, updatedAt, updatedBy }
    expect(event.data).toMatchObject({ object: 'prompt', ...fields })
  })

  test('is signed over the timestamp, a full stop and the raw body with the secret', () => {
    const timestamp = String(sent.headers['x-service-timestamp'])
    const digest = createHmac('sha256', String(webhook.secret))
      .update(`${timestamp}.`)
      .update(sent.body)
      .digest('hex')
    expect(sent.headers['x-service-signature']).toBe(`t=${timestamp},v1=${digest}`)
    expect(Number(timestamp)).toBe(Math.floor(server.clock.now() / 1000))
  })

  test('is listed with its outcome', async () => {
    const { body } = await send('GET', `/webhooks/${webhook.id}/deliveries`)
    expect(body.deliveries).toMatchObject([
      {
        id: text,
        eventId: JSON.parse(sent.body.toString()).id,
        eventType: 'prompt.created',
        status: 'success',
        httpStatus: 200,
        responseTime: expect.any(Number),
        attemptNumber: 1,
        deliveredAt: time,
      },
    ])
  })

  test('of a sample is sent by the test operation and listed too', async () => {
    const response = await send('POST', `/webhooks/${webhook.id}/test`, { eventType: 'report.completed' })
    expect(response.status).toBe(202)
    await server.services.jobs.idle()
    expect(JSON.parse(String(receiver.requests[1]?.body)).type).toBe('report.completed')
    const { deliveries } = (await send('GET', `/webhooks/${webhook.id}/deliveries`)).body
    expect(deliveries).toMatchObject([{ eventType: 'report.completed', status: 'success' }, {}])
  })
})

test('a member who accepts an invitation is announced', async () => {
  const webhook = await make('/webhooks', { url: receiver.url('/joined'), events: ['member.joined'] })
  const invited = await make('/organization/members', { email: 'ada@example.com', role: 'viewer' })
  const token = String(invited.invitationUrl).split('/').at(-1) ?? ''
  await acceptInvitation(server.services, { token, name: 'Ada', password: 'correct horse battery staple' })
  await server.services.jobs.idle()
  const reported = receiver.requests
    .filter(({ path }) => path === '/joined')
    .map(({ body }) => JSON.parse(String(body)))
  expect(reported).toMatchObject([
    { type: 'member.joined', data: { object: 'member', id: invited.id, status: 'active' } },
  ])
  await send('DELETE', `/webhooks/${webhook.id}`)
})
