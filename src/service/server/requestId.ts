import type { IncomingMessage } from 'node:http'
import type { Identifiers } from '../runtime/identifiers.ts'

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/

/** The identifier of a request: the client's own `X-Request-Id` when it is well-formed, else a new `req_…`. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>, ids: Identifiers): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && WELL_FORMED.test(sent) ? sent : ids.create('req')
}
