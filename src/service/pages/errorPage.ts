/** Errors outside of the documents, for people: browsers that follow a link to a wrong address. */
import type { IncomingMessage } from 'node:http'
import { type ApiError, errorRegistry } from '../errors.ts'
import type { Rendered } from '../server/exchange.ts'
import type { EnvironmentName } from '../server/handler.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'
import { contentSecurityPolicy, securityHeaders } from './securityHeaders.ts'

interface Explanation {
  title: string
  advice: Html
}

/** The error as a page: its code, what happened and what to do. */
export function errorPage(
  environment: EnvironmentName,
  error: ApiError,
  request: IncomingMessage,
  requestId: string,
): Rendered {
  const { title, advice } = explanationOf(error, request)
  const content = html`<h1>${title}</h1>
<p>${error.message}</p>
<p>${advice}</p>
<dl>
<dt>Error code</dt><dd><code>${error.code}</code></dd>
<dt>Status</dt><dd>${String(error.status)}</dd>
<dt>Request id</dt><dd><code>${requestId}</code></dd>
</dl>`
  return {
    status: error.status,
    headers: {
      ...error.headers,
      ...securityHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy({}),
    },
    body: layout(environment, title, content),
  }
}

function explanationOf(error: ApiError, request: IncomingMessage): Explanation {
  switch (error.code) {
    case 'NOT_FOUND':
      return {
        title: 'Nothing here',
        advice: html`Check the address, or open the <a href="/">start page</a>.`,
      }
    case 'INSECURE_TRANSPORT':
      return { title: 'HTTPS is required', advice: secureAddress(request) }
    case 'UNAVAILABLE':
      return { title: 'Not now', advice: html`Try again in a moment.` }
    default:
      return {
        title: errorRegistry[error.code].meaning.replace(/\.$/, ''),
        advice: html`Try again. If it fails again, send the request id to the administrator of this service.`,
      }
  }
}

/** The same address by HTTPS. The listener rejects requests without a valid host. */
function secureAddress({ headers: { host }, url = '/' }: IncomingMessage): Html {
  if (host === undefined || !url.startsWith('/'))
    return html`Open the same address with <code>https://</code>.`
  const address = `https://${host}${url}`
  return html`Open <a href="${address}">${address}</a>.`
}
