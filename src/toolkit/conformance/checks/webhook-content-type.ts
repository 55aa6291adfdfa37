import { mediaTypeOf } from '../../openapi/json.ts'
import type { WebhookCheck } from '../webhook.ts'

/** Deliveries are POST requests with a JSON body (source: "Events"). */
export const webhookContentType: WebhookCheck = function* ({ delivery, header, message }) {
  const expected = message?.contentType ?? 'application/json'
  const received = header('content-type')
  if (received === undefined || mediaTypeOf(received) !== expected) {
    yield {
      code: 'wrong-content-type',
      received,
      expected,
      provenance: 'specified',
    }
  }
  if (delivery.method !== undefined && delivery.method.toUpperCase() !== 'POST') {
    yield { code: 'wrong-method', received: delivery.method, expected: 'POST', provenance: 'specified' }
  }
}
