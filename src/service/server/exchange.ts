import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request as it came in over HTTP; a call in this process has none. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  /** The client's address, a trusted proxy's word for it included. */
  address: string
  /** The path after the base path of the document, without the query. */
  path: string
  /** The query string without its question mark. */
  search: string
}

/** A response ready for the wire. */
export interface Rendered {
  status: number
  headers: Record<string, string>
  body: string | Buffer | undefined
  /** In place of `body`, what is made while it is sent. */
  pieces?: AsyncIterable<Buffer>
  /** It is not checked against the document. */
  outsideContract?: true
}
