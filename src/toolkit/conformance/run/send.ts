/** Sends requests to the target and reads whole answers. */
import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { type HeaderFields, readHeader } from '../finding.ts'
import type { WireRequest } from './requests.ts'

/** The target does not answer; the run ends with what it has. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** The target is there, and left this one request without an answer. */
/**
 * Milliseconds that a 429 asks to wait, by seconds or by a date (RFC 9110, 10.2.3); a second where it says nothing; NaN
 * where it says what nobody reads.
 */
export function pauseOf({ headers }: { headers: HeaderFields }, now: number): number {
  const text = readHeader(headers, 'retry-after') ?? '1'
  if (/^\d+$/.test(text)) return Math.max(1000, Number(text) * 1000)
  // By the target's own clock, which may not be ours.
  const date = Date.parse(readHeader(headers, 'date') ?? '')
  return Math.max(1000, Date.parse(text) - (Number.isNaN(date) ? now : date))
}

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface Transport {
  /**
   * @throws Unreachable when the target answers nothing any more
   * @throws NoAnswer when it answers others
   */
  send(request: WireRequest): Promise<Answer>
  close(): Promise<void>
}

/** More of one answer is not read. */
const LARGEST_BODY = 32 * 1024 * 1024
/** One request with its whole answer. */
const TIMEOUT = 30_000
/** Answers that go on until somebody has enough: read until they are quiet, or for so long at most. */
export const isStream = (contentType: string): boolean =>
  /event-stream|ndjson|jsonl|json-seq|x-mixed-replace/i.test(contentType)
const QUIET = 150
const LONGEST_STREAM = 2_000
/** Whether anybody is there is known soon. */
const PROBE_TIMEOUT = 5_000

/**
 * @param target the URL below which the document's paths stand
 * @param ca certificate authorities in PEM, besides the public ones
 */
export function createTransport(target: string, ca: string | undefined, connections: number): Transport {
  const base = new URL(target)
  const prefix = base.pathname.replace(/\/$/, '')
  const agent = new Agent({
    connections,
    pipelining: 1,
    connect: { timeout: TIMEOUT, ...(ca !== undefined && { ca }) },
    headersTimeout: TIMEOUT,
    bodyTimeout: TIMEOUT,
  })
  const once = async (wire: WireRequest, timeout = TIMEOUT): Promise<Answer> => {
    const url = /^https?:/.test(wire.path) ? wire.path : base.origin + prefix + wire.path
    const answer = await request(url, {
      method: wire.method as 'GET',
      headers: wire.headers,
      body: wire.body ?? null,
      dispatcher: agent,
      signal: AbortSignal.timeout(timeout),
    })
    const body = isStream(String(answer.headers['content-type']))
      ? await someOf(answer.body)
      : await wholeOf(answer.body)
    return { status: answer.statusCode, headers: answer.headers, body }
  }
  /** Whether the target answers anything at all. */
  const isThere = async (): Promise<boolean> => {
    const plain = { method: 'GET', path: '/', headers: {}, body: undefined, operationId: null }
    return once(plain, PROBE_TIMEOUT).then(
      () => true,
      () => false,
    )
  }
  return {
    async send(wire) {
      let failure: unknown
      // A kept connection may have ended just before it was used; the second failure counts.
      for (let attempt = 0; attempt < 2 && !isTimeout(failure); attempt++) {
        try {
          return await once(wire)
        } catch (error) {
          failure = error
        }
      }
      const reason = reasonOf(failure)
      if (await isThere()) throw new NoAnswer(reason)
      throw new Unreachable(`${base.origin} does not answer ${wire.method} ${wire.path}: ${reason}`)
    },
    close: () => agent.destroy(),
  }
}

async function wholeOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > LARGEST_BODY) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The beginning of an answer that may never end. */
async function someOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let enough = false
  const stop = () => {
    enough = true
    body.destroy()
  }
  const longest = setTimeout(stop, LONGEST_STREAM)
  let quiet: NodeJS.Timeout | undefined
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      clearTimeout(quiet)
      quiet = setTimeout(stop, QUIET)
    }
  } catch (error) {
    if (!enough) throw error
  } finally {
    clearTimeout(longest)
    clearTimeout(quiet)
  }
  return Buffer.concat(chunks)
}

const isTimeout = (error: unknown): boolean => {
  const { name, code } = (error ?? {}) as { name?: string; code?: string }
  return name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT'
}

const reasonOf = (error: unknown): string => {
  const { message, code, cause } = error as Error & { code?: string; cause?: { message?: string } }
  return [code, message || cause?.message].filter((part) => part !== undefined && part !== '').join(': ')
}
