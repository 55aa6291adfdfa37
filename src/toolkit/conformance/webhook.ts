/** A webhook delivery as a receiver sees it, and what its checks may look at. */

import type { ContractDocument } from '../openapi/document.ts'
import type { HeaderFields } from '../openapi/headers.ts'
import type { Problem, SchemaProblem } from '../schema/problem.ts'
import type { RuleFact } from './messages/catalogue.ts'
import type { EventMessage } from './webhookMessages.ts'

export interface WebhookDelivery {
  method?: string
  headers: HeaderFields
  /** The raw bytes, as signed. */
  body: Buffer
}

export interface ReceiverState {
  /** Secrets that the webhook has; two while a rotation overlaps. */
  secrets: readonly string[]
  /** The receiver's clock, Unix seconds. */
  now: number
}

export interface WebhookContext extends ReceiverState {
  document: ContractDocument
  delivery: WebhookDelivery
  header(name: string): string | undefined
  /** The parsed body; undefined when it is not JSON. */
  event: unknown
  /** The message of the event's type; undefined for an unknown type. */
  message: EventMessage | undefined
  /** The event types of the document. */
  types: string[]
  validate(schemaPointer: string, value: unknown): SchemaProblem[]
}

export type WebhookCheck = (
  context: WebhookContext,
) => Iterable<RuleFact & Pick<Problem, 'pointer' | 'provenance'>>

interface SignatureHeader {
  /** Every `t=`, in order. */
  times: string[]
  /** Every `v1=`, in order. */
  digests: string[]
  /** Parts of any other form. */
  others: string[]
}

/** Splits `t=…,v1=…` without checking it. */
export function splitSignature(value: string): SignatureHeader {
  const parts = value.split(',')
  const named = (name: string) =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length))
  return {
    times: named('t='),
    digests: named('v1='),
    others: parts.filter((part) => !part.startsWith('t=') && !part.startsWith('v1=')),
  }
}
