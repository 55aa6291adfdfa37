import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WebhookChange } from '../../../../generated/openapi.v1.ts'
import { demand, NOT_FOUND, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture, UNKNOWN } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const show = async (webhookId: string) => {
  const { data, response } = await fixture.api.GET('/webhooks/{webhookId}', {
    params: { path: { webhookId } },
  })
  return { webhook: data, etag: response.headers.get('etag') ?? '' }
}

describe('updateWebhooks: PATCH /webhooks', () => {
  const change = (webhooks: WebhookChange[]) => fixture.api.PATCH('/webhooks', { body: { webhooks } })

  it('changes each in the order of the request', async () => {
    const [a, b] = [await fixture.webhook(), await fixture.webhook()]
    const { webhooks } = await demand(
      change([
        { id: b.id, status: 'paused' },
        { id: a.id, description: 'Changed', etag: (await show(a.id)).etag },
      ]),
    )
    expect(webhooks).toMatchObject([
      { id: b.id, status: 'paused' },
      { id: a.id, description: 'Changed', status: 'active' },
    ])
    expect((await show(b.id)).webhook).toEqual(webhooks[0])
  })

  it.each<
    [
      string,
      (mine: string, theirs: string) => WebhookChange,
      { status: number; code: string; field?: string },
    ]
  >([
    ['an unknown webhook', () => ({ id: UNKNOWN, status: 'paused' }), rejectedAt('webhooks[1].id')],
    [
      "another organization's",
      (_, theirs) => ({ id: theirs, status: 'paused' }),
      rejectedAt('webhooks[1].id'),
    ],
    ['one that is named twice', (mine) => ({ id: mine, status: 'active' }), rejectedAt('webhooks[1].id')],
  ])('changes nothing with %s among them', async (_name, second, want) => {
    const { id } = await fixture.webhook()
    const theirs = await demand(
      fixture.other.POST('/webhooks', { body: { url: fixture.receiver.url(), events: ['prompt.created'] } }),
    )
    expect(await outcome(change([{ id, status: 'paused' }, second(id, theirs.id)]))).toEqual(want)
    expect((await show(id)).webhook?.status).toBe('active')
  })

  it.each<[string, Omit<WebhookChange, 'id'>, { status: number; code: string; field?: string }]>([
    ['a private address', { url: 'https://10.0.0.7/' }, rejectedAt('webhooks[1].url')],
    ['an unknown version', { apiVersion: '2025-01-01' }, rejectedAt('webhooks[1].apiVersion')],
    [
      'an etag of the past',
      { description: 'x', etag: '"old"' },
      { status: 412, code: 'PRECONDITION_FAILED' },
    ],
  ])('changes nothing with %s for one of them', async (_name, changes, want) => {
    const [a, b] = [await fixture.webhook(), await fixture.webhook()]
    expect(
      await outcome(
        change([
          { id: a.id, status: 'paused' },
          { id: b.id, ...changes },
        ]),
      ),
    ).toEqual(want)
    expect((await show(a.id)).webhook?.status).toBe('active')
  })
})

describe('deleteWebhook: DELETE /webhooks/{webhookId}', () => {
  const remove = (webhookId: string, api = fixture.api, ifMatch?: string) =>
    api.DELETE('/webhooks/{webhookId}', {
      params: { path: { webhookId }, ...(ifMatch !== undefined && { header: { 'If-Match': ifMatch } }) },
    })

  it('ends it: it is gone, its log too, and no event is sent any more', async () => {
    const { id } = await fixture.webhook({ url: fixture.receiver.url('/deleted') })
    const { response } = await remove(id)
    expect(response.status).toBe(204)
    expect(await outcome(remove(id))).toEqual(NOT_FOUND)
    const params = { path: { webhookId: id } }
    expect(await outcome(fixture.api.GET('/webhooks/{webhookId}/deliveries', { params }))).toEqual(NOT_FOUND)
    await fixture.happen()
    expect(fixture.receiver.requests.filter(({ path }) => path === '/deleted')).toEqual([])
  })

  it('keeps to If-Match and to the organization', async () => {
    const { id } = await fixture.webhook()
    expect(await outcome(remove(id, fixture.api, '"old"'))).toEqual({
      status: 412,
      code: 'PRECONDITION_FAILED',
    })
    expect(await outcome(remove(id, fixture.other))).toEqual(NOT_FOUND)
    expect((await remove(id, fixture.api, (await show(id)).etag)).response.status).toBe(204)
  })
})

describe('deleteWebhooks: DELETE /webhooks', () => {
  const remove = (id: string[]) => fixture.api.DELETE('/webhooks', { params: { query: { id } } })

  it('deletes all that are named', async () => {
    const ids = [(await fixture.webhook()).id, (await fixture.webhook()).id]
    expect((await remove(ids)).response.status).toBe(204)
    for (const id of ids) expect((await show(id)).webhook).toBeUndefined()
  })

  it('deletes none when one is unknown', async () => {
    const { id } = await fixture.webhook()
    expect(await outcome(remove([id, UNKNOWN]))).toEqual(rejectedAt('query.id[1]'))
    expect((await show(id)).webhook?.id).toBe(id)
  })
})
