/** From what a handler answers to the bytes on the wire. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '../../generated/operations.ts'
import { etagOf, notModified } from './etag.ts'
import type { Rendered } from './problem.ts'

/** What every handler answers, whichever its operation. */
export interface AnyResult {
  status: number
  body: unknown
  location?: string
  /** A media type other than JSON: the body is then a string or bytes, sent as they are. */
  contentType?: string
  headers?: Record<string, string>
}

/**
 * Serialises a success once: the idempotency record, the ETag and the wire all use these bytes.
 * Caching: docs/decisions.md, "caching".
 */
export function renderResult(operation: Operation, result: AnyResult, basePath: string): Rendered {
  const headers: Record<string, string> = { ...result.headers }
  if (result.location !== undefined) headers.Location = basePath + result.location
  headers['Cache-Control'] ??= operation.holdsSecret ? 'no-store' : 'private, no-cache'
  if (result.body === undefined) return { status: result.status, headers, body: undefined }
  const raw = result.contentType !== undefined
  const body = raw ? (result.body as string | Buffer) : JSON.stringify(result.body)
  headers['Content-Type'] = result.contentType ?? 'application/json; charset=utf-8'
  if (operation.etag) headers.ETag = etagOf(body)
  return { status: result.status, headers, body }
}

/** Turns a 200 into a 304 where the client already has these bytes (RFC 9110, section 13.1.2). */
export function conditional(request: IncomingMessage, rendered: Rendered): Rendered {
  const etag = rendered.headers.ETag
  const known = request.headers['if-none-match']
  if (etag === undefined || known === undefined || rendered.status !== 200) return rendered
  if (request.method !== 'GET' && request.method !== 'HEAD') return rendered
  if (!notModified(known, etag)) return rendered
  const { 'Content-Type': _, ...headers } = rendered.headers
  return { status: 304, headers, body: undefined }
}

/** Writes one response; a HEAD gets the headers of its GET and no body (RFC 9110, section 9.3.2). */
export function send(request: IncomingMessage, response: ServerResponse, rendered: Rendered): void {
  if (response.headersSent || response.destroyed) return
  const { status, headers, body } = rendered
  if (body === undefined) {
    if (status !== 204 && status !== 304) headers['Content-Length'] = '0'
    response.writeHead(status, headers)
    response.end()
    return
  }
  headers['Content-Length'] = String(Buffer.byteLength(body))
  response.writeHead(status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}
