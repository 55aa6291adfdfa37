/**
 * The way of a request through the endpoints of the authorization server: 405, then the client's credentials,
 * then the rate limit, then the endpoint. Every error leaves here in the form of RFC 6749, section 5.2.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation, OperationId } from '../../../generated/operations.oauth.ts'
import { ApiError } from '../errors.ts'
import { etagOf } from '../resources/etag.ts'
import { StorageUnavailable } from '../storage/database.ts'
import type { Arrival } from './arrival.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import type { Rendered } from './dialects/errorEnvelope.ts'
import { OAuthError } from './dialects/oauthError.ts'
import type {
  ClientAuthenticator,
  ClientEndpoint,
  EndpointAnswer,
  KnownClient,
  OpenEndpoint,
} from './endpoint.ts'
import { readForm, singleValues } from './form.ts'
import type { Log } from './log.ts'
import { createRouter } from './router.ts'
import { RequestAborted } from './steps/body/readBody.ts'
import { closeAfterResponse } from './steps/body/unreadBody.ts'
import { countAuthorization } from './steps/identify.ts'
import { presentedCredentials } from './steps/presentedCredentials.ts'
import type { Admission, RateLimiter } from './steps/rateLimit/limiter.ts'
import { conditional, send } from './steps/respond.ts'

export interface EndpointsOptions<C extends KnownClient> {
  operations: readonly Operation[]
  authenticate: ClientAuthenticator<C>
  open: Partial<Record<OperationId, OpenEndpoint>>
  forClients: Partial<Record<OperationId, ClientEndpoint<C>>>
  limiter: RateLimiter
  log: Log
}

type Endpoints = (request: IncomingMessage, response: ServerResponse, arrival: Arrival) => Promise<void>

export function createEndpoints<C extends KnownClient>(options: EndpointsOptions<C>): Endpoints {
  const route = createRouter(options.operations)
  const { limiter, log } = options

  return async (request, response, arrival) => {
    const shared: Record<string, string> = { 'X-Request-Id': arrival.requestId, ...corsHeaders() }
    const count = (admission: Admission) => {
      Object.assign(shared, admission.headers)
      if (admission.error) throw admission.error
    }
    const admitAddress = () => count(limiter.admitAddress(arrival.address))

    const answer = async (): Promise<Rendered> => {
      const found = route(request.method ?? 'GET', arrival.path)
      if (found.kind !== 'operation') {
        admitAddress()
        const allowed = found.kind === 'method' ? found.allowed : []
        if (request.method === 'OPTIONS') {
          return { status: 204, headers: preflightHeaders(allowed), body: undefined }
        }
        if (found.kind === 'nothing') {
          throw new OAuthError('invalid_request', 'There is nothing at this path.', { status: 404 })
        }
        throw new OAuthError(
          'invalid_request',
          `Received ${request.method}; expected ${allowed.join(', ')}.`,
          {
            status: 405,
            headers: { Allow: allowed.join(', ') },
          },
        )
      }
      const { id, body } = found.operation
      const open = options.open[id]
      if (open) {
        admitAddress()
        return conditional(request, render(await open()))
      }
      const { client, form } = await identify(request, body?.maxBytes ?? 0, admitAddress)
      if (client.proved) count(await limiter.admit(client))
      else admitAddress()
      const endpoint = options.forClients[id]
      if (!endpoint) throw new Error(`The operation ${id} has no endpoint.`)
      return render(await endpoint({ client, form }))
    }

    let rendered: Rendered
    try {
      rendered = await answer()
    } catch (error) {
      if (error instanceof RequestAborted) return // nobody is left to answer
      rendered = renderOAuthError(toOAuthError(error, log, arrival.requestId))
    }
    Object.assign(rendered.headers, shared, closeAfterResponse(request))
    send(request, response, rendered)
  }

  /** Whoever is refused counts against its address, so that guessing is slow. */
  async function identify(request: IncomingMessage, maxBytes: number, admitAddress: () => void) {
    try {
      if (countAuthorization(request.rawHeaders) > 1) {
        throw new OAuthError('invalid_request', 'Two Authorization headers were received; expected one.')
      }
      const form = singleValues(await readForm(request, maxBytes))
      const client = await options.authenticate(presentedCredentials(request.headers.authorization, form))
      return { client, form }
    } catch (error) {
      admitAddress()
      throw error
    }
  }
}

function render({ status, body, maxAge }: EndpointAnswer): Rendered {
  const headers: Record<string, string> = {
    'Cache-Control': maxAge === undefined ? 'no-store' : `public, max-age=${maxAge}`,
  }
  if (body === undefined) return { status, headers, body: undefined }
  headers['Content-Type'] = 'application/json; charset=utf-8'
  const text = JSON.stringify(body)
  if (maxAge !== undefined) headers.ETag = etagOf(text)
  return { status, headers, body: text }
}

function toOAuthError(error: unknown, log: Log, requestId: string): OAuthError {
  if (error instanceof OAuthError) return error
  if (error instanceof ApiError) {
    const { status, message, headers } = error
    if (status === 429) return new OAuthError('temporarily_unavailable', message, { status, headers })
    // A body that is no form is malformed in the words of RFC 6749, 5.2; a too large one keeps its own status.
    return new OAuthError('invalid_request', message, { status: status === 413 ? 413 : 400, headers })
  }
  log.error({ requestId, err: error }, 'request failed')
  if (error instanceof StorageUnavailable) {
    const message = 'The change could not be made durable and was not kept; try again later.'
    return new OAuthError('temporarily_unavailable', message)
  }
  return new OAuthError('server_error', 'The server failed on this request; its log holds the cause.')
}

function renderOAuthError(error: OAuthError): Rendered {
  return {
    status: error.status,
    headers: {
      ...error.headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
    },
    body: JSON.stringify({ error: error.code, error_description: error.message }),
  }
}
