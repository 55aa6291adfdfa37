import { splitSignature, type WebhookCheck } from '../webhook.ts'

/** Clocks may differ by this many seconds (source: "Signature", 3). */
const TOLERANCE = 300

/** `X-Service-Timestamp` is there, equals the signed time, and is near the receiver's clock. */
export const webhookTimestamp: WebhookCheck = function* ({ header, now }) {
  const value = header('x-service-timestamp')
  if (value === undefined || !/^\d+$/.test(value)) {
    yield {
      message: `received X-Service-Timestamp: ${value ?? 'nothing'}, expected Unix seconds`,
      provenance: 'specified',
    }
    return
  }
  const [signed] = splitSignature(header('x-service-signature') ?? '').times
  if (signed !== undefined && signed !== value) {
    yield {
      message: `received X-Service-Timestamp ${value} beside t=${signed}, expected the same time`,
      provenance: 'specified',
    }
  }
  const away = Math.abs(now - Number(value))
  if (away > TOLERANCE) {
    yield {
      message: `received a timestamp ${away} s from the receiver's clock, expected at most ${TOLERANCE} s`,
      provenance: 'specified',
    }
  }
}
