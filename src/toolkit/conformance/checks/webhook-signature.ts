import { createHmac } from 'node:crypto'
import { splitSignature, type WebhookCheck } from '../webhook.ts'

const HEADER = 'X-Service-Signature'
const FORM = 't=<unix_seconds>,v1=<hex_digest>'

/**
 * `X-Service-Signature: t=<unix_seconds>,v1=<hex_digest>`, the digest HMAC-SHA256 of timestamp, full stop and raw
 * body under the secret's own bytes (source: "Signature"). While two secrets are valid there is a `v1` for each.
 */
export const webhookSignature: WebhookCheck = function* ({ delivery, header, secrets }) {
  const value = header('x-service-signature')
  if (value === undefined) {
    yield {
      code: 'unsigned',
      subject: HEADER,
      expected: FORM,
      provenance: 'specified',
    }
    return
  }
  const { times, digests, others } = splitSignature(value)
  const [time] = times
  if (time === undefined || times.length > 1 || !/^\d+$/.test(time) || digests.length === 0) {
    yield {
      code: 'signature-malformed',
      subject: HEADER,
      received: value,
      expected: FORM,
      provenance: 'specified',
    }
    return
  }
  if (others.length > 0) {
    yield {
      code: 'signature-extra-parts',
      subject: HEADER,
      received: others.join(','),
      expected: 't and v1',
      provenance: 'decided',
    }
  }
  for (const digest of digests.filter((one) => !/^[0-9a-f]{64}$/.test(one))) {
    yield {
      code: 'wrong-digest-form',
      received: `v1=${digest}`,
      expected: '64 lower-case hexadecimal digits',
      provenance: 'specified',
    }
  }
  const signed = Buffer.concat([Buffer.from(`${time}.`), delivery.body])
  const unsigned = secrets.filter(
    (secret) => !digests.includes(createHmac('sha256', secret).update(signed).digest('hex')),
  )
  if (unsigned.length > 0) {
    yield {
      code: 'wrong-signature',
      subject: HEADER,
      received: digests.length,
      expected: `HMAC-SHA256 of "${time}." and the raw body`,
      details: { unsigned: unsigned.length, secrets: secrets.length },
      provenance: unsigned.length === secrets.length ? 'specified' : 'decided',
    }
  }
}
