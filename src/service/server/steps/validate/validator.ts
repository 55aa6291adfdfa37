/**
 * The interface of a request validator for the pipeline. Both kinds validate against the bundled
 * document and reject in one form.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Exchange, Rendered } from '../../exchange.ts'
import type { Operation } from '../../operationTable.ts'
import type { RawQuery } from '../../query.ts'

export interface RequestParts {
  /** Path and query as sent, below the host. */
  target: string
  params: Record<string, string>
  query: RawQuery
  headers: IncomingHttpHeaders
  /** The parsed body; undefined when there is none. */
  body: unknown
}

/** The parts with parameters coerced to their types and the document's defaults filled in. */
export interface ValidParts {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

export interface Validator {
  /** @throws ApiError NOT_FOUND for a malformed identifier in the path, else VALIDATION_ERROR. */
  request(
    operation: Operation,
    parts: RequestParts,
    /** Undefined: a call in this process. */
    exchange?: Exchange,
  ): Promise<ValidParts> | ValidParts
  /** Validates a response before it is sent; throws an Error that states what breaks the contract. Absent in production. */
  response?(operation: Operation, parts: RequestParts | undefined, status: number, body: unknown): void
  /** Looks at the response once more, as it goes out. Absent in production. */
  witness?(exchange: Exchange, rendered: Rendered): void
}
