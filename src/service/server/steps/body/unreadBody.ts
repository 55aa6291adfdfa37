/**
 * Handling of an unread body. Node would read all of it after the response, or cut it immediately when the connection
 * is to close. A client that still sends then meets a reset and never sees the response. So the connection stays half
 * open for a moment, and the bytes that arrive are discarded within bounds.
 */
import type { IncomingMessage } from 'node:http'
import { hasBody } from './framing.ts'

/** Discarded after a response before the connection is cut. */
const DISCARDED_BYTES = 16 * 1024 * 1024
/** Real time, because it guards a socket: how long a client may need to notice the response. */
const LINGER_MS = 2000

/**
 * Call it when a request gets a response before its body is whole. Calling it twice does no harm.
 * @returns the headers that the response must carry: `Connection: close`, or none when nothing is left to read.
 */
export function closeAfterResponse(request: IncomingMessage): Record<string, string> {
  if (request.complete || !hasBody(request)) return {}
  linger(request)
  return { Connection: 'close' }
}

const lingering = new WeakSet<IncomingMessage>()

function linger(request: IncomingMessage): void {
  if (lingering.has(request)) return
  lingering.add(request)
  const { socket } = request
  let discarded = 0
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > DISCARDED_BYTES) socket.destroy()
  })
  request.on('error', () => {})
  request.resume()
  // Node ends a connection behind its last response through this method, which closes both directions.
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
    socket.once('close', () => clearTimeout(timer))
    socket.end(() => {
      if (request.complete) socket.destroy()
      else request.once('end', () => socket.destroy())
    })
  }
}
