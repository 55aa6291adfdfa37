/** The listener of the servers of pages. */
import { createServer, type IncomingMessage } from 'node:http'
import { listening } from '../runner/jsonServer.ts'
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
  return listening(server)
}
