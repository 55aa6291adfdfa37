/** The listener of the event servers. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface EventServer {
  target: string
  close(): Promise<void>
}

/** @param respond the status, and a body that is sent as JSON */
export async function listen(
  respond: (request: IncomingMessage) => Promise<readonly [status: number, body?: unknown]>,
): Promise<EventServer> {
  const server = createServer(async (request, response) => {
    const [status, body] = await respond(request)
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
