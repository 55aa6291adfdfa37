/**
 * The words of the kit. An *exchange* is one request with its response, as they were on the wire. A *check* is
 * one rule that checks an exchange; its objection becomes a *finding*. A *profile* chooses the findings
 * that count: `core` checks an implementation against the source specification, `full` against the whole
 * document.
 */

import type { ContractDocument } from '../openapi/document.ts'
import type { HeaderFields } from '../openapi/headers.ts'
import type { Operation } from '../openapi/operations.ts'
import type { Located } from '../openapi/resolve.ts'
import type { Keyword, Problem, SchemaProblem } from '../schema/problem.ts'
import type { ResponseFact } from './messages.ts'

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
  /** Pointer to the broken statement in the document, where it is not that of the schema. */
  place?: string | undefined
  /** File name of the check. */
  rule: string
  /** The operation, for a webhook the event type; null when the document has none. */
  operationId: string | null
  /** Of the response; 0 for a webhook, which is a request. */
  status: number
  /** The received and the expected value. */
  message: string
}

/** The context of a check of a response. */
export interface ResponseContext {
  document: ContractDocument
  exchange: Exchange
  operation: Operation | undefined
  /** Methods that the document declares for the path; empty for an unknown path. */
  methods: string[]
  /** Methods that it declares for other paths that the URL fits. */
  further: string[]
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

/** The result of a check of responses: a problem of the catalogue, or a schema violation. */
export type ResponseProblem =
  | (ResponseFact & Pick<Problem, 'within' | 'pointer' | 'provenance'> & Pick<Finding, 'place'>)
  | (Problem & { code: Keyword })

export type ResponseCheck = (context: ResponseContext) => Iterable<ResponseProblem>

/** A finding as one line for people. */
export const formatFinding = (finding: Finding): string =>
  `${finding.rule}: ${finding.operationId ?? 'no documented operation'}${finding.status ? ` ${finding.status}` : ''}${
    finding.pointer === undefined ? '' : ` at ${finding.pointer || 'the root of the body'}`
  }: ${finding.message} (${finding.provenance})`
