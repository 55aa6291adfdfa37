/** A receiver of events, and requests of both suites. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

const deliveries = []
const listener = async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  deliveries.push({ path: request.url, headers: request.headers, text: Buffer.concat(chunks).toString() })
  response.writeHead(204).end()
  server.emit('delivery')
}
const { RECEIVER_CERT: cert, RECEIVER_KEY: key } = process.env
const server = cert
  ? createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, listener)
  : createServer(listener)
// A receiver under another host listens on all addresses, as in a container.
server.listen(0, process.env.RECEIVER_HOST ? undefined : '127.0.0.1')
await once(server, 'listening')
server.unref()

const host = `${process.env.RECEIVER_HOST ?? '127.0.0.1'}:${server.address().port}`
const origin = `${cert ? 'https' : 'http'}://${host}`

/** Waits for a last export, so that deliveries that were sent before have arrived. */
async function settled() {
  await call('POST', '/exports', { callback: `${origin}/last` })
  const signal = AbortSignal.timeout(3000)
  while (!deliveries.some(({ path }) => path === '/last/ready')) await once(server, 'delivery', { signal })
  await call('POST', '/orders', { sku: 'none' })
  return deliveries.filter(({ path }) => path !== '/last/ready')
}

/** @returns all deliveries, as soon as there are so many */
async function received(count) {
  const signal = AbortSignal.timeout(3000)
  while (deliveries.length < count) await once(server, 'delivery', { signal })
  return deliveries
}

async function call(method, path, body, headers) {
  const response = await fetch(process.env.API_URL + path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

export { call, host, origin, received, settled }
