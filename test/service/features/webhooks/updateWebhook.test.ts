import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UpdateWebhookRequest } from '../../../../generated/openapi.v1.ts'
import { type Receiver, respondWith } from '../../../harness/receiver.ts'
import { demand, NOT_FOUND, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture, UNKNOWN } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())
beforeEach(() => fixture.receiver.script(respondWith(200)))

const change = (webhookId: string, body: UpdateWebhookRequest, api = fixture.api, ifMatch?: string) =>
  api.PATCH('/webhooks/{webhookId}', {
    params: { path: { webhookId }, ...(ifMatch !== undefined && { header: { 'If-Match': ifMatch } }) },
    body,
  })

describe('updateWebhook: PATCH /webhooks/{webhookId}', () => {
  it('changes what is given and leaves the rest, the secret too', async () => {
    const { secret: _, ...before } = await fixture.webhook({ description: 'Before' })
    await fixture.server.clock.advance(1000)
    const url = fixture.receiver.url('/moved')
    const events = ['prompt.updated', 'prompt.created'] as const
    expect(await demand(change(before.id, { url, events: [...events] }))).toEqual({
      ...before,
      url,
      events,
      updatedAt: new Date(fixture.server.clock.now()).toISOString(),
    })
    expect(await demand(change(before.id, { description: null }))).toMatchObject({ url, description: null })
  })

  it('that changes nothing is none', async () => {
    const { secret: _, ...before } = await fixture.webhook()
    await fixture.server.clock.advance(1000)
    expect(await demand(change(before.id, { url: before.url, status: 'active' }))).toEqual(before)
  })

  it.each<[string, UpdateWebhookRequest, string]>([
    ['plain HTTP', { url: 'http://hooks.example.com/' }, 'url'],
    ['a private address', { url: 'https://192.168.0.1/' }, 'url'],
    ['a private address in hexadecimal', { url: 'https://0xc0a80001/' }, 'url'],
    ['no event', { events: [] }, 'events'],
    ['an unknown version', { apiVersion: '2025-01-01' }, 'apiVersion'],
    ['a status that only the service gives', { status: 'disabled' as 'paused' }, 'status'],
    [
      'an unknown folder',
      { filters: { folderIds: ['folder_01m6b1yq00f37s7f7t118jw0gc'] } },
      'filters.folderIds[0]',
    ],
  ])('refuses %s', async (_name, body, field) => {
    const { id } = await fixture.webhook()
    expect(await outcome(change(id, body))).toEqual(rejectedAt(field))
  })

  it('refuses to send events elsewhere for a caller who may not read them', async () => {
    const { id } = await fixture.webhook()
    const narrow = await fixture.as('webhooks:write')
    const denied = { status: 403, code: 'INSUFFICIENT_SCOPE' }
    expect(await outcome(change(id, { url: 'https://mine.example.com/' }, narrow))).toEqual(denied)
    expect(await outcome(change(id, { events: ['prompt.executed'] }, narrow))).toEqual(denied)
    expect((await demand(change(id, { status: 'paused' }, narrow))).status).toBe('paused')
  })

  it('keeps to If-Match', async () => {
    const { id } = await fixture.webhook()
    const { response } = await fixture.api.GET('/webhooks/{webhookId}', {
      params: { path: { webhookId: id } },
    })
    const etag = response.headers.get('etag') ?? ''
    await demand(change(id, { description: 'First' }, fixture.api, etag))
    expect(await outcome(change(id, { description: 'Second' }, fixture.api, etag))).toEqual({
      status: 412,
      code: 'PRECONDITION_FAILED',
    })
  })

  it('finds no webhook of another organization', async () => {
    const { id } = await fixture.webhook()
    expect(await outcome(change(id, { status: 'paused' }, fixture.other))).toEqual(NOT_FOUND)
    expect(await outcome(change(UNKNOWN, { status: 'paused' }))).toEqual(NOT_FOUND)
  })
})

describe('the status of a webhook', () => {
  it('paused records events as skipped, and active takes them up again', async () => {
    const { id } = await fixture.webhook()
    await demand(change(id, { status: 'paused' }))
    await fixture.happen()
    await demand(change(id, { status: 'active' }))
    await fixture.happen()
    expect(await fixture.log(id)).toMatchObject([
      { status: 'skipped', errorCode: 'WEBHOOK_PAUSED' },
      { status: 'success', errorCode: null },
    ])
  })

  it('disabled goes back to active alone', async () => {
    const { id } = await fixture.webhook()
    fixture.receiver.script(respondWith(410))
    await fixture.happen()
    const show = () =>
      demand(fixture.api.GET('/webhooks/{webhookId}', { params: { path: { webhookId: id } } }))
    expect(await show()).toMatchObject({ status: 'disabled', disabledReason: 'endpoint_gone' })
    expect(await outcome(change(id, { status: 'paused' }))).toEqual({ status: 409, code: 'INVALID_STATE' })
    expect(await demand(change(id, { status: 'active' }))).toMatchObject({
      status: 'active',
      disabledReason: null,
    })
    expect(await show()).toMatchObject({ status: 'active', disabledReason: null })
  })
})

/** Lets requests wait at `path`. @returns a function that responds to the last one */
function block(receiver: Receiver, path: string): (status: number) => void {
  let reply = (_status: number): void => {
    throw new Error('Nothing has come.')
  }
  receiver.at(path, (response, request) => {
    reply = (status) => respondWith(status)(response, request)
  })
  return (status) => reply(status)
}

describe('a new url', () => {
  const DAY = 24 * 3_600_000
  const find = (webhookId: string) =>
    demand(fixture.api.GET('/webhooks/{webhookId}', { params: { path: { webhookId } } }))
  const raise = () =>
    demand(fixture.api.POST('/prompts', { body: { name: 'Prompt of a moved webhook', content: 'Hello' } }))

  /** A webhook that moved while an attempt to its former address was under way, which then ends with `status`. */
  async function moved(status: number, path: string) {
    const { receiver, server } = fixture
    const { id } = await fixture.webhook({ url: receiver.url(`${path}/old`) })
    const responseOld = block(receiver, `${path}/old`)
    const before = receiver.requests.length
    await raise()
    await receiver.received(before + 1)
    await demand(change(id, { url: receiver.url(`${path}/new`) }))
    responseOld(status)
    await server.services.jobs.idle()
    return id
  }

  it('is not disabled by a late 410 from the former one', async () => {
    const id = await moved(410, '/gone')
    expect(await find(id)).toMatchObject({ status: 'active', disabledReason: null })
    expect(await fixture.log(id)).toMatchObject([{ status: 'failed', httpStatus: 410 }])
    await fixture.happen()
    expect((await fixture.log(id)).at(-1)).toMatchObject({ status: 'success' })
  })

  it('does not inherit a streak of failures that a late failure of the former one would begin', async () => {
    const id = await moved(404, '/failing')
    await fixture.server.clock.advance(5 * DAY)
    fixture.receiver.at('/failing/new', respondWith(404))
    await fixture.happen()
    expect((await fixture.log(id)).at(-1)).toMatchObject({ status: 'failed', httpStatus: 404 })
    expect(await find(id)).toMatchObject({ status: 'active', disabledReason: null })
  })
})
