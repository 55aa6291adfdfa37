/**
 * One attempt: a POST under one deadline, and what came of it. Whether to try again is decided elsewhere.
 * Source: "Delivery and retries".
 */
import { EventEmitter } from 'node:events'
import type { Agent, Dispatcher } from 'undici'
import type { Clock } from '../../runtime/clock.ts'
import type { AddressGuard } from './addressGuard.ts'
import { ConnectFailure, type ConnectFailureCode, createConnector } from './connector.ts'
import { readExcerpt } from './excerpt.ts'
import { createResolver, type Resolve } from './resolver.ts'

/** Milliseconds over DNS, TCP, TLS and the response's headers together. */
const DEADLINE = 30_000

/** The result of an attempt. */
export type AttemptResult =
  | {
      responded: true
      httpStatus: number
      /** Milliseconds from the start of the attempt to the response's headers. */
      responseTime: number
      /** Unix milliseconds. */
      respondedAt: number
      retryAfter: string | undefined
      responseBody: string | null
    }
  | { responded: false; errorCode: FailureCode }

/** Why there was no response. */
export type FailureCode = ConnectFailureCode | 'INVALID_RESPONSE'

export interface Sender {
  /**
   * POSTs `body` to `url`; never rejects for what the receiver does.
   * @throws the signal's reason when `signal` aborts: the attempt then has no outcome
   */
  send(
    request: { url: URL; headers: Record<string, string>; body: Buffer },
    signal: AbortSignal,
  ): Promise<AttemptResult>
  /** Closes the connections. */
  close(): Promise<void>
}

interface SenderParts {
  guard: AddressGuard
  clock: Clock
  /** PEM certificates that receivers may be signed by, next to those that Node trusts. */
  ca: string | undefined
  /** Replaces DNS, in tests. */
  resolve?: Resolve
}

export function createSender({ guard, clock, ca, resolve = createResolver(clock) }: SenderParts): Sender {
  let agent: Agent | undefined
  let opening: Promise<Agent> | undefined
  // Loaded for the first attempt: a tenth of the time of a start.
  const open = async () => {
    const { Agent } = await import('undici')
    return new Agent({
      connect: createConnector({ guard, clock, ca, resolve, deadline: DEADLINE }),
      // undici's own timeouts restart with each byte; the one deadline below does not.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Receivers commonly retain an idle connection for 5 seconds; one that they just closed would cost an attempt.
      keepAliveTimeout: 2_000,
      keepAliveMaxTimeout: 2_000,
    })
  }

  return {
    async send({ url, headers, body }, signal) {
      signal.throwIfAborted()
      const end = new EventEmitter() // to undici as good as an AbortSignal, and made in a tenth of the time
      let late = false
      const cancel = clock.after(DEADLINE, () => {
        late = true
        end.emit('abort')
      })
      const stop = () => void end.emit('abort')
      signal.addEventListener('abort', stop, { once: true })
      try {
        opening ??= open()
        agent ??= await opening
        if (late || signal.aborted) throw new Error('The attempt ended while its client was loaded.')
        const startedAt = clock.now()
        const response = await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: 'POST',
          headers,
          body,
          signal: end,
        })
        const respondedAt = clock.now()
        return {
          responded: true,
          httpStatus: response.statusCode,
          // The clock may be set back meanwhile.
          responseTime: Math.max(0, respondedAt - startedAt),
          respondedAt,
          retryAfter: single(response.headers['retry-after']),
          responseBody: await readExcerpt(response),
        }
      } catch (error) {
        signal.throwIfAborted()
        return { responded: false, errorCode: late ? 'TIMEOUT' : failureOf(error) }
      } finally {
        cancel()
        signal.removeEventListener('abort', stop)
      }
    },
    close: async () => (await opening)?.destroy(),
  }
}

const single = (header: Dispatcher.ResponseData['headers'][string]): string | undefined =>
  Array.isArray(header) ? header[0] : header

const RESET = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

function failureOf(error: unknown): FailureCode {
  if (error instanceof ConnectFailure) return error.code
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return RESET.has(code) ? 'CONNECTION_RESET' : 'INVALID_RESPONSE'
}
