/** Sends requests to the target and reads whole answers. */
import { Agent, request } from 'undici'
import type { WireRequest } from './requests.ts'

/** The target does not answer; the run ends with what it has. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface Transport {
  send(request: WireRequest): Promise<Answer>
  close(): Promise<void>
}

/** More of one answer is not read. */
const LARGEST_BODY = 32 * 1024 * 1024
const TIMEOUT = 30_000

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
  const once = async (wire: WireRequest): Promise<Answer> => {
    const url = /^https?:/.test(wire.path) ? wire.path : base.origin + prefix + wire.path
    const answer = await request(url, {
      method: wire.method as 'GET',
      headers: wire.headers,
      body: wire.body ?? null,
      dispatcher: agent,
    })
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > LARGEST_BODY) break
      chunks.push(chunk)
    }
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }
  }
  return {
    async send(wire) {
      try {
        return await once(wire)
      } catch (first) {
        // A kept connection may have ended just before it was used; the second failure counts.
        try {
          return await once(wire)
        } catch (error) {
          throw new Unreachable(
            `${base.origin} does not answer ${wire.method} ${wire.path}: ${reasonOf(error ?? first)}`,
          )
        }
      }
    },
    close: () => agent.destroy(),
  }
}

const reasonOf = (error: unknown): string => {
  const { message, code, cause } = error as Error & { code?: string; cause?: { message?: string } }
  return [code, message || cause?.message].filter((part) => part !== undefined && part !== '').join(': ')
}
