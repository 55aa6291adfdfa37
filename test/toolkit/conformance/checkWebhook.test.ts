import { describe, expect, test } from 'vitest'
import {
  createWebhookChecker,
  DocumentError,
  loadDocument,
  markedBy,
  type WebhookDelivery,
} from '../../../src/toolkit/conformance/index.ts'

const events = loadDocument('test/toolkit/conformance/planted/events.yaml')
const checker = createWebhookChecker(markedBy(events, { extension: 'x-origin', value: 'specified' }))
const NOW = 1_793_619_000
const BODY =
  '{"id":"evt_1","type":"note.created","createdAt":"2026-11-02T09:30:00.000Z","data":{"object":"note"}}'
// HMAC-SHA256 of `1793619000.` + BODY under `whsec_one` and `whsec_two`, made with openssl dgst -hmac.
const ONE = 'acfed6704ccf87b251348e57dd0e982835abb459bd29a8da3f82c29c241d7704'
const TWO = '14a52638d4e2b5974f702b4be83e9a7773c5b094ea4112e76f0e156e578ac585'

interface Given {
  signature?: string
  timestamp?: string
  contentType?: string
  body?: string
  secrets?: string[]
  now?: number
  method?: string
}

const deliver = (given: Given, profile: 'core' | 'full' = 'full') => {
  const delivery: WebhookDelivery = {
    method: given.method ?? 'POST',
    headers: {
      'Content-Type': given.contentType ?? 'application/json',
      'X-Service-Signature': given.signature ?? `t=${NOW},v1=${ONE}`,
      'X-Service-Timestamp': given.timestamp ?? String(NOW),
    },
    body: Buffer.from(given.body ?? BODY),
  }
  for (const [name, value] of Object.entries(delivery.headers))
    if (value === '') delete delivery.headers[name]
  const receiver = { secrets: given.secrets ?? ['whsec_one'], now: given.now ?? NOW }
  return checker.check(delivery, receiver, { profile })
}

describe('a delivery passes', () => {
  test.each<[string, Given]>([
    ['signed with the secret', {}],
    ['of a receiver whose clock is 300 s behind', { now: NOW - 300 }],
    ['of a receiver whose clock is 300 s ahead', { now: NOW + 300 }],
    [
      'signed with both secrets during a rotation',
      { signature: `t=${NOW},v1=${TWO},v1=${ONE}`, secrets: ['whsec_one', 'whsec_two'] },
    ],
    ['with a charset', { contentType: 'application/json; charset=utf-8' }],
  ])('%s', (_, given) => {
    expect(deliver(given)).toEqual([])
  })
})

describe('a delivery is objected to', () => {
  const body = (change: object) => JSON.stringify({ ...JSON.parse(BODY), ...change })
  const unsigned = ['webhook-signature']
  test.each<[string, Given & { rules: string[]; core?: false }]>([
    ['without a signature', { signature: '', rules: unsigned }],
    ['whose digest is of another body', { body: BODY.replace('evt_1', 'evt_2'), rules: unsigned }],
    ['whose digest is of another secret', { signature: `t=${NOW},v1=${TWO}`, rules: unsigned }],
    ['whose digest is in capitals', { signature: `t=${NOW},v1=${ONE.toUpperCase()}`, rules: unsigned }],
    ['signed as v0 alone', { signature: `t=${NOW},v0=${ONE}`, rules: unsigned }],
    ['without t', { signature: `v1=${ONE}`, rules: unsigned }],
    ['with two t', { signature: `t=${NOW},t=${NOW},v1=${ONE}`, rules: unsigned }],
    [
      'with one digest during a rotation',
      { secrets: ['whsec_one', 'whsec_two'], rules: unsigned, core: false },
    ],
    ['with a part of another name', { signature: `t=${NOW},v1=${ONE},v2=x`, rules: unsigned, core: false }],
    ['301 s old', { now: NOW + 301, rules: ['webhook-timestamp'] }],
    ['301 s in the future', { now: NOW - 301, rules: ['webhook-timestamp'] }],
    ['without X-Service-Timestamp', { timestamp: '', rules: ['webhook-timestamp'] }],
    ['whose two timestamps differ', { timestamp: String(NOW + 1), rules: ['webhook-timestamp'] }],
    ['as text', { contentType: 'text/plain', rules: ['webhook-content-type'] }],
    ['by PUT', { method: 'PUT', rules: ['webhook-content-type'] }],
    ['of an unknown type', { body: body({ type: 'note.lost' }), rules: [...unsigned, 'webhook-payload'] }],
    ['without an id', { body: body({ id: undefined }), rules: [...unsigned, 'webhook-payload'] }],
    [
      'whose data is another kind',
      { body: body({ data: { object: 'prompt' } }), rules: [...unsigned, 'webhook-payload'] },
    ],
    ['that is no JSON', { body: '{', rules: [...unsigned, 'webhook-payload'] }],
  ])('%s', (_, { rules, core, ...given }) => {
    expect([...new Set(deliver(given).map(({ rule }) => rule))]).toEqual(rules)
    const inCore = [...new Set(deliver(given, 'core').map(({ rule }) => rule))]
    expect(inCore).toEqual(core === false ? [] : rules)
  })

  test('with an extension of the wrong type, by the full profile alone', () => {
    const given = { body: body({ data: { object: 'note', colour: 7 } }) }
    expect(deliver(given).map(({ pointer, message }) => ({ pointer, message }))).toContainEqual({
      pointer: '/data/colour',
      message: 'received 7; expected string',
    })
    expect(deliver(given, 'core').map(({ rule }) => rule)).toEqual(unsigned)
  })
})

test('the event types come from the document', () => {
  expect(checker.types).toEqual(['note.created', 'note.removed'])
})

test('a document without messages is refused', () => {
  expect(() => createWebhookChecker(loadDocument('test/toolkit/conformance/planted/notes.yaml'))).toThrow(
    DocumentError,
  )
})
