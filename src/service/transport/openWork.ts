/** The sockets and requests that are open, so that a shutdown can cut the idle ones and wait for the others. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../runtime/clock.ts'

/** How long a connection without a response may still finish its started request, in milliseconds. */
const GRACE = 1000

export class OpenWork {
  readonly #clock: Clock
  readonly #sockets = new Set<Socket>()
  /** The request that each socket is busy with. */
  readonly #responses = new Map<Socket, ServerResponse>()
  /** Actions at the end of each response of a socket, those that wait for another included. */
  readonly #ends = new WeakMap<Socket, Set<(isComplete: boolean) => void>>()
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

  /**
   * Notes a request; while draining, its response informs the client that the connection ends with it.
   * @param ended called once; `isComplete` is false where the connection ended before the response's turn
   */
  began(request: IncomingMessage, response: ServerResponse, ended?: (isComplete: boolean) => void): void {
    const { socket } = request
    this.#responses.set(socket, response)
    if (this.#draining) response.shouldKeepAlive = false
    const ends = this.#endsOf(socket)
    const end = (isComplete: boolean) => {
      if (!ends.delete(end)) return
      if (this.#responses.get(socket) === response) this.#responses.delete(socket)
      ended?.(isComplete)
      this.#changed()
    }
    ends.add(end)
    response.once('close', () => end(true))
  }

  /** Node closes the response whose turn it is with its connection, and never those behind it. */
  #endsOf(socket: Socket): Set<(isComplete: boolean) => void> {
    const known = this.#ends.get(socket)
    if (known !== undefined) return known
    const ends = new Set<(isComplete: boolean) => void>()
    this.#ends.set(socket, ends)
    socket.once('close', () => {
      // After what Node itself reports this connection.
      queueMicrotask(() => {
        for (const end of [...ends]) end(false)
      })
    })
    return ends
  }

  /** The response under way on a socket, if any. */
  responseOn(socket: Socket): ServerResponse | undefined {
    return this.#responses.get(socket)
  }

  /**
   * Waits for the requests under way; connections that have none may stay for one second more. At the deadline
   * everything is cut.
   * @param closeIdle closes the connections that wait for a next request
   * @returns how many requests were cut
   */
  async drain(deadline: number, closeIdle: () => void): Promise<number> {
    this.#draining = true
    for (const response of this.#responses.values()) response.shouldKeepAlive = false
    const timers: (() => void)[] = []
    const unfinished = await new Promise<number>((resolve) => {
      let graceOver = false
      const settle = () => {
        if (this.#sockets.size === 0 || (graceOver && this.#responses.size === 0)) resolve(0)
      }
      timers.push(
        this.#clock.after(GRACE, () => {
          graceOver = true
          settle()
        }),
        this.#clock.after(deadline, () => resolve(this.#responses.size)),
      )
      if (deadline <= 0) resolve(this.#responses.size)
      void arrivals().then(() => {
        this.#changed = () => {
          closeIdle()
          settle()
        }
        this.#changed()
      })
    })
    for (const cancel of timers) cancel()
    for (const socket of this.#sockets) socket.destroy()
    return unfinished
  }
}

/** Turns of the event loop in which what has reached this machine becomes a request, not a reset connection. */
async function arrivals(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await turn()
}
