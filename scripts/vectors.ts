/**
 * `npm run vectors`: writes the test vectors of the signature scheme, `asyncapi/vectors/signatures.json`. Each states the
 * receiver's input, its clock and its secrets, and whether it must accept it.
 */
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Vector {
  name: string
  /** Unix seconds of the receiver's clock. */
  now: number
  secrets: string[]
  headers: Record<string, string>
  /** The raw bytes, in base64. */
  body: string
  expect: 'accepted' | 'refused'
  /** Why it is rejected: the codes of `verifyWebhook`. */
  code?: string
  /**
   * The knowledge that a verifier needs to see the mistake: `timestamp-header` is the second header, and `future` means that a time
   * ahead of the clock is wrong. The exact form is `strict`, that of an event `event`. A verifier of a wider scheme may lack it.
   */
  needs?: 'timestamp-header' | 'future' | 'strict' | 'event'
}

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const OTHER = 'whsec_/////////////////////////////////////////w=='
const NOW = 1_793_613_600
const BODY = Buffer.from(
  '{"id":"evt_01m6dsg7e0fab90s0r414m51jf","type":"prompt.created","apiVersion":"2026-11-01","createdAt":"2026-11-02T10:00:00.000Z","data":{"object":"prompt","name":"Größe 🙂"},"metadata":{"triggeredBy":"api"}}',
)
const EMPTY_DATA = '{"id":"evt_01m6dsg7e0fab90s0r414m51jf","type":"prompt.created","data":{}}'

const digest = (body: Buffer = BODY, secret = SECRET, time: number | string = NOW): string =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')

interface Given {
  now?: number
  secrets?: string[]
  time?: number | string
  stamp?: string | null
  signature?: string | null
  body?: Buffer
  signed?: Buffer
}

function vector(name: string, given: Given, rejected?: string, needs?: Vector['needs']): Vector {
  const { now = NOW, secrets = [SECRET], time = NOW, body = BODY, signed = body } = given
  const signature =
    given.signature === undefined ? `t=${time},v1=${digest(signed, SECRET, time)}` : given.signature
  const stamp = given.stamp === undefined ? String(time) : given.stamp
  return {
    name,
    now,
    secrets,
    headers: {
      'Content-Type': 'application/json',
      ...(signature !== null && { 'X-Service-Signature': signature }),
      ...(stamp !== null && { 'X-Service-Timestamp': stamp }),
    },
    body: body.toString('base64'),
    expect: rejected === undefined ? 'accepted' : 'refused',
    ...(rejected !== undefined && { code: rejected }),
    ...(needs !== undefined && { needs }),
  }
}

const MALFORMED = 'HEADER_MALFORMED'
const MISSING = 'HEADER_MISSING'
const AGE = 'TIMESTAMP_OUT_OF_TOLERANCE'
const MISMATCH = 'SIGNATURE_MISMATCH'
const UNREADABLE = 'BODY_MALFORMED'
const good = digest()
const t = `t=${NOW}`

