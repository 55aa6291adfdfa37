import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { type VerifyOptions, verifyWebhook, WebhookVerificationError } from '../../src/client/webhooks.ts'
import { signatureHeaders } from '../../src/service/events/signature.ts'

// Literal vectors, made with `openssl dgst -sha256 -hmac <secret>`.
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const OTHER = 'whsec_/////////////////////////////////////////w=='
const TIME = 1_700_000_000
const BODY = '{"id":"evt_1","type":"prompt.created","data":{"name":"Größe 🙂"}}'
const V1 = '744a4a87ede6a9c02cfff9dbda7919608e4b6e6d4905ed551e80625ea2a3454c'
const V1_OTHER = 'c0c07d10af4a91f2aea282f755b06ef1634679a19b3b1c4154b2cc0843bbc83d'

const headers = (signature: string, stamp = String(TIME)) => ({
  'x-service-signature': signature,
  'x-service-timestamp': stamp,
})
const GOOD = headers(`t=${TIME},v1=${V1}`)
const at = (seconds: number): VerifyOptions => ({ now: seconds * 1000 })

async function codeOf(action: () => Promise<unknown>): Promise<string> {
  try {
    await action()
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
  return 'accepted'
}

describe('a receiver accepts', () => {
  it.each([
    ['the literal vector', { body: BODY, headers: GOOD, secret: SECRET }],
    ['the body as bytes', { body: Buffer.from(BODY), headers: GOOD, secret: SECRET }],
    ['headers of the Fetch API', { body: BODY, headers: new Headers(GOOD), secret: SECRET }],
    [
      'headers in another case',
      {
        body: BODY,
        headers: { 'X-Service-Signature': GOOD['x-service-signature'], 'X-SERVICE-TIMESTAMP': String(TIME) },
        secret: SECRET,
      },
    ],
    [
      'headers as lists of one',
      {
        body: BODY,
        headers: {
          'x-service-signature': [GOOD['x-service-signature']],
          'x-service-timestamp': [String(TIME)],
        },
        secret: SECRET,
      },
    ],
    [
      'two v1, the right one first',
      { body: BODY, headers: headers(`t=${TIME},v1=${V1},v1=${V1_OTHER}`), secret: SECRET },
    ],
    [
      'two v1, the right one last',
      { body: BODY, headers: headers(`t=${TIME},v1=${V1_OTHER},v1=${V1}`), secret: SECRET },
    ],
    [
      'an unknown scheme beside v1',
      { body: BODY, headers: headers(`t=${TIME},v0=00,v1=${V1},v2=zz`), secret: SECRET },
    ],
    ['the parts in another order', { body: BODY, headers: headers(`v1=${V1},t=${TIME}`), secret: SECRET }],
    ['the second of two secrets', { body: BODY, headers: GOOD, secret: [OTHER, SECRET] }],
  ])('%s', async (_name, { body, headers, secret }) => {
    const event = await verifyWebhook(body, headers, secret, at(TIME))
    expect(event).toEqual(JSON.parse(BODY))
  })

  it.each([
    ['now', 0, 'accepted'],
    ['300 seconds old', 300, 'accepted'],
    ['301 seconds old', 301, 'TIMESTAMP_OUT_OF_TOLERANCE'],
    ['300 seconds ahead', -300, 'accepted'],
    ['301 seconds ahead', -301, 'TIMESTAMP_OUT_OF_TOLERANCE'],
  ])('the age of a signature: %s', async (_name, age, want) => {
    expect(await codeOf(() => verifyWebhook(BODY, GOOD, SECRET, at(TIME + age)))).toBe(want)
  })

  it.each([
    [10, 10, 'accepted'],
    [11, 10, 'TIMESTAMP_OUT_OF_TOLERANCE'],
    [1, 0, 'TIMESTAMP_OUT_OF_TOLERANCE'],
    [0, Number.NaN, 'TIMESTAMP_OUT_OF_TOLERANCE'],
  ])('an age of %d under a tolerance of its own, %d', async (age, toleranceSeconds, want) => {
    const options = { ...at(TIME + age), toleranceSeconds }
    expect(await codeOf(() => verifyWebhook(BODY, GOOD, SECRET, options))).toBe(want)
  })

  it('reads the system clock unless told the time', async () => {
    expect(await codeOf(() => verifyWebhook(BODY, GOOD, SECRET))).toBe('TIMESTAMP_OUT_OF_TOLERANCE')
  })
})

describe('a receiver refuses', () => {
  it.each([
    ['no headers', { headers: {}, want: 'HEADER_MISSING' }],
    ['no signature', { headers: { 'x-service-timestamp': String(TIME) }, want: 'HEADER_MISSING' }],
    ['no timestamp', { headers: { 'x-service-signature': `t=${TIME},v1=${V1}` }, want: 'HEADER_MISSING' }],
    [
      'two signature headers',
      {
        headers: { ...GOOD, 'x-service-signature': [`t=${TIME},v1=${V1}`, `t=${TIME},v1=${V1}`] },
        want: 'HEADER_MISSING',
      },
    ],
    [
      'two signature headers that were joined',
      {
        headers: headers(`t=${TIME},v1=${V1}, t=${TIME},v1=${V1}`),
        want: 'HEADER_MALFORMED',
      },
    ],
    ['an empty signature', { headers: headers(''), want: 'HEADER_MISSING' }],
    ['no t', { headers: headers(`v1=${V1}`), want: 'HEADER_MALFORMED' }],
    ['two t', { headers: headers(`t=${TIME},t=${TIME},v1=${V1}`), want: 'HEADER_MALFORMED' }],
    ['a t that is no number', { headers: headers(`t=now,v1=${V1}`, 'now'), want: 'HEADER_MALFORMED' }],
    ['a t with a sign', { headers: headers(`t=+${TIME},v1=${V1}`, `+${TIME}`), want: 'HEADER_MALFORMED' }],
    [
      'an endless t',
      { headers: headers(`t=${'9'.repeat(400)},v1=${V1}`, '9'.repeat(400)), want: 'HEADER_MALFORMED' },
    ],
    ['no v1', { headers: headers(`t=${TIME}`), want: 'HEADER_MALFORMED' }],
    ['v0 alone, with the right digest', { headers: headers(`t=${TIME},v0=${V1}`), want: 'HEADER_MALFORMED' }],
    [
      'a t other than X-Service-Timestamp',
      { headers: headers(`t=${TIME},v1=${V1}`, String(TIME + 1)), want: 'HEADER_MALFORMED' },
    ],
    [
      'a time put in the place of the signed one',
      {
        headers: headers(`t=${TIME + 1},v1=${V1}`, String(TIME + 1)),
        want: 'SIGNATURE_MISMATCH',
      },
    ],
    [
      'a digest under another secret',
      { headers: headers(`t=${TIME},v1=${V1_OTHER}`), want: 'SIGNATURE_MISMATCH' },
    ],
    ['an empty v1', { headers: headers(`t=${TIME},v1=`), want: 'SIGNATURE_MISMATCH' }],
    ['a cut v1', { headers: headers(`t=${TIME},v1=${V1.slice(0, 32)}`), want: 'SIGNATURE_MISMATCH' }],
    [
      'an upper-case v1',
      { headers: headers(`t=${TIME},v1=${V1.toUpperCase()}`), want: 'SIGNATURE_MISMATCH' },
    ],
  ])('%s', async (_name, { headers, want }) => {
    const code = await codeOf(() => verifyWebhook(BODY, headers, SECRET, at(TIME)))
    expect(code).toBe(want)
  })

  it.each([
    ['a changed body', BODY.replace('Größe', 'Grosse')],
    ['a body that was parsed and written again', JSON.stringify(JSON.parse(BODY), null, 2)],
    ['a line end after the body', `${BODY}\n`],
    ['no body', ''],
  ])('%s', async (_name, body) => {
    expect(await codeOf(() => verifyWebhook(body, GOOD, SECRET, at(TIME)))).toBe('SIGNATURE_MISMATCH')
  })

  it.each([
    ['an empty body', Buffer.from('')],
    ['text', Buffer.from('hello')],
    ['null', Buffer.from('null')],
    ['an object without id', Buffer.from('{"type":"prompt.created"}')],
    ['an object without type', Buffer.from('{"id":"evt_1"}')],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ])('%s, though it is signed', async (_name, body) => {
    const signed = headersOf(body)
    expect(await codeOf(() => verifyWebhook(body, signed, SECRET, at(TIME)))).toBe('BODY_MALFORMED')
  })

  it.each([
    ['no secret', []],
    ['an empty secret', ''],
    ['an empty secret among others', [SECRET, '']],
  ])('to work with %s', (_name, secret) => {
    return expect(verifyWebhook(BODY, GOOD, secret, at(TIME))).rejects.toThrow(TypeError)
  })
})

const headersOf = (body: Buffer) => ({ ...signatureHeaders(body, [SECRET], TIME) })

describe("another verifier of the same scheme, stripe's", () => {
  const { webhooks } = new Stripe('sk_test_unused')
  const received = new Date(TIME * 1000)

  it('accepts our signatures', () => {
    const { 'X-Service-Signature': signature } = signatureHeaders(Buffer.from(BODY), [OTHER, SECRET], TIME)
    const event: unknown = webhooks.constructEvent(
      BODY,
      signature,
      SECRET,
      300,
      undefined,
      received.getTime(),
    )
    expect(event).toEqual(JSON.parse(BODY))
  })

  it('makes signatures that we accept', async () => {
    const signature = webhooks.generateTestHeaderString({ payload: BODY, secret: SECRET, timestamp: TIME })
    expect(await codeOf(() => verifyWebhook(BODY, headers(signature), SECRET, at(TIME)))).toBe('accepted')
  })
})
