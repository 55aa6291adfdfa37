import { createHmac } from 'node:crypto'
import { splitSignature, type WebhookCheck } from '../webhook.ts'

/**
 * `X-Service-Signature: t=<unix_seconds>,v1=<hex_digest>`, the digest HMAC-SHA256 of timestamp, full stop and raw
 * body under the secret's own bytes (source: "Signature"). While two secrets are valid there is a `v1` for each.
 */
export const webhookSignature: WebhookCheck = function* ({ delivery, header, secrets }) {
  const value = header('x-service-signature')
  if (value === undefined) {
    yield {
      message: 'received no X-Service-Signature header, expected t=<unix_seconds>,v1=<hex_digest>',
      provenance: 'specified',
    }
    return
  }
  const { times, digests, others } = splitSignature(value)
  const [time] = times
  if (time === undefined || times.length > 1 || !/^\d+$/.test(time) || digests.length === 0) {
    yield {
      message: `received X-Service-Signature ${value}, expected t=<unix_seconds>,v1=<hex_digest>`,
      provenance: 'specified',
    }
    return
  }
  if (others.length > 0) {
    yield {
      message: `received ${others.join(',')} in X-Service-Signature, expected t and v1 alone`,
      provenance: 'decided',
    }
  }
  for (const digest of digests.filter((one) => !/^[0-9a-f]{64}$/.test(one))) {
    yield {
      message: `received v1=${digest}, expected 64 lower-case hexadecimal digits`,
      provenance: 'specified',
    }
  }
  const signed = Buffer.concat([Buffer.from(`${time}.`), delivery.body])
  const unsigned = secrets.filter(
    (secret) => !digests.includes(createHmac('sha256', secret).update(signed).digest('hex')),
  )
  if (unsigned.length > 0) {
    yield {
      message: `received ${digests.length} digests, of which none belongs to ${unsigned.length} of the ${secrets.length} valid secrets; expected HMAC-SHA256 of "${time}." and the raw body`,
      provenance: unsigned.length === secrets.length ? 'specified' : 'decided',
    }
  }
}
