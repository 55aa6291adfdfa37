/** How long the event loop of this process is blocked, measured so that a busy machine does not count. */
import { closeSync, openSync, readSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

export interface BlockMeasured<T> {
  /** Milliseconds on the reference machine: the longest stretch of this thread's own work between two turns of the event loop. */
  blocked: number
  value: T
}

/**
 * Runs `work` and measures the turns of the event loop meanwhile. On Linux a turn counts the processor time of
 * this thread, so that other programs on the machine do not count; elsewhere the time that passed.
 */
export async function measureBlocking<T>(work: () => Promise<T>): Promise<BlockMeasured<T>> {
  const clock = threadClock()
  let blocked = 0
  let last = clock.now()
  let running = true
  const turn = () => {
    const now = clock.now()
    blocked = Math.max(blocked, now - last)
    last = now
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    const value = await work()
    await new Promise((resolve) => setImmediate(resolve)) // the turn that the response ended
    return { value, blocked: blocked < SHORT ? blocked : blocked / slowness() }
  } finally {
    running = false
    clock.close()
  }
}

/** Milliseconds of a fixed piece of work on the machine for which the bounds of blocking were set. */
const REFERENCE = 16
/** Milliseconds below which no bound lies, so that the pace need not be known. */
const SHORT = 40

/** How much slower this machine's processor is now than that one; never below 1. Its pace varies within seconds. */
function slowness(): number {
  const clock = threadClock()
  const text = JSON.stringify(Array.from({ length: 40_000 }, (_, n) => ({ n, text: `item ${n}` })))
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 12; round++) {
    const from = clock.now()
    JSON.stringify(JSON.parse(text))
    least = Math.min(least, clock.now() - from)
  }
  clock.close()
  return Math.max(1, least / REFERENCE)
}

function threadClock(): { now(): number; close(): void } {
  if (process.platform !== 'linux') return { now: () => performance.now(), close: () => {} }
  const file = openSync('/proc/thread-self/schedstat', 'r')
  const buffer = Buffer.alloc(64)
  return {
    // nanoseconds on the processor, then two other numbers
    now: () => Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)), 10) / 1e6,
    close: () => setImmediate(() => closeSync(file)),
  }
}

export interface OutsideRequest {
  method: string
  path: string
  key: string
  body?: string
  headers?: Record<string, string>
}

export interface OutsideResponse {
  status: number
  /** Bytes of the body. */
  length: number
  /** The beginning of the body. */
  start: string
}

/** A client on a thread of its own: what it sends and reads costs this one's event loop nothing. */
export function createOutsideClient(origin: string, ca: string) {
  const worker = new Worker(OUTSIDE, { eval: true, workerData: { origin, ca }, execArgv: [] })
  worker.unref()
  let calls = 0
  return {
    send(request: OutsideRequest): Promise<OutsideResponse> {
      const id = ++calls
      return new Promise((resolve, reject) => {
        const responded = (response: { id: number; error?: string; response: OutsideResponse }) => {
          if (response.id !== id) return
          worker.off('message', responded)
          if (response.error === undefined) resolve(response.response)
          else reject(new Error(response.error))
        }
        worker.on('message', responded)
        worker.postMessage({ id, request })
      })
    },
    async close(): Promise<void> {
      await worker.terminate()
    },
  }
}

const OUTSIDE = `
const { parentPort, workerData: { origin, ca } } = require('node:worker_threads')
const { request, Agent } = require('node:https')
const agent = new Agent({ keepAlive: true, ca })
parentPort.on('message', ({ id, request: { method, path, key, body, headers } }) => {
  const fail = (error) => parentPort.postMessage({ id, error: String(error) })
  const bytes = body === undefined ? undefined : Buffer.from(body)
  const sent = request(origin + '/v1' + path, {
    method, agent,
    headers: {
      Authorization: 'Bearer ' + key,
      ...(bytes && { 'Content-Type': 'application/json', 'Content-Length': bytes.length }),
      ...headers,
    },
  }, (response) => {
    let length = 0
    let start = ''
    response.on('data', (chunk) => {
      length += chunk.length
      if (start.length < 2000) start += chunk.toString('latin1').slice(0, 2000)
    })
    response.on('end', () => parentPort.postMessage({ id, response: { status: response.statusCode, length, start } }))
    response.on('error', fail)
  })
  sent.on('error', fail)
  sent.end(bytes)
})`
