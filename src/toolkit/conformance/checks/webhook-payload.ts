import { isObject } from '../../openapi/document.ts'
import { readJson } from '../../openapi/json.ts'
import { show } from '../../schema/problem.ts'
import type { WebhookCheck } from '../webhook.ts'

/** The body is the event envelope of its type, `data` the resource that it announces (source: "Envelope"). */
export const webhookPayload: WebhookCheck = function* ({ delivery, event, message, types, validate }) {
  const reading = readJson(delivery.body)
  if ('problem' in reading) {
    yield { message: reading.problem, provenance: 'specified' }
  } else if (!isObject(event)) {
    yield {
      pointer: '',
      message: `received ${show(event)}, expected an event envelope`,
      provenance: 'specified',
    }
  } else if (message === undefined) {
    yield {
      pointer: '/type',
      message: `received ${show(event.type)}, expected one of ${types.join(', ')}`,
      provenance: 'specified',
    }
  } else {
    yield* validate(message.payloadPointer, event)
  }
}
