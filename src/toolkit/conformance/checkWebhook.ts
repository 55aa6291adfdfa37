/** Checks webhook deliveries against an AsyncAPI document. */

import { type ContractDocument, DocumentError, isObject } from '../openapi/document.ts'
import { readHeader } from '../openapi/headers.ts'
import { readJson } from '../openapi/json.ts'
import type { Finding, Profile } from '../responses/finding.ts'
import { createSchemaValidator, type ValidationOptions } from '../schema/validate.ts'
import { webhookContentType } from './checks/webhook-content-type.ts'
import { webhookPayload } from './checks/webhook-payload.ts'
import { webhookSignature } from './checks/webhook-signature.ts'
import { webhookTimestamp } from './checks/webhook-timestamp.ts'
import { messageOf } from './messages/catalogue.ts'
import type { ReceiverState, WebhookCheck, WebhookContext, WebhookDelivery } from './webhook.ts'
import { listMessages } from './webhookMessages.ts'

/** The checks of webhooks, by rule id; each is in `checks/<rule id>.ts`. */
const webhookChecks: Readonly<Record<string, WebhookCheck>> = {
  'webhook-signature': webhookSignature,
  'webhook-timestamp': webhookTimestamp,
  'webhook-content-type': webhookContentType,
  'webhook-payload': webhookPayload,
}

export interface WebhookChecker {
  /** The violations of a delivery for a receiver in this state; empty when there are none. */
  check(delivery: WebhookDelivery, receiver: ReceiverState, options?: { profile?: Profile }): Finding[]
  /** The event types that the document declares. */
  types: string[]
}

/**
 * Prepares a checker of deliveries.
 *
 * @param document an AsyncAPI document from `loadDocument` or `documentOf`
 * @param validation `closed: true` also reports properties that the document does not declare: for a sender's own tests
 * @throws DocumentError when it is another kind of document or declares no messages
 */
export function createWebhookChecker(
  document: ContractDocument,
  validation: ValidationOptions = {},
): WebhookChecker {
  const messages = listMessages(document)
  if (document.kind !== 'asyncapi' || messages.size === 0) {
    throw new DocumentError(
      'UNKNOWN_KIND',
      `${document.source}: found ${messages.size} messages, expected an AsyncAPI document with some.`,
    )
  }
  const validate = createSchemaValidator(document, validation)
  const types = [...messages.keys()]
  return {
    types,
    check(delivery, receiver, { profile = 'full' } = {}) {
      const reading = readJson(delivery.body)
      const event = 'value' in reading ? reading.value : undefined
      const type = isObject(event) && typeof event.type === 'string' ? event.type : null
      const context: WebhookContext = {
        ...receiver,
        document,
        delivery,
        header: (name) => readHeader(delivery.headers, name),
        event,
        message: type === null ? undefined : messages.get(type),
        types,
        validate,
      }
      const findings: Finding[] = []
      for (const [rule, check] of Object.entries(webhookChecks)) {
        for (const problem of check(context)) {
          if (profile === 'core' && problem.provenance !== 'specified') continue
          findings.push({ rule, operationId: type, status: 0, message: messageOf(problem), ...problem })
        }
      }
      return findings
    },
  }
}
