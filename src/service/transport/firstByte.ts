import type { Socket } from 'node:net'
import type { Clock } from '../runtime/clock.ts'

/** The record type that every TLS connection begins with: handshake (RFC 8446, 5.1). */
export const TLS_HANDSHAKE = 0x16

/**
 * Calls `decide` with the first byte of a connection, which stays unread. The socket is then paused: Node's TLS
 * server reads what is buffered by itself, its HTTP server wants `resume()`. A connection that sends nothing
 * within `patience` milliseconds, or ends first, is closed.
 */
export function onFirstByte(
  socket: Socket,
  clock: Clock,
  patience: number,
  decide: (byte: number) => void,
): void {
  const giveUp = () => socket.destroy()
  const cancel = clock.after(patience, giveUp)
  socket.on('error', giveUp) // stays: an error between two listeners must not end the process
  socket.once('end', giveUp)
  socket.once('close', cancel)
  socket.once('data', (chunk: Buffer) => {
    cancel()
    socket.off('end', giveUp)
    socket.off('close', cancel)
    socket.pause()
    socket.unshift(chunk)
    decide(chunk[0] ?? 0)
  })
}
