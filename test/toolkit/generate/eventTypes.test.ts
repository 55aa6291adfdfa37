/** AsyncAPI documents as other people write them: names, wrapped payloads and messages without one. */
import { expect, test } from 'vitest'
import { documentOf } from '../../../src/toolkit/contract/index.ts'
import { eventTypes } from '../../../src/toolkit/generate/eventTypes.ts'

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
    WebhookEvent: {
      description: 'Every event, told apart by `type`.',
      oneOf: ['lightMeasuredPayload', 'TurnOn', 'TurnOn2', 'Avro', 'Empty'].map((name) => ({
        $ref: `#/components/schemas/${name}`,
      })),
    },
  })
})
