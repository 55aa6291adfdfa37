/** The sockets and requests that are open, so that a shutdown can cut the idle ones and wait for the others. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../runtime/clock.ts'

/** How long a connection without an answered request may still finish what it began to send, in milliseconds. */
const GRACE = 1000

export class OpenWork {
  readonly #clock: Clock
  readonly #sockets = new Set<Socket>()
  /** The request that each socket is busy with. */
  readonly #answers = new Map<Socket, ServerResponse>()
  #draining = false
  #changed = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes a new connection; `socket` is the one below TLS. */
  connected(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#changed()
    })
  }

  /** Notes a request; while draining, its response tells the client that the connection ends with it. */
  began(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    this.#answers.set(socket, response)
    if (this.#draining) response.shouldKeepAlive = false
    response.once('close', () => {
      if (this.#answers.get(socket) === response) this.#answers.delete(socket)
      this.#changed()
    })
  }

  /** The response under way on a socket, if any. */
  answerOn(socket: Socket): ServerResponse | undefined {
    return this.#answers.get(socket)
  }

  /**
   * Waits for the requests under way; connections that have none may stay for one second more. At the deadline
   * everything is cut.
   * @param closeIdle closes the connections that wait for a next request
   * @returns how many requests were cut
   */
  async drain(deadline: number, closeIdle: () => void): Promise<number> {
    this.#draining = true
    for (const response of this.#answers.values()) response.shouldKeepAlive = false
    // One turn first: what has reached this machine already becomes a request rather than a reset connection.
    await new Promise((resolve) => setImmediate(resolve))
    closeIdle()
    const timers: (() => void)[] = []
    const unfinished = await new Promise<number>((resolve) => {
      let graceOver = false
      this.#changed = () => {
        if (this.#sockets.size === 0 || (graceOver && this.#answers.size === 0)) resolve(0)
        else closeIdle()
      }
      timers.push(
        this.#clock.after(GRACE, () => {
          graceOver = true
          this.#changed()
        }),
        this.#clock.after(deadline, () => resolve(this.#answers.size)),
      )
      this.#changed()
    })
    for (const cancel of timers) cancel()
    for (const socket of this.#sockets) socket.destroy()
    return unfinished
  }
}
