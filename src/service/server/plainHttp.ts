/** What plain HTTP is answered with (source: "Transport"), in a form that a page in a browser can read. */
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'

export const insecureTransport = (): ApiError =>
  new ApiError('INSECURE_TRANSPORT', 'Received plain HTTP; expected HTTPS on this same port.', {
    headers: corsHeaders(),
  })

/**
 * The headers of a preflight that plain HTTP is allowed, undefined where it is refused. A browser shows a page nothing of
 * a refused preflight, not even that HTTPS was missing; when it may send the request, the refusal of that can be read. The
 * credential would cross a network with it, so that this is for names of the browser's own machine alone.
 */
export function plainPreflight({ method, headers }: IncomingMessage): Record<string, string> | undefined {
  const asked = headers['access-control-request-method']
  if (method !== 'OPTIONS' || asked === undefined || headers.origin === undefined) return undefined
  if (!/^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '')) return undefined
  return { ...preflightHeaders([asked]), 'Access-Control-Max-Age': '0' }
}
