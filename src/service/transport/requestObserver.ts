import type { IncomingMessage, ServerResponse } from 'node:http'

/** Is told of every request that a listener takes, for metrics. */
export interface RequestObserver {
  /**
   * The headers of a request are there, and nothing is decided yet.
   * @returns what is called when the request has ended; `answered` is false where the connection ended before its turn
   */
  began(request: IncomingMessage, response: ServerResponse): (responded: boolean) => void
  /**
   * A rejection was written to the socket itself.
   * @param underWay the response in whose place; undefined where what came was no request
   */
  rejected(status: number, underWay: ServerResponse | undefined): void
}
