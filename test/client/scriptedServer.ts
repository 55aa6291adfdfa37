/** A real HTTP server with scripted responses, which stores the received requests. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** One response; `drop` cuts the connection, `hang` never responds, nor does a function, which is called instead. */
export type ScriptedResponse =
  | 'drop'
  | 'hang'
  | (() => void)
  | { status: number; headers?: Record<string, string>; body?: unknown }

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export interface ScriptedServer extends AsyncDisposable {
  baseUrl: string
  received: ReceivedRequest[]
}

/** Sends the responses in order, the last one again and again. */
export async function startScriptedServer(responses: readonly ScriptedResponse[]): Promise<ScriptedServer> {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const reply = responses[Math.min(received.length, responses.length - 1)]
    const { method = '', url = '', headers } = request
    const entry = { method, url, headers, body: '' }
    received.push(entry)
    if (reply === undefined || reply === 'drop') return void request.socket.destroy()
    entry.body = await text(request)
    if (reply === 'hang') return
    if (typeof reply === 'function') return reply()
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {})
    response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
