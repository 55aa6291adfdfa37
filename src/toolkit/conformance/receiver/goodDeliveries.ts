/** Deliveries that every receiver should accept. */

import { digestOf } from '../../model/signatures.ts'
import {
  type CaseOptions,
  fresh,
  type ReceiverCase,
  rewritten,
  type Sending,
  whole,
  withDigests,
} from './delivery.ts'

export function goodCases(options: CaseOptions): ReceiverCase[] {
  const { scheme, secret } = options
  const good = (name: string, because: string, send: () => Sending[]): ReceiverCase => ({
    name,
    expect: 'taken',
    because,
    send,
  })
  const changed = (change: (body: Buffer) => Buffer) => {
    const parts = fresh(options)
    return whole(options, { ...parts, body: change(parts.body) })
  }
  const cases = [
    good('as it is sent', 'every event is lost', () => [whole(options)]),
    good('a body with other spaces', 'the signature is over the bytes, not over a parsed body', () => [
      changed(rewritten),
    ]),
    good('letters and signs beyond ASCII', 'the signature is over bytes, not over characters', () => [
      changed((body) => Buffer.from(body.toString().replace(/\}\s*$/, ',"note":"Größe 🙂 \\u00e9"}'))),
    ]),
    good('a media type with a charset', 'senders and proxies add the parameter', () => {
      const sending = whole(options)
      return [
        { ...sending, headers: { ...sending.headers, 'Content-Type': 'application/json; charset=utf-8' } },
      ]
    }),
    good('header names in other letters', 'names of header fields ignore case (RFC 9110, 5.1)', () => {
      const { headers, body } = whole(options)
      return [
        { headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v])), body },
      ]
    }),
    good('a large event', 'events carry what a user wrote', () => [
      changed((body) =>
        Buffer.from(body.toString().replace(/\}\s*$/, `,"text":${JSON.stringify('x'.repeat(90_000))}}`)),
      ),
    ]),
    good('a body that comes in two halves', 'networks are slow', () => [{ ...whole(options), pause: 400 }]),
    good(
      'the same delivery twice',
      'deliveries are sent at least once; a rejection repeats it again and again',
      () => {
        const parts = fresh(options)
        return [whole(options, parts), whole(options, parts)]
      },
    ),
    good('an event again, signed anew', 'a retry is signed afresh', () => {
      const parts = fresh(options)
      const later = { ...parts, timestamp: String(Number(parts.timestamp) + 1) }
      return [whole(options, parts), whole(options, later)]
    }),
    good('two events in the other order', 'events overtake one another', () => {
      const [first, second] = [fresh(options, 2), fresh(options)]
      const now = { timestamp: second.timestamp }
      return [whole(options, second), whole(options, { ...first, ...now })]
    }),
  ]
  if (scheme.form !== 'plain')
    cases.push(
      good('two digests, the right one last', 'while a secret is rotated both sign', () => {
        const parts = fresh(options)
        const other = digestOf(scheme, 'whsec_b3RoZXIgc2VjcmV0IG90aGVyIHNlY3JldCBvdGhlcg==', parts)
        return [withDigests(options, parts, [other, digestOf(scheme, secret, parts)])]
      }),
      good('a digest of an unknown version too', 'both versions are sent in a transition', () => {
        const { headers, body } = whole(options)
        const value = headers[scheme.header] ?? ''
        const more = scheme.form === 'fields' ? `${value},v9=00` : `v9,AAAA ${value}`
        return [{ headers: { ...headers, [scheme.header]: more }, body }]
      }),
    )
  return cases
}
