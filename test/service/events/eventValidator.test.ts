import { describe, expect, it } from 'vitest'
import asyncapi from '../../../generated/asyncapi.json' with { type: 'json' }
import type { WebhookEvent } from '../../../generated/asyncapi.ts'
import { EventInvalid, validateEvent } from '../../../src/service/events/eventValidator.ts'
import { createDeliveryWorld } from './deliveryWorld.ts'

const messages = Object.values(asyncapi.channels.webhook.messages)
const sample = (type: string) =>
  structuredClone(messages.find(({ name }) => name === type)?.examples[0]?.payload) as WebhookEvent

describe('the check of events before they are recorded', () => {
  it.each(messages.map(({ name }) => [name]))('lets the example of %s through', (type) => {
    expect(() => validateEvent(sample(type))).not.toThrow()
  })

  it.each(messages.map(({ name }) => [name]))('refuses a %s whose data lacks a member', (type) => {
    const event = sample(type)
    Reflect.deleteProperty(event.data, Object.keys(event.data)[0] ?? '')
    expect(() => validateEvent(event)).toThrow(EventInvalid)
  })

  it.each<[string, (event: { type: string; createdAt: string; extra?: number }) => void, RegExp]>([
    ['an unknown type', (event) => (event.type = 'prompt.renamed'), /no message prompt\.renamed/],
    ['another type than its data', (event) => (event.type = 'report.created'), /report\.created breaks/],
    ['a time that is none', (event) => (event.createdAt = 'now'), /\/createdAt/],
    ['a member that no document knows', (event) => (event.extra = 1), /additional properties/],
  ])('refuses %s, and says what is wrong', (_, spoil, words) => {
    const event = sample('prompt.created')
    spoil(event as { type: string; createdAt: string })
    expect(() => validateEvent(event)).toThrow(words)
  })

  it('fails the change, which leaves nothing behind', async () => {
    const world = await createDeliveryWorld({
      validateEvent: (event) => validateEvent({ ...event, id: 'evt_1' }),
    })
    const { id } = await world.addWebhook('https://127.0.0.1/hook')
    await expect(world.append('prompt.created')).rejects.toThrow(EventInvalid)
    expect(await world.log(id)).toEqual([])
  })
})
