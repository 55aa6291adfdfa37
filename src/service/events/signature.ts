/**
 * The signature of a delivery (source: "Signature"): `t=<unix seconds>,v1=<hex>`, where the digest is the
 * HMAC-SHA256 of `<t>.<raw body>`. The key is the UTF-8 bytes of the whole secret, its `whsec_` included.
 */
import { createHmac } from 'node:crypto'

interface SignatureHeaders {
  'X-Service-Signature': string
  'X-Service-Timestamp': string
}

/**
 * @param body the exact bytes that are sent
 * @param secrets each gives one `v1`: two while a rotation overlaps, the newest first
 * @param unixSeconds when the attempt is made; each attempt signs afresh
 */
export function signatureHeaders(
  body: Buffer,
  secrets: readonly string[],
  unixSeconds: number,
): SignatureHeaders {
  const digests = secrets.map((secret) => `v1=${digest(body, secret, unixSeconds)}`)
  return {
    'X-Service-Signature': [`t=${unixSeconds}`, ...digests].join(','),
    'X-Service-Timestamp': String(unixSeconds),
  }
}

const digest = (body: Buffer, secret: string, unixSeconds: number): string =>
  createHmac('sha256', secret).update(`${unixSeconds}.`).update(body).digest('hex')
