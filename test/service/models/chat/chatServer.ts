/** A real HTTP server for chat completions with scripted responses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChatRequest {
  path: string
  authorization: string | undefined
  body: { model: string; messages: { role: string; content: string }[]; temperature: number; stream: boolean }
}

/** Responds to one request. */
export type ChatResponse = (request: ChatRequest, response: ServerResponse) => void

export interface ChatServer extends AsyncDisposable {
  /** Up to and without `/chat/completions`. */
  baseUrl: string
  requests: ChatRequest[]
  /** Resolves once `count` requests have come in. */
  received(count: number): Promise<void>
  close(): Promise<void>
}

/** Sends the first response first, and the last one for ever after. */
export function inTurn(...responses: ChatResponse[]): ChatResponse {
  let turn = 0
  return (request, response) => responses[Math.min(turn++, responses.length - 1)]?.(request, response)
}

export const status =
  (
    code: number,
    headers: Record<string, string> = {},
    body = '{"error":{"message":"secret words"}}',
  ): ChatResponse =>
  (_, response) =>
    void response.writeHead(code, { 'Content-Type': 'application/json', ...headers }).end(body)

export const completion = (output: string, more: object = {}): ChatResponse =>
  status(
    200,
    {},
    JSON.stringify({
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: output }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      ...more,
    }),
  )

/** The user's message, back again. */
export const echo: ChatResponse = (request, response) =>
  completion(request.body.messages[0]?.content ?? '')(request, response)

export const drop: ChatResponse = (_, response) => void response.socket?.destroy()
export const dropHalfway: ChatResponse = (_, response) => {
  response.writeHead(200, { 'Content-Length': '100' })
  response.write('{"choices":')
  setImmediate(() => response.socket?.destroy())
}
export const never: ChatResponse = () => undefined

export async function startChatServer(reply: ChatResponse): Promise<ChatServer> {
  const requests: ChatRequest[] = []
  let waiting: { count: number; resolve: () => void }[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const received: ChatRequest = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    }
    requests.push(received)
    reply(received, response)
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve()
    waiting = waiting.filter(({ count }) => requests.length < count)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    received: (count) =>
      requests.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    close,
    [Symbol.asyncDispose]: close,
  }
}
