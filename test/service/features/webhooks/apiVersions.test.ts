/** A second API version, which only this test has, on its way over HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApiVersions } from '../../../../src/service/events/apiVersions.ts'
import { answer } from '../../../harness/receiver.ts'
import { demand, openStand, refusal, refusedAt, type Stand } from './stand.ts'

const OLD = '2026-11-01'
const NEW = '2027-05-01'
/** How often each version was rendered. */
let rendered: string[] = []
const versions = createApiVersions({
  [NEW]: (event) => {
    rendered.push(NEW)
    return event
  },
  // What clients of old knew: the subject by its id alone.
  [OLD]: ({ data, ...envelope }) => {
    rendered.push(OLD)
    return { ...envelope, subject: 'id' in data ? data.id : null }
  },
})

let stand: Stand
beforeEach(async () => {
  rendered = []
  stand = await openStand({ apiVersions: versions })
})
afterEach(() => stand.close())

/** What came in at a path, oldest first. */
const bodiesAt = (path: string) =>
  stand.receiver.requests.filter((request) => request.path === path).map(({ body }) => body.toString())

describe('API versions', () => {
  it('each webhook gets the shape of its own, the newest unless it asks for another', async () => {
    const { receiver } = stand
    const given = [
      ['/new', undefined],
      ['/old', OLD],
      ['/old/too', OLD],
    ] as const
    for (const [path, apiVersion] of given) {
      const made = await stand.webhook({ url: receiver.url(path), ...(apiVersion && { apiVersion }) })
      expect(made.apiVersion).toBe(apiVersion ?? NEW)
    }
    await stand.happen()
    const [bodyNew = '', bodyOld = '', another] = given.map(([path]) => bodiesAt(path)[0])
    const [eventNew, eventOld] = [JSON.parse(bodyNew), JSON.parse(bodyOld)]
    expect(eventNew).toMatchObject({ apiVersion: NEW, type: 'prompt.created', data: { name: 'Prompt 1' } })
    const { data, ...envelope } = eventNew
    expect(eventOld).toEqual({ ...envelope, apiVersion: OLD, subject: data.id })
    expect(another).toBe(bodyOld)
    expect(rendered.sort()).toEqual([OLD, NEW]) // once for each version, however many webhooks
  })

  it('an event keeps the bytes that it was rendered to, whatever becomes of its webhook', async () => {
    const { id } = await stand.webhook({ url: stand.receiver.url('/hook'), apiVersion: OLD })
    stand.receiver.script(answer(503), answer(200))
    await stand.happen()
    const params = { path: { webhookId: id } }
    await demand(stand.api.PATCH('/webhooks/{webhookId}', { params, body: { apiVersion: NEW } }))
    await stand.server.clock.advance(60_000)
    await stand.server.services.jobs.idle()
    const [first, retried] = bodiesAt('/hook')
    expect(retried).toBe(first)

    await stand.happen()
    const later = bodiesAt('/hook').at(-1)
    expect(JSON.parse(first ?? '')).toMatchObject({ apiVersion: OLD })
    expect(JSON.parse(later ?? '')).toMatchObject({ apiVersion: NEW })

    const [attempt] = await stand.log(id)
    await demand(
      stand.api.POST('/webhooks/{webhookId}/deliveries/{deliveryId}/resend', {
        params: { path: { webhookId: id, deliveryId: attempt?.id ?? '' } },
      }),
    )
    await stand.server.services.jobs.idle()
    expect(bodiesAt('/hook').at(-1)).toBe(first)
  })

  it('a version without a renderer is refused', async () => {
    const body = { url: stand.receiver.url(), events: ['prompt.created' as const], apiVersion: '2025-01-01' }
    expect(await refusal(stand.api.POST('/webhooks', { body }))).toEqual(refusedAt('apiVersion'))
  })
})
