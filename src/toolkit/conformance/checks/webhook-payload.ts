import { isObject } from '../../openapi/document.ts'
import { readJson } from '../../openapi/json.ts'
import type { WebhookCheck } from '../webhook.ts'

/** The body is the event envelope of its type, `data` the resource that it announces (source: "Envelope"). */
export const webhookPayload: WebhookCheck = function* ({ delivery, event, message, types, validate }) {
  const reading = readJson(delivery.body)
  if ('problem' in reading) {
    yield { code: 'invalid-json', details: { reason: reading.problem }, provenance: 'specified' }
  } else if (!isObject(event)) {
    yield {
      pointer: '',
      code: 'not-an-event',
      received: event,
      provenance: 'specified',
    }
  } else if (message === undefined) {
    yield {
      pointer: '/type',
      code: 'unknown-event',
      received: event.type,
      expected: types,
      provenance: 'specified',
    }
  } else {
    yield* validate(message.payloadPointer, event)
  }
}
