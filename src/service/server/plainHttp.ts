/** The response to plain HTTP (source: "Transport"), in a form that a page in a browser can read. */
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors.ts'
import { corsHeaders, isPreflight, preflightHeaders } from './cors.ts'

export const insecureTransport = (): ApiError =>
  new ApiError('INSECURE_TRANSPORT', 'Received plain HTTP; expected HTTPS on this same port.', {
    headers: corsHeaders(),
  })

/**
 * The headers of a preflight that plain HTTP is allowed, undefined where it is rejected. A browser shows a page nothing of
 * a rejected preflight, not even that HTTPS was missing; when it may send the request, the rejection of that can be read. The
 * credential would cross a network with it, so that this is only for names of the browser's own machine.
 */
export function plainPreflight(request: IncomingMessage): Record<string, string> | undefined {
  if (!isPreflight(request)) return undefined
  const { headers } = request
  const asked = String(headers['access-control-request-method'])
  if (!/^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '')) return undefined
  return { ...preflightHeaders([asked]), 'Access-Control-Max-Age': '0' }
}
