import { splitSignature, type WebhookCheck } from '../webhook.ts'

/** Clocks may differ by this many seconds (source: "Signature", 3). */
const TOLERANCE = 300

/** `X-Service-Timestamp` is there, equals the signed time, and is near the receiver's clock. */
export const webhookTimestamp: WebhookCheck = function* ({ header, now }) {
  const value = header('x-service-timestamp')
  if (value === undefined || !/^\d+$/.test(value)) {
    yield {
      code: 'timestamp-missing',
      subject: 'X-Service-Timestamp',
      received: value,
      provenance: 'specified',
    }
    return
  }
  const [signed] = splitSignature(header('x-service-signature') ?? '').times
  if (signed !== undefined && signed !== value) {
    yield {
      code: 'signed-time-differs',
      subject: 'X-Service-Timestamp',
      received: value,
      expected: signed,
      provenance: 'specified',
    }
  }
  const away = Math.abs(now - Number(value))
  if (away > TOLERANCE) {
    yield {
      code: 'signed-time-off',
      received: away,
      expected: TOLERANCE,
      provenance: 'specified',
    }
  }
}
