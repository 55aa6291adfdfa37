/**
 * The words of the kit. An *exchange* is one request with its response, as they were on the wire. A *check* is
 * one rule that looks at an exchange; what it objects to becomes a *finding*. A *profile* chooses the findings
 * that count: `core` holds an implementation to what the source specification shows, `full` to everything that
 * the document says.
 */

import type { ContractDocument } from '../openapi/document.ts'
import type { HeaderFields } from '../openapi/headers.ts'
import type { Operation } from '../openapi/operations.ts'
import type { Located } from '../openapi/resolve.ts'
import type { Problem, SchemaProblem } from '../schema/problem.ts'

export type Profile = 'core' | 'full'

export interface Exchange {
  method: string
  /** The URL or the path, query included. */
  url: string
  requestHeaders?: HeaderFields
  status: number
  headers: HeaderFields
  /** The bytes after transfer and content decoding. */
  body: Buffer
}

export interface Finding extends Problem {
  /** File name of the check. */
  rule: string
  /** The operation; for a webhook the event type; null when the document knows none. */
  operationId: string | null
  /** Of the response; 0 for a webhook, which is a request. */
  status: number
}

/** What a check of a response may look at. */
export interface ResponseContext {
  document: ContractDocument
  exchange: Exchange
  operation: Operation | undefined
  /** Methods that the document declares for the path; empty for an unknown path. */
  methods: string[]
  /** The declared response, undefined when the document lacks the status or the operation. */
  response: Located | undefined
  /** Whether any response of the document declares this header. */
  declaresHeader(name: string): boolean
  /** Statuses by error code, as the document's examples show them; undefined where it has no such errors. */
  errorCodes: ReadonlyMap<string, number[]> | undefined
  /** The value of a response header; several ones joined by a comma (RFC 9110, 5.3). */
  header(name: string): string | undefined
  /** Validates a value against the schema at a pointer; `text` first reads numbers and booleans from strings. */
  validate(schemaPointer: string, value: unknown, text?: 'text'): SchemaProblem[]
}

export type ResponseCheck = (context: ResponseContext) => Iterable<Problem>

/** A finding as one line for people. */
export const formatFinding = (finding: Finding): string =>
  `${finding.rule}: ${finding.operationId ?? 'no documented operation'}${finding.status ? ` ${finding.status}` : ''}${
    finding.pointer === undefined ? '' : ` at ${finding.pointer || 'the root of the body'}`
  }: ${finding.message} (${finding.provenance})`
