/**
 * An HTTPS endpoint that accepts webhooks as fast as Node can and counts them; below `/hanging` it never responds.
 * Over IPC: `{expect: n}` gets a Tally once n deliveries came in.
 *
 *     node --import tsx bench/peers/receiver.ts <folder with cert.pem and key.pem>
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface Tally {
  /** From the first delivery to the last. */
  perSecond: number
  /** Milliseconds from the event's `createdAt` to its arrival, one for each delivery. */
  delays: number[]
  /** The first body. */
  body: string
}

const folder = process.argv[2] ?? '.'
const pair = {
  cert: readFileSync(join(folder, 'receiver.pem')),
  key: readFileSync(join(folder, 'receiver-key.pem')),
}
let expected = 0
let began = 0
let body = ''
let delays: number[] = []

process.on('message', ({ expect }: { expect: number }) => {
  expected = expect
  delays = []
})

const server = createServer(pair, (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url?.startsWith('/hanging')) return
    response.writeHead(204).end()
    const now = Date.now()
    const text = Buffer.concat(chunks).toString()
    const createdAt = text.slice(text.indexOf('"createdAt":"') + 13, text.indexOf('"createdAt":"') + 37)
    if (delays.length === 0) {
      began = performance.now()
      body = text
    }
    delays.push(now - Date.parse(createdAt))
    if (delays.length !== expected) return
    const perSecond = (expected - 1) / ((performance.now() - began) / 1000)
    process.send?.({ perSecond, delays, body } satisfies Tally)
  })
})
// The service reuses its connections for two seconds, the bare loop for four.
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
