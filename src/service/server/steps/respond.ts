/** From the result of a handler to the bytes on the wire. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { etagOf, notModified } from '../../resources/etag.ts'
import { SerializedJson } from '../../resources/serializedJson.ts'
import type { Rendered } from '../exchange.ts'
import type { Operation } from '../operationTable.ts'
import { closeAfterResponse } from './body/unreadBody.ts'

/** The result of any handler. */
export interface AnyResult {
  status: number
  body: unknown
  location?: string
  /** A media type other than JSON: the body is then a string, bytes or pieces of them, sent as they are. */
  contentType?: string
  headers?: Record<string, string>
}

/**
 * Serialises a success once: the idempotency record, the ETag and the wire all use these bytes.
 * Caching: docs/internals/decisions.md, "caching".
 */
export function renderResult(
  operation: Pick<Operation, 'containsSecret' | 'etag'> | undefined,
  result: AnyResult,
  basePath: string,
): Rendered {
  const headers: Record<string, string> = { ...result.headers }
  if (result.location !== undefined) headers.Location = basePath + result.location
  headers['Cache-Control'] ??= operation?.containsSecret ? 'no-store' : 'private, no-cache'
  if (result.body === undefined) return { status: result.status, headers, body: undefined }
  const raw = result.contentType !== undefined
  if (raw && isPieces(result.body)) {
    headers['Content-Type'] = result.contentType as string
    return { status: result.status, headers, body: undefined, pieces: result.body }
  }
  const body = raw ? (result.body as string | Buffer) : jsonOf(result.body)
  headers['Content-Type'] = result.contentType ?? 'application/json; charset=utf-8'
  if (operation?.etag) headers.ETag = etagOf(body)
  return { status: result.status, headers, body }
}

const jsonOf = (body: unknown): string | Buffer =>
  body instanceof SerializedJson ? body.bytes : JSON.stringify(body)

const isPieces = (body: unknown): body is AsyncIterable<Buffer> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

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

/** Header fields in Node's form: names and values in turn, which Node accepts unchanged. */
type Fields = (string | readonly string[])[]

/** The fields after the response's own fields on every response, in their order. */
interface SharedFields {
  fixed: readonly string[]
  limits: Record<string, string> | undefined
  requestId: string
  cookies: readonly string[] | undefined
}

/** Writes one response; a HEAD gets the headers of its GET and no body (RFC 9110, section 9.3.2). */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  rendered: Rendered,
  shared?: SharedFields,
): void {
  if (response.headersSent || response.destroyed) return
  const { status, headers, body, pieces } = rendered
  const fields: Fields = []
  for (const name in headers) fields.push(name, headers[name] as string)
  if (shared !== undefined) {
    fields.push('X-Request-Id', shared.requestId)
    const { fixed } = shared
    for (let at = 0; at < fixed.length; at += 2) {
      const name = fixed[at] as string
      if (headers[name] === undefined) fields.push(name, fixed[at + 1] as string)
    }
    const { limits } = shared
    if (limits !== undefined) for (const name in limits) fields.push(name, limits[name] as string)
    for (const cookie of shared.cookies ?? []) fields.push('Set-Cookie', cookie)
    const closing = closeAfterResponse(request)
    if (closing.Connection !== undefined && headers.Connection === undefined)
      fields.push('Connection', closing.Connection)
  }
  if (pieces !== undefined) {
    response.writeHead(status, fields as string[])
    if (request.method === 'HEAD') response.end()
    // The status is out: a failure can only cut the connection, which informs the client that something is missing.
    else pipeline(Readable.from(pieces, { objectMode: false }), response, () => {})
    return
  }
  if (body === undefined) {
    if (status !== 204 && status !== 304) fields.push('Content-Length', '0')
    response.writeHead(status, fields as string[])
    response.end()
    return
  }
  fields.push('Content-Length', String(Buffer.byteLength(body)))
  response.writeHead(status, fields as string[])
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}
