/**
 * Sends a request with a credential, a deadline and an idempotency key. Repeats it after failures that a second attempt
 * may fix. docs/service/client.md has the table of these failures.
 */
import type { ErrorEnvelope } from '../../generated/openapi.v1.ts'
import { isEnvelope, PromptServiceError } from './errors.ts'

/** An API key or access token, or a function that gives one; `expired`: the service rejected the one given before. */
export type Credential = string | ((reason?: 'expired') => string | Promise<string>)

export interface RetryOptions {
  /** How often a request is sent at most, the first time included; default 3, and 1 turns retries off. */
  attempts?: number
  /** The longest wait in milliseconds that is accepted between two attempts; default 60 000. A longer one ends the call. */
  maxWait?: number
  /** Waits so many milliseconds, and rejects when the signal aborts; default a timer. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** A number from 0 to 1, for the jitter; default `Math.random`. */
  random?: () => number
}

interface SendOptions {
  credential: Credential
  fetch: (request: Request) => Promise<Response>
  /** Milliseconds until the head of a response must be there; default 60 000. */
  timeout?: number | undefined
  retry?: RetryOptions | undefined
}

const FIRST_BACKOFF = 500
const IDEMPOTENT = /^(GET|HEAD|OPTIONS|PUT|DELETE)$/

/**
 * @returns a `fetch` for openapi-fetch. It rejects with an error that names the address and has the network's error as its
 * cause, with a `TimeoutError`, or with the caller's abort. It rejects with `UNREADABLE_ANSWER` for a web page instead of
 * the service's response.
 */
export function createSend(options: SendOptions): (request: Request) => Promise<Response> {
  const { attempts = 3, maxWait = 60_000, sleep = pause, random = Math.random } = options.retry ?? {}
  const backoff = (attempt: number) => FIRST_BACKOFF * 2 ** (attempt - 1) * (0.5 + random() / 2)

  return async (request) => {
    const once = !repeatable(request)
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', crypto.randomUUID())
    let renewed = false
    let reason: 'expired' | undefined
    for (let attempt = 1; ; attempt++) {
      const last = once || attempt >= attempts
      const outgoing = once ? request : request.clone()
      outgoing.headers.set(
        'Authorization',
        `Bearer ${await credentialOf(options.credential, reason, request.url)}`,
      )
      let wait: number | undefined
      try {
        const response = await withDeadline(options, outgoing)
        const advice = await adviceOf(response, mayHaveHappenedTwice(request))
        if (advice === 'renew' && !once && !renewed && typeof options.credential === 'function') {
          renewed = true
          reason = 'expired'
          attempt--
          continue
        }
        reason = undefined
        if (last || advice === undefined || advice === 'renew') return readable(response, request.url)
        wait = advice === 'soon' ? backoff(attempt) : advice
        if (wait > maxWait) return response
        await response.body?.cancel()
      } catch (error) {
        if (last || request.signal.aborted || !mayHaveHappenedTwice(request))
          throw error instanceof TypeError ? unanswered(request, attempt, error) : error
        wait = backoff(attempt)
      }
      await sleep(wait, request.signal)
    }
  }
}

/** A page with 200 comes from another server than the service, whose own pages are downloads. */
function readable(response: Response, url: string): Response {
  const type = response.headers.get('Content-Type') ?? ''
  if (!response.ok || !/^text\/html\b/i.test(type) || response.headers.has('Content-Disposition'))
    return response
  throw new PromptServiceError(response.status, {
    code: 'UNREADABLE_ANSWER',
    message: `Received ${type} from ${url}, expected a response of the service; is baseUrl right?`,
    details: { received: type },
  })
}

const unanswered = ({ method, url }: Request, attempts: number, cause: TypeError): TypeError =>
  new TypeError(
    `No response to ${method} ${url}${attempts > 1 ? ` in ${attempts} attempts` : ''}: ${cause.message}`,
    { cause },
  )

/** Whether the body can be sent a second time: a stream is gone once it was read, and copying it retains it in memory. */
const repeatable = (request: Request): boolean =>
  request.body === null || /\bjson\b/.test(request.headers.get('Content-Type') ?? '')

/**
 * Whether a request that got no response may be sent again (RFC 9110, section 9.2.2): it may have been done. A POST
 * carries an idempotency key. A PATCH does not: the caller has to look.
 */
const mayHaveHappenedTwice = ({ method, headers }: Request): boolean =>
  IDEMPOTENT.test(method) || headers.has('Idempotency-Key')

/**
 * Milliseconds to wait, `soon` for a wait of our own choice, `renew` for an expired token; undefined: it is final.
 * @param again whether the request may be done twice
 */
async function adviceOf(response: Response, again: boolean): Promise<number | 'soon' | 'renew' | undefined> {
  switch (response.status) {
    case 401:
      return (await errorOf(response))?.code === 'TOKEN_EXPIRED' ? 'renew' : undefined
    case 409: {
      const error = await errorOf(response)
      if (error?.code !== 'IDEMPOTENCY_IN_PROGRESS') return undefined
      const seconds = (error.details as { retryAfterSeconds?: number }).retryAfterSeconds
      return seconds === undefined ? 'soon' : seconds * 1000
    }
    case 429: {
      // A day's quota is an error to show, not a wait.
      if ((await errorOf(response))?.code === 'DAILY_QUOTA_EXCEEDED') return undefined
      return retryAfter(response)
    }
    case 502:
    case 504:
      // With the envelope it is the service's own response about a model; without, a proxy lost the service.
      return again && (await errorOf(response)) === undefined ? 'soon' : undefined
    case 503:
      return retryAfter(response)
    default:
      return undefined
  }
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function retryAfter({ headers }: Response): number | 'soon' {
  const text = headers.get('Retry-After') ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const until = Date.parse(text)
  return Number.isNaN(until) ? 'soon' : Math.max(0, until - Date.now())
}

async function errorOf(response: Response): Promise<ErrorEnvelope['error'] | undefined> {
  try {
    const body: unknown = await response.clone().json()
    return isEnvelope(body) ? body.error : undefined
  } catch {
    return undefined
  }
}

async function withDeadline({ fetch, timeout = 60_000 }: SendOptions, request: Request): Promise<Response> {
  const deadline = new AbortController()
  const timer = setTimeout(
    () => deadline.abort(new DOMException(`No response within ${timeout} ms.`, 'TimeoutError')),
    timeout,
  )
  try {
    return await fetch(new Request(request, { signal: AbortSignal.any([request.signal, deadline.signal]) }))
  } finally {
    clearTimeout(timer)
  }
}

/** A key never is in a page, but for the mock and the demo: the service itself speaks no plain HTTP. */
async function credentialOf(
  credential: Credential,
  reason: 'expired' | undefined,
  url: string,
): Promise<string> {
  const given = typeof credential === 'function' ? await credential(reason) : credential
  if (given.trim() === '')
    throw new TypeError('Received an empty credential, expected an API key or an access token.')
  const isLocal = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url)
  if ('document' in globalThis && given.startsWith('svc_') && !isLocal)
    throw new TypeError(
      'Received an API key in a browser, where every visitor can read it; expected an access token. Sign in with createOAuthSession. A key works in a page only at http:// on this machine (the mock, serve --demo).',
    )
  return given
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  })
