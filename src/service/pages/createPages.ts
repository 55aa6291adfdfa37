/**
 * The way of a request through the pages: who is signed in, the rate limit, 405, where a form came from; then the
 * page. Every answer is HTML or a 303 (never 307, which would post a password on; RFC 9700, 4.12).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation, OperationId } from '../../../generated/operations.oauth.ts'
import { ApiError } from '../errors.ts'
import { findSession, type OAuthContext, type Session } from '../features/oauth/queries.ts'
import type { Arrival } from '../server/arrival.ts'
import { OAuthError } from '../server/dialects/oauthError.ts'
import { type Form, readForm } from '../server/form.ts'
import type { EnvironmentName, Services } from '../server/handler.ts'
import type { InProcess } from '../server/inProcess.ts'
import type { Log } from '../server/log.ts'
import { createRouter } from '../server/router.ts'
import { RequestAborted } from '../server/steps/body/readBody.ts'
import { closeAfterResponse } from '../server/steps/body/unreadBody.ts'
import { networkOf, partitionOf } from '../server/steps/rateLimit/addresses.ts'
import type { RateLimiter } from '../server/steps/rateLimit/limiter.ts'
import { StorageUnavailable } from '../storage/database.ts'
import { cookie, readCookie } from './cookies.ts'
import { html } from './html.ts'
import { contentSecurityPolicy, layout } from './layout.ts'
import { staleForm } from './messagePage.ts'
import { createNotices } from './notices.ts'
import type { PageAnswer, PageHandler } from './page.ts'

export interface PagesOptions {
  operations: readonly Operation[]
  handlers: Partial<Record<OperationId, PageHandler>>
  environment: EnvironmentName
  context: OAuthContext
  services: Services
  call: InProcess
  limiter: RateLimiter
  log: Log
}

const DAY = 86_400

type Pages = (request: IncomingMessage, response: ServerResponse, arrival: Arrival) => Promise<void>

export function createPages(options: PagesOptions): Pages {
  const { environment, context, limiter, log } = options
  const route = createRouter(options.operations)
  const NOTHING: Form = new Map()
  const notices = createNotices(context)

  return async (request, response, arrival) => {
    const cookies: string[] = []
    const shared: Record<string, string> = { 'X-Request-Id': arrival.requestId }

    const admit = (who: string) => {
      const { headers, error } = limiter.admitAddress(who)
      Object.assign(shared, headers)
      if (error) throw error
    }
    const answer = async (): Promise<
      PageAnswer | { kind: 'fault'; status: number; title: string; message: string }
    > => {
      const secret = readCookie(request, environment, 'session')
      let who = arrival.address
      let session: Session | undefined
      try {
        session = secret === undefined ? undefined : await findSession(context, secret)
        // Who is signed in has an allowance of his own, whoever else is behind the same address.
        if (session) who = `user ${session.userId}`
      } finally {
        admit(who)
      }
      const found = route(request.method ?? 'GET', arrival.path)
      if (found.kind === 'nothing') return fault(404, 'Nothing here', 'There is no page at this address.')
      if (found.kind === 'method') {
        shared.Allow = found.allowed.filter((method) => method !== 'OPTIONS').join(', ')
        return fault(405, 'Nothing here', 'This page cannot be asked for in that way.')
      }
      const { id, body } = found.operation
      const handler = options.handlers[id]
      if (!handler) throw new Error(`The operation ${id} has no page.`)
      if (body && !fromHere(request)) return staleForm()
      const form = body ? await readForm(request, body.maxBytes) : NOTHING
      let visitor = readCookie(request, environment, 'visitor')
      if (visitor === undefined) {
        visitor = context.random.bytes(32).toString('base64url')
        if (!body) cookies.push(cookie(environment, 'visitor', visitor, DAY))
      }
      const { search } = arrival
      const { params } = found
      const { call, services } = options
      return handler({
        context,
        environment,
        search,
        address: partitionOf(arrival.address),
        network: networkOf(arrival.address),
        session,
        visitor,
        form,
        call,
        params,
        services,
        // A HEAD shows nothing, so it takes nothing.
        notices: request.method === 'HEAD' ? { ...notices, take: () => undefined } : notices,
      })
    }

    let result: Awaited<ReturnType<typeof answer>>
    try {
      result = await answer()
    } catch (error) {
      if (error instanceof RequestAborted) return // nobody is left to answer
      result = faultOf(error)
      if (error instanceof ApiError) Object.assign(shared, error.headers)
      if (result.status >= 500) log.error({ requestId: arrival.requestId, err: error }, 'page failed')
    }
    if (result.kind === 'redirect' && result.session !== undefined) {
      cookies.push(cookie(environment, 'session', result.session, DAY / 2))
    }
    write(request, response, result, { ...shared, ...closeAfterResponse(request) }, cookies)
  }

  /** Browsers say where a form came from; a form of another site is refused before it is read. */
  function fromHere({ headers }: IncomingMessage): boolean {
    const { origin } = headers
    if (origin !== undefined && origin !== context.addresses().appUrl) return false
    const site = headers['sec-fetch-site']
    return site === undefined || site === 'same-origin'
  }

  function write(
    request: IncomingMessage,
    response: ServerResponse,
    result: Awaited<PageAnswer | ReturnType<typeof fault>>,
    shared: Record<string, string>,
    cookies: readonly string[],
  ): void {
    if (response.headersSent || response.destroyed) return
    const headers: Record<string, string | string[]> = {
      ...shared,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin', // "no-referrer" would take the Origin from our own forms
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      ...(cookies.length > 0 && { 'Set-Cookie': [...cookies] }),
    }
    if (result.kind === 'redirect') {
      response.writeHead(303, { ...headers, Location: result.location, 'Content-Length': '0' }).end()
      return
    }
    const content =
      result.kind === 'page' ? result.content : html`<h1>${result.title}</h1><p>${result.message}</p>`
    const page = result.kind === 'page' ? result : undefined
    const text = layout(environment, result.title, content, page?.wide)
    response.writeHead(result.status, {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(page?.redirectUri),
      ...(page?.retryAfter !== undefined && { 'Retry-After': String(page.retryAfter) }),
      'Content-Length': String(Buffer.byteLength(text)),
    })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
}

const fault = (status: number, title: string, message: string) => ({
  kind: 'fault' as const,
  status,
  title,
  message,
})

function faultOf(error: unknown) {
  if (error instanceof ApiError || error instanceof OAuthError) {
    if (error.status === 429) return fault(429, 'Too many requests', error.message)
    const status = error.status === 413 ? 413 : 400
    return fault(status, 'This form cannot be read', error.message)
  }
  if (error instanceof StorageUnavailable) {
    return fault(503, 'Not now', 'Nothing can be kept at the moment, and nothing was. Try again later.')
  }
  return fault(500, 'Something failed', 'The service failed on this request; its log holds the cause.')
}
