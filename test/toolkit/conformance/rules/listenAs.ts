/** The listener of the servers of pages. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Step } from './page.ts'

export const stepOf = (request: IncomingMessage, body: string, response: Step['response']): Step => ({
  method: request.method ?? '',
  url: request.url ?? '',
  request: {
    headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    body,
  },
  response,
})

export async function listenAs(respond: (request: IncomingMessage) => Promise<Step['response']>) {
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await respond(request)
    for (const [name, value] of headers) response.appendHeader(name, value)
    response.writeHead(status).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
