/** The pages as operations of their document: the signed-in user, the origin of a form, and the input of a page. */
import type { IncomingMessage } from 'node:http'
import { findSession, type OAuthContext, type Session } from '../features/oauth/queries.ts'
import type { Call } from '../server/call.ts'
import type { EnvironmentName, Services } from '../server/handler.ts'
import type { InProcess } from '../server/inProcess.ts'
import { networkOf, partitionOf } from '../server/steps/rateLimit/addresses.ts'
import type { CallHandler, Scheme } from '../server/surface.ts'
import type { Form } from '../syntax/form.ts'
import { cookie, readCookie } from './cookies.ts'
import { createFlashMessages } from './flashMessages.ts'
import { pageHandlers } from './handlers.ts'
import { staleForm } from './messagePage.ts'
import type { PageHandler, PageResponse } from './page.ts'

interface PagesOptions {
  environment: EnvironmentName
  context: OAuthContext
  services: Services
  /** The operations of the service. */
  call: InProcess
}

const DAY = 86_400

/** A session in a cookie; a form must come from this site. */
export const sessionScheme = (environment: EnvironmentName, context: OAuthContext): Scheme => ({
  identify:
    (_operation, { limiter }) =>
    async (call) => {
      const secret = call.exchange && readCookie(call.exchange.request, environment, 'session')
      if (secret === undefined) return
      try {
        const session = await findSession(context, secret)
        if (!session) return
        call.session = session
        // A signed-in user has their own rate limit, separate from others behind the same address.
        call.countedAs = `user ${session.userId}`
      } catch (error) {
        call.countAddress(limiter)
        throw error
      }
    },
  authorize: ({ body }) => {
    if (!body) return undefined
    return (call) => {
      const { request } = call.exchange ?? {}
      // A form of another site is rejected before it is read.
      if (request && !isFromHere(request, context)) call.rendered = call.render(call, staleForm())
    }
  },
})

/** Browsers state where a form came from. */
function isFromHere({ headers }: IncomingMessage, context: OAuthContext): boolean {
  const { origin } = headers
  if (origin !== undefined && origin !== context.addresses().appUrl) return false
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin'
}

export function createPages(options: PagesOptions): Record<string, CallHandler> {
  const flashMessages = createFlashMessages(options.services)
  const handlerOf =
    (handler: PageHandler): CallHandler =>
    (call) =>
      show(call, handler, { ...options, flashMessages })
  return Object.fromEntries(Object.entries(pageHandlers).map(([id, handler]) => [id, handlerOf(handler)]))
}

const NOTHING: Form = new Map()

async function show(
  call: Call,
  handler: PageHandler,
  {
    environment,
    context,
    services,
    call: inProcess,
    flashMessages,
  }: PagesOptions & { flashMessages: ReturnType<typeof createFlashMessages> },
): Promise<PageResponse> {
  const { exchange, form } = call
  if (!exchange) throw new Error('A page is shown only to a browser.')
  const { request, address, search } = exchange
  let visitor = readCookie(request, environment, 'visitor')
  const cookies: string[] = []
  call.cookies = cookies
  if (visitor === undefined) {
    visitor = context.random.bytes(32).toString('base64url')
    if (!call.operation?.body) cookies.push(cookie(environment, 'visitor', visitor, DAY))
  }
  const response = await handler({
    context,
    environment,
    search,
    address: partitionOf(address),
    network: networkOf(address),
    session: call.session as Session | undefined,
    visitor,
    form: form ?? NOTHING,
    call: inProcess,
    params: call.params,
    services,
    // A HEAD shows no message, so it removes none.
    flashMessages:
      request.method === 'HEAD' ? { ...flashMessages, remove: async () => undefined } : flashMessages,
  })
  if (response.kind === 'redirect' && response.session !== undefined) {
    cookies.push(cookie(environment, 'session', response.session, DAY / 2))
  }
  return response
}
