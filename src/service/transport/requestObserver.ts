import type { IncomingMessage, ServerResponse } from 'node:http'

/** Receives every request of a listener, for metrics. */
export interface RequestObserver {
  /**
   * The headers of a request are there, and nothing is decided yet.
   * @returns what is called when the request has ended; `answered` is false where the connection ended before its turn
   */
  began(request: IncomingMessage, response: ServerResponse): (responded: boolean) => void
  /**
   * A rejection was written to the socket itself.
   * @param underWay the response that it replaces; undefined for data that is not a request
   */
  rejected(status: number, underWay: ServerResponse | undefined): void
}
