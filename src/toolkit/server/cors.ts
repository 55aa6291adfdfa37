/** Cross-origin requests of web pages (Fetch Standard, section 3.2). */
import type { HttpRequest } from '../requests/exchange.ts'

export interface CorsOptions {
  /** The origins whose pages may call, such as `https://app.example.com`. Default: any. */
  origins?: readonly string[] | ((origin: string) => boolean)
  /** Whether browsers send cookies and may read the response to such requests. Requires `origins`. */
  credentials?: boolean
  /** Seconds for which a browser remembers a preflight; default 600. */
  maxAge?: number
}

interface Cors {
  /** The headers of a response that let the page read it. */
  headersFor(request: HttpRequest, response: Readonly<Record<string, unknown>>): Record<string, string>
  /** The headers of the response to a preflight; undefined if the request is not a preflight. */
  preflight(request: HttpRequest, methods: readonly string[]): Record<string, string> | undefined
}

/** @throws Error if credentials are allowed for any origin */
export function createCors(given: boolean | CorsOptions | undefined): Cors | undefined {
  if (given === undefined || given === false) return undefined
  const { origins, credentials = false, maxAge = 600 } = given === true ? {} : given
  if (credentials && origins === undefined)
    throw new Error(
      'cors.credentials requires cors.origins: cookies would be sent from the pages of any site. List the origins that may call.',
    )
  const isAllowed = (origin: string) =>
    typeof origins === 'function' ? origins(origin) : origins === undefined || origins.includes(origin)
  const shared = ({ headers: { origin } }: HttpRequest): Record<string, string> | undefined => {
    if (origins === undefined) return { 'Access-Control-Allow-Origin': '*' }
    if (origin === undefined || !isAllowed(origin)) return undefined
    return {
      'Access-Control-Allow-Origin': origin,
      ...(credentials && { 'Access-Control-Allow-Credentials': 'true' }),
    }
  }
  // A response that depends on the origin must not be cached for another one (RFC 9111, section 4.1).
  const vary = (names: string): Record<string, string> => (origins === undefined ? {} : { Vary: names })
  return {
    headersFor(request, response) {
      const allowed = shared(request)
      if (allowed === undefined) return vary('Origin')
      const exposed = Object.keys(response).join(', ')
      return {
        ...allowed,
        ...(exposed !== '' && { 'Access-Control-Expose-Headers': exposed }),
        ...vary('Origin'),
      }
    },
    preflight(request, methods) {
      const { origin, ...headers } = request.headers
      if (request.method !== 'OPTIONS' || origin === undefined) return undefined
      if (headers['access-control-request-method'] === undefined) return undefined
      const allowed = shared(request)
      if (allowed === undefined) return vary('Origin')
      const wanted = headers['access-control-request-headers']
      return {
        ...allowed,
        'Access-Control-Allow-Methods': methods.join(', '),
        ...(wanted !== undefined && { 'Access-Control-Allow-Headers': wanted }),
        'Access-Control-Max-Age': String(maxAge),
        ...vary('Origin, Access-Control-Request-Headers'),
      }
    },
  }
}
