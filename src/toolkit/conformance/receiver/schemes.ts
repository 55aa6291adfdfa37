/** The errors in the signatures of deliveries. */
import { createHmac } from 'node:crypto'
import { digestOf, type SignatureScheme, signedParts } from '../../model/signatures.ts'
import { type HeaderFields, readHeader } from '../../openapi/headers.ts'
import type { RuleFact } from '../messages/catalogue.ts'

const EXAMPLES = {
  fields: 't=<unix seconds>,v1=<digest>',
  versions: 'v1,<digest>',
  plain: 'a prefix and a digest',
}

/**
 * The errors in the signature of a delivery; empty when there are none.
 * @param secrets all that are valid now: while one is rotated, each signs
 */
export function signatureProblems(
  scheme: SignatureScheme,
  { headers, body }: { headers: HeaderFields; body: Buffer },
  secrets: readonly string[],
): RuleFact[] {
  const subject = scheme.header
  const expected = scheme.form === 'plain' ? `${scheme.prefix}<digest>` : EXAMPLES[scheme.form]
  const parts = signedParts(scheme, headers)
  if (parts === undefined) return [{ code: 'unsigned', subject, expected }]
  const received = readHeader(headers, scheme.header) ?? ''
  const needsTime = scheme.content.includes('timestamp')
  const [time = ''] = parts.times
  if (parts.digests.length === 0) return [{ code: 'signature-malformed', subject, received, expected }]
  if (needsTime && (parts.times.length !== 1 || !/^\d+$/.test(time)))
    return [
      {
        code: 'signature-time-malformed',
        received: parts.times.length < 2 ? parts.times[0] : parts.times,
      },
    ]
  if (scheme.content.includes('id') && (parts.id === undefined || parts.id === ''))
    return [{ code: 'signed-id-missing', subject: scheme.idHeader ?? 'id' }]
  const wanted = secrets.map((secret) =>
    digestOf(scheme, secret, { id: parts.id ?? '', timestamp: time, body }),
  )
  const unsigned = wanted.filter((digest) => !parts.digests.includes(digest))
  if (unsigned.length === 0) return []
  const length = createHmac(scheme.algorithm, '').digest(scheme.encoding).length
  const characters = scheme.encoding === 'hex' ? /^[0-9a-f]+$/ : /^[A-Za-z0-9+/]+=*$/
  const [digest = ''] = parts.digests
  const form =
    characters.test(digest) && digest.length === length
      ? undefined
      : `${length} ${scheme.encoding === 'hex' ? 'lower-case hexadecimal digits' : 'characters of base64'}`
  return [
    {
      code: 'wrong-signature',
      subject,
      received: parts.digests.length,
      expected: `HMAC-${scheme.algorithm.toUpperCase()} of ${scheme.content.join(`, "${scheme.separator}", `)} as sent`,
      details: { unsigned: unsigned.length, secrets: secrets.length, form },
    },
  ]
}

/**
 * The errors in the time of a signature, for a receiver whose clock shows `now`.
 * @param now Unix milliseconds, at the target's clock where that is known
 */
export function signedTimeProblems(
  scheme: SignatureScheme,
  headers: HeaderFields,
  now: number,
  tolerance = scheme.tolerance,
): RuleFact[] {
  if (!scheme.content.includes('timestamp')) return []
  const [time] = signedParts(scheme, headers)?.times ?? []
  if (time === undefined) return []
  if (!/^\d+$/.test(time)) return [{ code: 'signature-time-malformed', received: time }]
  const problems: RuleFact[] = []
  const subject = scheme.timestampHeader
  const stamp = subject === undefined ? undefined : readHeader(headers, subject)
  if (scheme.form === 'fields' && subject !== undefined && stamp !== time)
    problems.push({ code: 'signed-time-differs', subject, received: stamp, expected: time })
  const away = Math.abs(now / 1000 - Number(time))
  if (away > tolerance)
    problems.push({ code: 'signed-time-off', received: Math.round(away), expected: tolerance })
  return problems
}