export const vectors: Vector[] = [
  vector('as it is sent', {}),
  vector('300 seconds old', { now: NOW + 300 }),
  vector('300 seconds ahead', { now: NOW - 300 }),
  vector('two digests, the right one first', { signature: `${t},v1=${good},v1=${digest(BODY, OTHER)}` }),
  vector('two digests, the right one last', { signature: `${t},v1=${digest(BODY, OTHER)},v1=${good}` }),
  vector('a receiver with the old and the new secret', { secrets: [OTHER, SECRET] }),
  vector('a digest of an unknown scheme beside v1', {
    signature: `${t},v0=${digest(BODY, OTHER)},v1=${good}`,
  }),
  vector('an unknown field at the end', { signature: `${t},v1=${good},v2=zz` }),
  vector('the digest before the time', { signature: `v1=${good},${t}` }),
  vector('a body with a line break at its end', { body: Buffer.concat([BODY, Buffer.from('\n')]) }),
  vector('a body with blanks between members', { body: Buffer.from(EMPTY_DATA.replaceAll(',', ', ')) }),
  vector('a body of 100,000 bytes', {
    body: Buffer.from(EMPTY_DATA.replace('{}', JSON.stringify({ text: 'x'.repeat(99_900) }))),
  }),
  vector('characters beyond the basic plane, as escapes', {
    body: Buffer.from(EMPTY_DATA.replace('{}', '{"name":"\\ud83d\\ude42"}')),
  }),
  vector('301 seconds old', { now: NOW + 301 }, AGE),
  vector('a day old', { now: NOW + 86_400 }, AGE),
  vector('301 seconds ahead', { now: NOW - 301 }, AGE, 'future'),
  vector('a year ahead', { now: NOW - 31_536_000 }, AGE, 'future'),
  vector('a time in milliseconds', { time: NOW * 1000 }, MALFORMED, 'future'),
  vector('the time 0', { time: 0 }, AGE),
  vector('another secret', { secrets: [OTHER] }, MISMATCH),
  vector(
    'the secret without its prefix',
    { signature: `${t},v1=${digest(BODY, SECRET.slice(6))}` },
    MISMATCH,
  ),
  vector(
    'the bytes that the secret stands for',
    {
      signature: `${t},v1=${createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
        .update(`${NOW}.`)
        .update(BODY)
        .digest('hex')}`,
    },
    MISMATCH,
  ),
  vector(
    'one byte of the body changed',
    { body: Buffer.from(BODY.toString().replace('api"', 'apj"')), signed: BODY },
    MISMATCH,
  ),
  vector(
    'the body written again with blanks',
    { body: Buffer.from(JSON.stringify(JSON.parse(BODY.toString()), null, 1)), signed: BODY },
    MISMATCH,
  ),
  vector(
    'a member added to the body',
    { body: Buffer.from(BODY.toString().replace('{"id"', '{"x":1,"id"')), signed: BODY },
    MISMATCH,
  ),
  vector(
    'a line break taken from the end',
    { body: BODY, signed: Buffer.concat([BODY, Buffer.from('\n')]) },
    MISMATCH,
  ),
  vector('an empty body', { body: Buffer.alloc(0), signed: BODY }, MISMATCH),
  vector(
    'a digest over the body without the time',
    { signature: `${t},v1=${createHmac('sha256', SECRET).update(BODY).digest('hex')}` },
    MISMATCH,
  ),
  vector('a digest over another time', { signature: `${t},v1=${digest(BODY, SECRET, NOW - 1)}` }, MISMATCH),
  vector('the time changed', { signature: `t=${NOW + 10},v1=${good}`, stamp: String(NOW + 10) }, MISMATCH),
  vector(
    'a digest by SHA-1',
    { signature: `${t},v1=${createHmac('sha1', SECRET).update(`${NOW}.`).update(BODY).digest('hex')}` },
    MISMATCH,
  ),
  vector(
    'a digest by SHA-512',
    { signature: `${t},v1=${createHmac('sha512', SECRET).update(`${NOW}.`).update(BODY).digest('hex')}` },
    MISMATCH,
  ),
  vector('the last digit of the digest cut off', { signature: `${t},v1=${good.slice(0, -1)}` }, MISMATCH),
  vector('a digit added to the digest', { signature: `${t},v1=${good}0` }, MISMATCH),
  vector(
    'the last digit of the digest changed',
    { signature: `${t},v1=${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}` },
    MISMATCH,
  ),
  vector('a digest in capitals', { signature: `${t},v1=${good.toUpperCase()}` }, MISMATCH, 'strict'),
  vector(
    'a digest in base64',
    { signature: `${t},v1=${Buffer.from(good, 'hex').toString('base64')}` },
    MISMATCH,
  ),
  vector('an empty digest', { signature: `${t},v1=` }, MISMATCH),
  vector('two wrong digests', { signature: `${t},v1=${digest(BODY, OTHER)},v1=${'0'.repeat(64)}` }, MISMATCH),
  vector('no signature', { signature: null }, MISSING),
  vector('an empty signature', { signature: '' }, MISSING),
  vector('no timestamp header', { stamp: null }, MISSING, 'timestamp-header'),
  vector('a timestamp header of another second', { stamp: String(NOW + 1) }, MALFORMED, 'timestamp-header'),
  vector('a timestamp header in milliseconds', { stamp: `${NOW}000` }, MALFORMED, 'timestamp-header'),
  vector('no time in the signature', { signature: `v1=${good}` }, MALFORMED),
  vector(
    'two times, the right one first',
    { signature: `${t},t=${NOW - 5},v1=${good}` },
    MALFORMED,
    'strict',
  ),
  vector('two times, the right one last', { signature: `t=${NOW - 5},${t},v1=${good}` }, MALFORMED, 'strict'),
  vector('no digest', { signature: t }, MALFORMED),
  vector('a digest of v0 alone', { signature: `${t},v0=${good}` }, MALFORMED),
  vector(
    'a time that is no number',
    { signature: `t=now,v1=${digest(BODY, SECRET, 'now')}`, stamp: 'now' },
    MALFORMED,
  ),
  vector('a negative time', { time: -NOW }, MALFORMED),
  vector('a time with a fraction', { time: `${NOW}.5` }, MALFORMED, 'strict'),
  vector('a time in exponents', { time: '1.7936136e9' }, MALFORMED, 'strict'),
  vector('an empty time', { signature: `t=,v1=${digest(BODY, SECRET, '')}`, stamp: '' }, MALFORMED),
  vector('a signature of something else', { signature: 'sha256=abc' }, MALFORMED),
  vector('a signed body that is no JSON', { body: Buffer.from('hello') }, UNREADABLE, 'event'),
  vector('a signed body that is cut', { body: BODY.subarray(0, -1) }, UNREADABLE, 'event'),
]

const FILE = join(import.meta.dirname, '../asyncapi/vectors/signatures.json')

export const written = (): string =>
  `${JSON.stringify(
    {
      about:
        'Deliveries and what a receiver must do with them. The key of the HMAC is the UTF-8 bytes of the whole secret; the tolerance is 300 seconds either way.',
      vectors,
    },
    null,
    2,
  ).replace(/"secrets": \[\s+("[^"]*")\s+\]/g, '"secrets": [$1]')}\n`

if (process.argv[1]?.endsWith('vectors.ts')) writeFileSync(FILE, written())
