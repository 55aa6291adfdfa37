/**
 * The dialect of the pages: every response is HTML or a 303, and every rejection is a page that explains it. A 307
 * is never sent, because it would post a password on (RFC 9700, 4.12).
 */
import { ApiError } from '../errors.ts'
import { OAuthError } from '../oauthErrors.ts'
import type { Dialect } from '../server/dialects/dialect.ts'
import type { Rendered } from '../server/exchange.ts'
import type { EnvironmentName } from '../server/handler.ts'
import type { Log } from '../server/log.ts'
import { StorageUnavailable } from '../storage/database.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'
import type { PageResponse } from './page.ts'
import { contentSecurityPolicy, securityHeaders } from './securityHeaders.ts'

export const htmlDialect = (environment: EnvironmentName, log: Log): Dialect => ({
  render: (_call, result) => render(environment, result as PageResponse),
  reject(error, requestId) {
    const { status, title, message } = faultOf(error)
    if (status >= 500) log.error({ requestId, err: error }, 'page failed')
    const content = html`<h1>${title}</h1><p>${message}</p>`
    const rendered = page(environment, { status, title, content })
    if (error instanceof ApiError) Object.assign(rendered.headers, error.headers)
    return rendered
  },
})

function render(environment: EnvironmentName, response: PageResponse): Rendered {
  if (response.kind === 'page') return page(environment, response)
  return { status: 303, headers: { ...securityHeaders, Location: response.location }, body: undefined }
}

type Shown = Omit<Extract<PageResponse, { kind: 'page' }>, 'kind' | 'status'> & { status: number }

function page(environment: EnvironmentName, shown: Shown): Rendered {
  const { status, title, content, redirectUri, hasCopyButton, retryAfter } = shown
  return {
    status,
    headers: {
      ...securityHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy({ redirectUri, hasCopyButton }),
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    },
    body: layout(environment, title, content, shown),
  }
}

interface Fault {
  status: number
  title: string
  message: string
}

function faultOf(error: unknown): Fault {
  if (error instanceof ApiError || error instanceof OAuthError) {
    const { status, message } = error
    switch (status) {
      case 404:
        return { status, title: 'Nothing here', message: 'There is no page at this address.' }
      case 405:
        return { status, title: 'Nothing here', message: 'This page does not support that method.' }
      case 429:
        return { status, title: 'Too many requests', message }
      case 413:
        return { status, title: 'This form cannot be read', message }
      default:
        return { status: 400, title: 'This form cannot be read', message }
    }
  }
  if (error instanceof StorageUnavailable) {
    const message = 'Nothing can be saved at the moment, and nothing was. Try again later.'
    return { status: 503, title: 'Not now', message }
  }
  const message = 'The service failed on this request; its log contains the cause.'
  return { status: 500, title: 'Something failed', message }
}
