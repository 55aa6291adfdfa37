/** A server whose responses are meant to harm their reader. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const HOSTILE_DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        responses: {
          '200': {
            description: 'ok',
            content: { 'application/json': { schema: { type: 'array', items: { type: 'object' } } } },
          },
        },
      },
      post: {
        operationId: 'createThing',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
            },
          },
        },
        responses: {
          '201': {
            description: 'ok',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id'],
                  properties: { id: { type: 'string' }, name: { type: 'string' } },
                },
              },
            },
          },
        },
      },
    },
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          '200': { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } },
          '404': { description: 'none' },
        },
      },
    },
  },
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

const responses = {
  /** One byte at a time, for ever. */
  trickled(response: ServerResponse) {
    response.writeHead(200, JSON_TYPE).write('[')
    const timer = setInterval(() => response.write(' '), 20)
    response.once('close', () => clearInterval(timer))
  },
  endless(response: ServerResponse, sent: (bytes: number) => void) {
    const chunk = Buffer.alloc(256 * 1024, ' ')
    response.writeHead(200, JSON_TYPE)
    const more = () => {
      while (!response.destroyed) {
        sent(chunk.length)
        if (!response.write(chunk)) return
      }
    }
    response.on('drain', more)
    more()
  },
  deep(response: ServerResponse) {
    response.writeHead(200, JSON_TYPE).end('['.repeat(200_000) + ']'.repeat(200_000))
  },
  /** Just below the limit, and wrong everywhere. */
  wide(response: ServerResponse) {
    response.writeHead(200, JSON_TYPE).end(`[${'1,'.repeat(4_900_000)}1]`)
  },
}

export async function startHostile(kind: keyof typeof responses) {
  let bytes = 0
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    request.resume()
    response.on('error', () => {})
    responses[kind](response, (count) => {
      bytes += count
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    bytes: () => bytes,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
