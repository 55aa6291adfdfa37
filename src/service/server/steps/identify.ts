/**
 * Identifies the caller: reads the bearer credential of the request (RFC 6750, section 2.1) and leaves the verdict to the
 * authenticator that the composition root gives. Source: "Authentication".
 */
import type { IncomingMessage } from 'node:http'
import { ApiError, BEARER } from '../../errors.ts'
import type { Generation } from '../../storage/database.ts'
import type { Call, CallStep } from '../call.ts'
import type { Exchange } from '../exchange.ts'
import type { Caller } from '../handler.ts'
import type { Scheme } from '../surface.ts'
import { authorize, requireScopes } from './authorize.ts'
import type { RateLimiter } from './rateLimit/limiter.ts'
import type { PlanName } from './rateLimit/plans.ts'

export interface Authenticated {
  caller: Caller
  plan: PlanName
}

/**
 * Verifies one kind of credential, an API key or an access token; immediately when it is known.
 * @throws ApiError with status 401 and its `WWW-Authenticate` header
 */
export type Authenticator = (bearer: string) => Authenticated | Promise<Authenticated>

/**
 * The bearer credential of a request.
 * @throws ApiError UNAUTHORIZED when there is none; without an error code, as RFC 6750, section 3.1 requires
 */
export function bearerOf(request: IncomingMessage): string {
  const header = request.headers.authorization
  if (header === undefined || header === '') {
    throw unauthorized(
      'No credential was received; expected the header "Authorization: Bearer <key or token>".',
    )
  }
  if (countAuthorization(request.rawHeaders) > 1) {
    throw unauthorized('Two Authorization headers were received; expected one.') // Node drops the second in silence
  }
  const match = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(header)
  if (match?.[1] === undefined) {
    const scheme = /^[A-Za-z]{1,20}(?= )/.exec(header)?.[0]
    throw unauthorized(
      `Received ${scheme ? `the scheme "${scheme}"` : 'a malformed Authorization header'}; expected "Bearer <key or token>".`,
    )
  }
  return match[1]
}

function unauthorized(message: string): ApiError {
  return new ApiError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': BEARER } })
}

export function countAuthorization(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 13 && name.toLowerCase() === 'authorization') count++
  }
  return count
}

/**
 * The scheme of the service API: a bearer credential, and the scopes that the operation declares.
 * @param generation of what the authenticator remembers, where other processes may have changed it
 */
export const bearerScheme = (
  authenticate: Authenticator,
  generation: () => Generation | undefined = () => undefined,
): Scheme => ({
  identify: (_operation, { limiter }) =>
    countingRejections(limiter, (call) => {
      const { request } = call.exchange as Exchange
      const known = generation() // before the look: what is found is as new at least
      const found = authenticate(bearerOf(request))
      return found instanceof Promise
        ? found.then((one) => settle(call, one, known))
        : settle(call, found, known)
    }),
  authorize: (operation) => {
    requireScopes(operation)
    return (call) => authorize(operation, call.caller)
  },
})

function settle(call: Call, { caller, plan }: Authenticated, generation: Generation | undefined): void {
  call.caller = caller
  call.account = { organizationId: caller.organizationId, plan, generation }
}

/** Anyone who is rejected counts against its address, so that guessing is slow. */
export function countingRejections(limiter: RateLimiter, identify: CallStep): CallStep {
  return (call) => {
    const reject = (error: unknown): never => {
      call.countAddress(limiter)
      throw error
    }
    try {
      const waiting = identify(call)
      return waiting instanceof Promise ? waiting.catch(reject) : waiting
    } catch (error) {
      return reject(error)
    }
  }
}
