/** Deliveries that a careful receiver rejects. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { digestOf } from '../../model/signatures.ts'
import {
  type CaseOptions,
  fresh,
  type Parts,
  type ReceiverCase,
  rewritten,
  type Sending,
  whole,
  withDigests,
} from './delivery.ts'

/** Seconds beyond the tolerance, for clocks that differ a little. */
const BEYOND = 60

const bad = (name: string, because: string, send: () => Sending): ReceiverCase => ({
  name,
  expect: 'refused',
  because,
  send: () => [send()],
})

const FORGED = 'any client that knows the address can forge events'

export function badDigests(options: CaseOptions): ReceiverCase[] {
  const { scheme, secret } = options
  const { encoding, content, separator } = scheme
  const digest = (parts: Parts) => digestOf(scheme, secret, parts)
  const altered = (change: (right: string, parts: Parts) => string) => () => {
    const parts = fresh(options)
    return withDigests(options, parts, [change(digest(parts), parts)])
  }
  const changed = (change: (body: Buffer) => Buffer) => () => {
    const sending = whole(options)
    return { ...sending, body: change(sending.body) }
  }
  const random = randomBytes(32)
  const cases = [
    bad(
      'a digest of nothing',
      FORGED,
      altered(() => random.toString(encoding)),
    ),
    bad(
      'a digest of all zeros',
      FORGED,
      altered(() => Buffer.alloc(32).toString(encoding)),
    ),
    bad('another secret', FORGED, () => {
      const parts = fresh(options)
      const other = `whsec_${random.toString('base64')}`
      return withDigests(options, parts, [digestOf(scheme, other, parts)])
    }),
    bad('an empty secret', FORGED, () => {
      const parts = fresh(options)
      const text = content
        .map((part) => ({ ...parts, body: parts.body.toString() })[part] ?? part)
        .join(separator)
      return withDigests(options, parts, [createHmac('sha256', '').update(text).digest(encoding)])
    }),
    bad('a digest without a key', FORGED, () => {
      const parts = fresh(options)
      return withDigests(options, parts, [createHmac('sha256', 'null').update(parts.body).digest(encoding)])
    }),
    bad(
      'one character of the digest changed',
      FORGED,
      altered((right) => (right.startsWith('a') ? 'b' : 'a') + right.slice(1)),
    ),
    bad(
      'half of the digest',
      'a comparison over the shorter length accepts it',
      altered((right) => right.slice(0, 32)),
    ),
    bad(
      'the digest with something behind it',
      'a comparison of beginnings accepts it',
      altered((right) => `${right}00`),
    ),
    bad(
      'an empty digest',
      'a comparison over the shorter length accepts it',
      altered(() => ''),
    ),
    bad(
      'a digest by SHA-1',
      'the algorithm is the scheme’s, not the sender’s',
      altered((_, { body }) => createHmac('sha1', secret).update(body).digest(encoding)),
    ),
    bad(
      'one byte of the body changed',
      'a change on the way is not detected',
      changed((body) => Buffer.from(body.toString().replace(/"type"\s*:\s*"(.)/, '"type":"$1x'))),
    ),
    bad(
      'a member added to the body',
      'an addition on the way is not detected',
      changed((body) => Buffer.from(body.toString().replace('{', '{"admin":true,'))),
    ),
    bad(
      'the body written again with other spaces',
      'the receiver signs the parsed body, and will reject good deliveries of other senders',
      changed(rewritten),
    ),
    bad(
      'a line break behind the body',
      'the receiver does not look at the raw bytes',
      changed((body) => Buffer.concat([body, Buffer.from('\n')])),
    ),
    bad(
      'an empty body',
      'the body is not looked at',
      changed(() => Buffer.alloc(0)),
    ),
    bad('the signature of another event', 'a captured signature opens the door', () => {
      const other = fresh(options)
      return { ...whole(options, other), body: fresh(options).body }
    }),
  ]
  if (content.length > 1)
    cases.push(
      bad(
        'a digest over only the body',
        'what else is signed can be changed',
        altered((_, { body }) => createHmac('sha256', keyText(options)).update(body).digest(encoding)),
      ),
    )
  return cases
}

const keyText = ({ scheme, secret }: CaseOptions): string | Buffer =>
  scheme.key === 'text' ? secret : Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

export function missingParts(options: CaseOptions): ReceiverCase[] {
  const { scheme } = options
  const without = (name: string) => () => {
    const { headers, body } = whole(options)
    const { [name]: _, ...rest } = headers
    return { headers: rest, body }
  }
  const value = (change: (value: string) => string) => () => {
    const { headers, body } = whole(options)
    return { headers: { ...headers, [scheme.header]: change(headers[scheme.header] ?? '') }, body }
  }
  const cases = [
    bad('no signature', FORGED, without(scheme.header)),
    bad(
      'an empty signature',
      FORGED,
      value(() => ''),
    ),
    bad(
      'a malformed signature',
      FORGED,
      value(() => 'none'),
    ),
    bad(
      'no digest',
      FORGED,
      value((text) =>
        scheme.form === 'fields'
          ? (text.split(',')[0] ?? '')
          : scheme.form === 'plain'
            ? scheme.prefix
            : `${scheme.prefix},`,
      ),
    ),
  ]
  if (scheme.form !== 'plain')
    cases.push(
      bad(
        'the digest under an unknown version',
        'an old, broken version is accepted',
        value((text) =>
          text.replaceAll(
            `${scheme.prefix}${scheme.form === 'fields' ? '=' : ','}`,
            scheme.form === 'fields' ? 'v0=' : 'v0,',
          ),
        ),
      ),
    )
  if (scheme.idHeader !== undefined) {
    const { idHeader } = scheme
    cases.push(
      bad('no id', 'a replay cannot be known', without(idHeader)),
      bad('another id', 'a replay passes for a new event', () => {
        const sending = whole(options)
        return {
          ...sending,
          headers: { ...sending.headers, [idHeader]: `evt_${randomUUID().replaceAll('-', '')}` },
        }
      }),
    )
  }
  if (scheme.timestampHeader !== undefined)
    cases.push(
      bad(
        'no timestamp header',
        'a captured delivery opens the door for ever',
        without(scheme.timestampHeader),
      ),
    )
  return cases
}

export function badTimes(options: CaseOptions): ReceiverCase[] {
  const { scheme } = options
  const { tolerance } = scheme
  const aged = (seconds: number) => () => whole(options, fresh(options, seconds))
  const REPLAY = 'a captured delivery opens the door for ever'
  const timeAs = (text: (now: string) => string) => () => {
    const parts = fresh(options)
    return whole(options, { ...parts, timestamp: text(parts.timestamp) })
  }
  const cases: ReceiverCase[] = [
    {
      name: 'signed a little ago, and a little ahead',
      expect: 'taken',
      because: 'clocks differ, and networks are slow',
      send: () => [aged(tolerance - BEYOND)(), aged(-30)()],
    },
    bad(`signed ${tolerance + BEYOND} s ago`, REPLAY, aged(tolerance + BEYOND)),
    bad('signed a day ago', REPLAY, aged(86_400)),
    bad(
      `signed ${tolerance + BEYOND} s ahead`,
      'a delivery can be stored for later',
      aged(-tolerance - BEYOND),
    ),
    bad(
      'signed in milliseconds',
      'the time is not understood, so that any passes',
      timeAs((now) => `${now}000`),
    ),
    bad(
      'a time that is not a number',
      'the age of it is NaN, which is less than nothing',
      timeAs(() => 'now'),
    ),
    bad('an old time made new', REPLAY, () => {
      const old = fresh(options, 86_400)
      const now = fresh(options).timestamp
      return withDigests(options, { ...old, timestamp: now }, [digestOf(scheme, options.secret, old)])
    }),
  ]
  if (scheme.form === 'fields')
    cases.push(
      bad('two times', 'one is checked, and the other is signed', () => {
        const old = fresh(options, 86_400)
        const now = fresh(options).timestamp
        const sending = whole(options, old)
        const value = sending.headers[scheme.header] ?? ''
        return { ...sending, headers: { ...sending.headers, [scheme.header]: `t=${now},${value}` } }
      }),
      bad('no time', REPLAY, () => {
        const sending = whole(options)
        const value = (sending.headers[scheme.header] ?? '').replace(/^t=\d+,/, '')
        return { ...sending, headers: { ...sending.headers, [scheme.header]: value } }
      }),
    )
  const stamp = scheme.timestampHeader
  if (scheme.form === 'fields' && stamp !== undefined)
    cases.push(
      bad('another time in the timestamp header', 'one is checked, and the other is signed', () => {
        const sending = whole(options)
        return {
          ...sending,
          headers: { ...sending.headers, [stamp]: String(Number(fresh(options).timestamp) + 60) },
        }
      }),
    )
  return cases
}
