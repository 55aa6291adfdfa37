/** A server of JSON in this process, over real HTTP. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface JsonServer extends AsyncDisposable {
  url: string
}

/** @param handle returns the status and, where the response has a body, its value */
export async function startJson(
  handle: (request: {
    method: string
    url: string
    headers: IncomingHttpHeaders
    body: string
  }) => [status: number, body?: unknown],
): Promise<JsonServer> {
  const server = createServer(async (request, response) => {
    const parts = await request.toArray()
    const { method = '', url = '', headers } = request
    const [status, body] = handle({ method, url, headers, body: Buffer.concat(parts).toString() })
    response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  return listening(server)
}

/** Starts a server on a free port of this machine. */
export async function listening(server: Server): Promise<JsonServer> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
