/** The conformance kit: give it documents and what was on the wire, and it tells what breaks the contract. */
export { DocumentError, documentOf, loadDocument } from '../contract/index.ts'
export { createResponseChecker, type ResponseChecker } from './checkResponse.ts'
export { createWebhookChecker, type WebhookChecker } from './checkWebhook.ts'
export { type Exchange, type Finding, formatFinding, type HeaderFields, type Profile } from './finding.ts'
export type { ReceiverState, WebhookDelivery } from './webhook.ts'
