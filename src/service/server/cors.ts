import type { IncomingMessage } from 'node:http'

/**
 * Any origin may call, without credentials mode: keys travel in Authorization, never in cookies
 * (docs/internals/decisions.md, "CORS"; the Fetch standard, "HTTP-responses").
 */
const EXPOSED = [
  'ETag',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Policy',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotent-Replayed',
  'WWW-Authenticate',
  'Allow',
  'Content-Disposition',
  'Deprecation',
  'Sunset',
].join(', ')

/** Authorization is here by name: `*` does not cover it (the Fetch standard, "CORS-preflight fetch"). */
const REQUESTED = [
  'Authorization',
  'Content-Type',
  'Content-Encoding',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
].join(', ')

const shared = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED }

/** The headers of every response, errors included. */
export const corsHeaders = (): Record<string, string> => ({ ...shared })

/** The same as a list of names and values in turn. */
export const corsFields: readonly string[] = Object.entries(shared).flat()

/** Whether a browser requests permission before it sends (the Fetch standard, "CORS-preflight request"). */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined

/**
 * The headers of a preflight's 204.
 * @param allowed the methods of the path, in capitals; none for a path that does not exist.
 */
export function preflightHeaders(allowed: readonly string[]): Record<string, string> {
  const methods = allowed.join(', ')
  return {
    ...shared,
    ...(methods === '' ? {} : { Allow: methods }),
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': REQUESTED,
    'Access-Control-Max-Age': '7200', // what browsers cap it to
  }
}
