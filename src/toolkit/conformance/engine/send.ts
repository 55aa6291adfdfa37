/** Sends requests to the target and reads complete responses. */
import { Agent, request } from 'undici'
import { DEFAULT_MAX_BODY, isStream, someOf, wholeOf } from '../../network/readResponse.ts'
import { type HeaderFields, readHeader } from '../../openapi/headers.ts'
import type { WireRequest } from './requests.ts'
import { NotObserved } from './rule.ts'

/** The target no longer responds; the run ends with its results so far. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/**
 * Milliseconds to wait after a 429: `Retry-After` in seconds or as date (RFC 9110, 10.2.3). 1000 without the header; NaN
 * if it is invalid.
 */
export function pauseOf({ headers }: { headers: HeaderFields }, now: number): number {
  const text = readHeader(headers, 'retry-after') ?? '1'
  if (/^\d+$/.test(text)) return Math.max(1000, Number(text) * 1000)
  // By the target's own clock, which may not be ours.
  const date = Date.parse(readHeader(headers, 'date') ?? '')
  return Math.max(1000, Date.parse(text) - (Number.isNaN(date) ? now : date))
}

/** The target is reachable, but did not respond to this request. */
export class NoResponse extends Error {
  override readonly name: string = 'NoResponse'
}

/** The response exceeds the size limit, which is not necessarily a fault of the target. */
export class TooLong extends NoResponse {
  override readonly name = 'TooLong'
}

/** The run's time ended before the response. */
export class OutOfTime extends NotObserved {
  constructor() {
    super({ code: 'out-of-time' })
  }
}

export interface PlainResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface Transport {
  /**
   * @throws Unreachable if the target no longer responds to anything
   * @throws NoResponse if it responds to other requests
   * @throws OutOfTime after `available` milliseconds
   */
  send(request: WireRequest, available?: number): Promise<PlainResponse>
  close(): Promise<void>
}

/** Milliseconds for one request with its complete response. */
const TIMEOUT = 30_000
/** Connect timeout in milliseconds. */
const PROBE_TIMEOUT = 5_000
/** Timers may fire a few milliseconds early or late; shorter waits count as over. */
const TIMER_PRECISION = 20

/**
 * @param target base URL of the document's paths
 * @param ca additional CA certificates in PEM
 * @param maxBody maximum bytes of one response
 */
export function createTransport(
  target: string,
  ca: string | undefined,
  connections: number,
  maxBody = DEFAULT_MAX_BODY,
): Transport {
  const base = new URL(target)
  const prefix = base.pathname.replace(/\/$/, '')
  const agent = new Agent({
    connections,
    pipelining: 1,
    connect: { timeout: TIMEOUT, ...(ca !== undefined && { ca }) },
    headersTimeout: TIMEOUT,
    bodyTimeout: TIMEOUT,
  })
  const once = async (wire: WireRequest, timeout = TIMEOUT): Promise<PlainResponse> => {
    const url = /^https?:/.test(wire.path) ? wire.path : base.origin + prefix + wire.path
    const response = await request(url, {
      method: wire.method as 'GET',
      headers: wire.headers,
      body: wire.body ?? null,
      dispatcher: agent,
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(timeout))),
    })
    const body = isStream(String(response.headers['content-type']))
      ? await someOf(response.body, maxBody)
      : await wholeOf(response.body, maxBody)
    if (body === undefined)
      throw new TooLong(
        `the response to ${wire.method} ${wire.path} is longer than ${maxBody / 1_000_000} MB; --max-body reads more`,
      )
    return { status: response.statusCode, headers: response.headers, body }
  }
  /** Whether the target responds to any request. */
  const isThere = async (timeout: number): Promise<boolean> => {
    const plain = { method: 'GET', path: '/', headers: {}, body: undefined, operationId: null }
    return once(plain, timeout).then(
      () => true,
      (error) => error instanceof TooLong,
    )
  }
  return {
    async send(wire, available = Number.POSITIVE_INFINITY) {
      const began = performance.now()
      const left = () => available - (performance.now() - began)
      let failure: unknown
      // A pooled connection may have been closed just before its use, so only the second failure counts.
      for (let attempt = 0; attempt < 2 && !isTimeout(failure); attempt++) {
        try {
          return await once(wire, Math.min(TIMEOUT, left()))
        } catch (error) {
          if (error instanceof NoResponse) throw error
          failure = error
        }
        if (left() < TIMER_PRECISION) throw new OutOfTime()
      }
      const reason = reasonOf(failure)
      if (await isThere(Math.min(PROBE_TIMEOUT, left()))) throw new NoResponse(reason)
      if (left() < TIMER_PRECISION) throw new OutOfTime()
      throw new Unreachable(`${base.origin} does not respond to ${wire.method} ${wire.path}: ${reason}`)
    },
    close: () => agent.destroy(),
  }
}

/** A transport whose requests to the target all have these headers, where they name none of their own. */
export const withHeaders = (transport: Transport, headers: Readonly<Record<string, string>>): Transport =>
  Object.keys(headers).length === 0
    ? transport
    : {
        ...transport,
        send: (wire, available) =>
          transport.send(
            /^https?:/.test(wire.path) ? wire : { ...wire, headers: { ...headers, ...wire.headers } },
            available,
          ),
      }

const isTimeout = (error: unknown): boolean => {
  const { name, code } = (error ?? {}) as { name?: string; code?: string }
  return name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT'
}

/** OpenSSL's codes where the CA of a certificate is unknown. Node's sentence about them depends on its version. */
const UNKNOWN_CA: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** @example reasonOf(error) // 'ECONNRESET: read ECONNRESET' */
function reasonOf(error: unknown): string {
  const { message, code, cause } = error as Error & { code?: string; cause?: { message?: string } }
  const text = UNKNOWN_CA.has(code ?? '')
    ? 'its certificate was issued by an unknown CA; name the CA certificate with --ca'
    : message || cause?.message
  return [code, text].filter((part) => part !== undefined && part !== '').join(': ')
}
