/** AsyncAPI documents as other people write them: names, wrapped payloads and messages without one. */
import { describe, expect, it, test } from 'vitest'
import { eventTypes } from '../../../src/toolkit/generate/eventTypes.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'

const LIGHTS = {
  asyncapi: '3.0.0',
  info: { title: 'Lights', version: '1.0.0' },
  channels: {
    measured: {
      messages: {
        lightMeasured: { payload: { $ref: '#/components/schemas/lightMeasuredPayload' } },
        'turn-on': {
          payload: { schemaFormat: 'application/schema+json;version=draft-07', schema: { type: 'string' } },
        },
      },
    },
    commands: {
      messages: {
        'turn-on': { payload: { type: 'integer' } },
        avro: {
          payload: { schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema: { type: 'record' } },
        },
        empty: {},
      },
    },
  },
  components: { schemas: { lightMeasuredPayload: { type: 'object', discriminator: 'kind' } } },
}

test('the payload of every message has a type', async () => {
  let asked = ''
  const text = await eventTypes(
    documentOf(LIGHTS),
    async ({ root }, aliases) => {
      asked = String(aliases)
      return JSON.stringify((root.components as { schemas: unknown }).schemas)
    },
    'where possible',
  )
  expect(asked).toBe('where possible')
  expect(JSON.parse(text)).toEqual({
    lightMeasuredPayload: { type: 'object' },
    TurnOn: { type: 'string' },
    TurnOn2: { type: 'integer' },
    Avro: {},
    Empty: {},
  })
})

describe('the union of all events', () => {
  const typesOf = async (document: object) =>
    eventTypes(documentOf(document), async ({ root }) => JSON.stringify(root.components))
  const sent = (more: object) => ({
    asyncapi: '3.0.0',
    info: { title: 'Orders', version: '1.0.0' },
    channels: { orders: { messages: { placed: { payload: { type: 'object' } } } } },
    operations: { sendOrder: { action: 'send', channel: { $ref: '#/channels/orders' } } },
    ...more,
  })

  it.each([
    ['no server', sent({})],
    ['an HTTP server', sent({ servers: { receiver: { host: 'example.com', protocol: 'https' } } })],
  ])('is there for webhooks with %s', async (_, document) => {
    expect(await typesOf(document)).toContain('"WebhookEvent"')
  })

  it.each([
    ['a Kafka server', sent({ servers: { broker: { host: 'example.com', protocol: 'kafka' } } })],
    ['a socket', sent({ servers: { socket: { host: 'example.com', protocol: 'wss' } } })],
    [
      'bindings of a broker',
      sent({ channels: { orders: { messages: { placed: {} }, bindings: { amqp: {} } } } }),
    ],
    ['an application that receives', sent({ operations: { onOrder: { action: 'receive' } } })],
    ['no operation', sent({ operations: {} })],
  ])('is not invented for %s', async (_, document) => {
    expect(await typesOf(document)).not.toContain('WebhookEvent')
  })
})
