/** Serves handlers by their document on Node: by itself, or among the middleware of Express and Connect. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { mediaTypeOf } from '../openapi/json.ts'
import { headersOf, readBody } from '../requests/wire.ts'
import { createCore, type Incoming, type ServerOptions } from './core.ts'
import type { Outgoing } from './sending.ts'

export interface ListenerOptions<Operations, Identity = unknown> extends ServerOptions<Operations, Identity> {
  /**
   * Handling of errors that are not the client's fault:
   * - `next` (default if there is a `next`): pass them to the error handlers of the application.
   * - `respond`: call `report` and respond with 500 in the format of the document's errors.
   */
  unexpectedErrors?: 'next' | 'respond'
}

/** A listener of `node:http`, and middleware of Express: `next` gets paths that are not in the document. */
export type Listener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void

/**
 * @throws DocumentError for a document that cannot be read, or that is broken in a part; Error for an operation without a
 * handler, or an option that is wrong
 * @example createServer(createListener<operations>({ document: 'generated/openapi.json', handlers })).listen(3000)
 * @example express().use(express.json()).use('/api', createListener<operations>({ document, handlers, authenticate }))
 */
export function createListener<Operations, Identity = unknown>(
  options: ListenerOptions<Operations, Identity>,
): Listener {
  const core = createCore(options)
  return (request, response, next) => {
    const incoming = incomingOf(request, response)
    const respond = async () => {
      const outgoing = await core.respond(incoming)
      if (outgoing === undefined && next !== undefined) return next()
      await send(outgoing ?? core.notFound(incoming), request, response)
    }
    respond()
      .catch((error: unknown) => {
        if (response.headersSent || response.destroyed) throw error
        if (next !== undefined && options.unexpectedErrors !== 'respond') return next(errorOf(error))
        return send(core.failure(incoming, error), request, response)
      })
      .catch((error: unknown) => {
        // A stream that ends early because the client disconnected is not an error.
        if (!incoming.signal.aborted) core.report(error)
        response.destroy()
      })
  }
}

/** For Express, `next(undefined)` is success and `next('route')` is a command. */
const errorOf = (thrown: unknown): unknown =>
  typeof thrown === 'object' && thrown !== null
    ? thrown
    : new Error(`A handler threw ${String(thrown)}.`, { cause: thrown })

function incomingOf(request: IncomingMessage, response: ServerResponse): Incoming {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  const { method = 'GET', url = '/' } = request
  const isParsed = wasRead(request)
  return {
    request: { method, url, headers: headersOf(request) },
    raw: request,
    signal: gone.signal,
    isDecoded: isParsed,
    read: (max) => (isParsed ? parsedBody(request, max) : readBody(request, max)),
  }
}

/** Whether middleware in front has read the body. */
const wasRead = (request: IncomingMessage): boolean => request.readableDidRead || request.readableEnded

/** The bytes of a body that middleware in front has read, such as `express.json()`. */
async function parsedBody(request: IncomingMessage, max: number): Promise<Buffer | undefined> {
  const { rawBody, body } = request as { rawBody?: unknown; body?: unknown }
  const type = mediaTypeOf(request.headers['content-type'] ?? '')
  const bytes = bytesOfParsed(rawBody instanceof Uint8Array ? rawBody : body, type)
  if (bytes === undefined)
    throw new Error(
      `${request.method} ${request.url}: middleware in front has read the ${type || 'request'} body and left nothing of it in request.body. Mount the API before that middleware.`,
    )
  return bytes.length > max ? undefined : bytes
}

function bytesOfParsed(body: unknown, type: string): Buffer | undefined {
  if (body instanceof Uint8Array) return Buffer.from(body)
  if (type === 'multipart/form-data' || body === undefined) return undefined
  if (type === 'application/x-www-form-urlencoded' && typeof body === 'object')
    return Buffer.from(new URLSearchParams(pairsOf(body as object)).toString())
  if (typeof body === 'string' && !/json$/.test(type)) return Buffer.from(body)
  return Buffer.from(JSON.stringify(body))
}

/** A parsed form as it was sent: `address[city]`, and a list as one name again and again. */
function pairsOf(form: object, within = ''): [string, string][] {
  return Object.entries(form).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    const path = within === '' ? name : `${within}[${name}]`
    if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
      return value.map((one) => [path, String(one)])
    return typeof value === 'object' && value !== null ? pairsOf(value, path) : [[path, String(value)]]
  })
}

async function send(outgoing: Outgoing, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = outgoing
  if (body === undefined || body instanceof Uint8Array) {
    const size = body?.length ?? 0
    const length = size > 0 || status >= 400 ? { 'Content-Length': String(size) } : {}
    response.writeHead(status, { ...headers, ...length })
    response.end(request.method === 'HEAD' ? undefined : body)
    return
  }
  response.writeHead(status, headers)
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  // Events reach the client before the first piece is there.
  response.flushHeaders()
  await pipeline(Readable.from(body, { objectMode: false, highWaterMark: 64 * 1024 }), response)
}
