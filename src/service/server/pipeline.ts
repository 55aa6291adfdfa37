/**
 * What every request to {base_url} passes, in the order of refusal of docs/decisions.md: 401, 429, 404 or 405,
 * 403; then `perform` does the work. The list of steps stands in this file once.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '../../../generated/operations.ts'
import { ApiError, nothingHere } from '../errors.ts'
import type { Arrival } from './arrival.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { type Rendered, renderError, toApiError } from './dialects/errorEnvelope.ts'
import type { Log } from './log.ts'
import { createPerformer, type PerformerOptions } from './perform.ts'
import { createRouter, type Route } from './router.ts'
import { announce } from './steps/announce.ts'
import { authorize } from './steps/authorize.ts'
import { RequestAborted } from './steps/body/readBody.ts'
import { closeAfterResponse } from './steps/body/unreadBody.ts'
import { type Authenticated, type Authenticator, bearerOf } from './steps/identify.ts'
import type { Admission, RateLimiter } from './steps/rateLimit/limiter.ts'
import { conditional, send } from './steps/respond.ts'

export interface PipelineOptions extends PerformerOptions {
  operations: Iterable<Operation>
  authenticate: Authenticator
  limiter: RateLimiter
  log: Log
}

export type Pipeline = (request: IncomingMessage, response: ServerResponse, arrival: Arrival) => Promise<void>

export function createPipeline(options: PipelineOptions): Pipeline {
  const route = createRouter(options.operations)
  const perform = createPerformer(options)

  return async (request, response, arrival) => {
    const shared: Record<string, string> = { 'X-Request-Id': arrival.requestId, ...corsHeaders() }
    const count = (admission: Admission) => {
      Object.assign(shared, admission.headers)
      if (admission.error) throw admission.error
    }
    const answer = async (): Promise<Rendered> => {
      const found = route(request.method ?? 'GET', arrival.path)
      if (request.method === 'OPTIONS') {
        count(options.limiter.admitAddress(arrival.address))
        return preflight(found)
      }
      const { caller, plan } = await identify(request, arrival, count)
      count(await options.limiter.admit({ organizationId: caller.organizationId, plan }))
      const { operation, params } = demandOperation(found, request)
      if (operation.announcements) Object.assign(shared, announce(operation.announcements, request))
      authorize(operation, caller)
      return perform(request, { operation, params, caller, arrival })
    }
    let rendered: Rendered
    try {
      rendered = conditional(request, await answer())
    } catch (error) {
      if (error instanceof RequestAborted) return // nobody is left to answer
      rendered = renderError(toApiError(error, options.log, arrival.requestId), arrival.requestId)
    }
    // Failed before anything was counted: the address tells the limits (source: "on every response").
    if (shared['X-RateLimit-Limit'] === undefined) {
      Object.assign(shared, options.limiter.admitAddress(arrival.address).headers)
    }
    Object.assign(rendered.headers, shared, closeAfterResponse(request))
    send(request, response, rendered)
  }

  /** A refused credential counts against its address, so that guessing is slow. */
  async function identify(
    request: IncomingMessage,
    arrival: Arrival,
    count: (admission: Admission) => void,
  ): Promise<Authenticated> {
    try {
      return await options.authenticate(bearerOf(request))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401)
        count(options.limiter.admitAddress(arrival.address))
      throw error
    }
  }
}

function preflight(found: Route): Rendered {
  return {
    status: 204,
    headers: preflightHeaders(found.kind === 'method' ? found.allowed : []),
    body: undefined,
  }
}

function demandOperation(found: Route, request: IncomingMessage): Extract<Route, { kind: 'operation' }> {
  if (found.kind === 'operation') return found
  if (found.kind === 'nothing') throw nothingHere()
  throw new ApiError(
    'METHOD_NOT_ALLOWED',
    `Received ${request.method}; this path takes ${found.allowed.join(', ')}.`,
    {
      details: { received: request.method, allowed: found.allowed },
      headers: { Allow: found.allowed.join(', ') },
    },
  )
}
