/** A second API version, which only this test has, on its way over HTTP. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApiVersions } from '../../../../src/service/events/apiVersions.ts'
import { respondWith } from '../../../harness/receiver.ts'
import { demand, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

const OLD = '2026-11-01'
const NEW = '2027-05-01'
/** How often each version was rendered. */
let rendered: string[] = []
const versions = createApiVersions({
  [NEW]: (event) => {
    rendered.push(NEW)
    return event
  },
  // The old version: only the id of the subject.
  [OLD]: ({ data, ...envelope }) => {
    rendered.push(OLD)
    return { ...envelope, subject: 'id' in data ? data.id : null }
  },
})

let fixture: Fixture
beforeEach(async () => {
  rendered = []
  fixture = await openFixture({ apiVersions: versions })
})
afterEach(() => fixture.close())

/** The deliveries at a path, oldest first. */
const bodiesAt = (path: string) =>
  fixture.receiver.requests.filter((request) => request.path === path).map(({ body }) => body.toString())

describe('API versions', () => {
  it('each webhook gets the shape of its own, the newest unless it asks for another', async () => {
    const { receiver } = fixture
    const given = [
      ['/new', undefined],
      ['/old', OLD],
      ['/old/too', OLD],
    ] as const
    for (const [path, apiVersion] of given) {
      const made = await fixture.webhook({ url: receiver.url(path), ...(apiVersion && { apiVersion }) })
      expect(made.apiVersion).toBe(apiVersion ?? NEW)
    }
    await fixture.happen()
    const [bodyNew = '', bodyOld = '', another] = given.map(([path]) => bodiesAt(path)[0])
    const [eventNew, eventOld] = [JSON.parse(bodyNew), JSON.parse(bodyOld)]
    expect(eventNew).toMatchObject({ apiVersion: NEW, type: 'prompt.created', data: { name: 'Prompt 1' } })
    const { data, ...envelope } = eventNew
    expect(eventOld).toEqual({ ...envelope, apiVersion: OLD, subject: data.id })
    expect(another).toBe(bodyOld)
    expect(rendered.sort()).toEqual([OLD, NEW]) // once for each version, however many webhooks
  })

  it('an event keeps the bytes that it was rendered to, whatever becomes of its webhook', async () => {
    const { id } = await fixture.webhook({ url: fixture.receiver.url('/hook'), apiVersion: OLD })
    fixture.receiver.script(respondWith(503), respondWith(200))
    await fixture.happen()
    const params = { path: { webhookId: id } }
    await demand(fixture.api.PATCH('/webhooks/{webhookId}', { params, body: { apiVersion: NEW } }))
    await fixture.server.clock.advance(60_000)
    await fixture.server.services.jobs.idle()
    const [first, retried] = bodiesAt('/hook')
    expect(retried).toBe(first)

    await fixture.happen()
    const later = bodiesAt('/hook').at(-1)
    expect(JSON.parse(first ?? '')).toMatchObject({ apiVersion: OLD })
    expect(JSON.parse(later ?? '')).toMatchObject({ apiVersion: NEW })

    const [attempt] = await fixture.log(id)
    await demand(
      fixture.api.POST('/webhooks/{webhookId}/deliveries/{deliveryId}/resend', {
        params: { path: { webhookId: id, deliveryId: attempt?.id ?? '' } },
      }),
    )
    await fixture.server.services.jobs.idle()
    expect(bodiesAt('/hook').at(-1)).toBe(first)
  })

  it('a version without a renderer is refused', async () => {
    const body = {
      url: fixture.receiver.url(),
      events: ['prompt.created' as const],
      apiVersion: '2025-01-01',
    }
    expect(await outcome(fixture.api.POST('/webhooks', { body }))).toEqual(rejectedAt('apiVersion'))
  })
})
