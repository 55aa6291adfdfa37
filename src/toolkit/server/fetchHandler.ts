/** Serves handlers by their document where requests and responses are those of `fetch`: Hono, Next, Deno, Bun, workers. */
import { createCore, type Incoming, type ServerOptions } from './core.ts'
import type { Outgoing } from './sending.ts'

export interface FetchHandlerOptions<Operations, Identity = unknown>
  extends ServerOptions<Operations, Identity> {
  /** Prefix of all paths, such as `/api`; other paths are not found. */
  basePath?: string
  /** Responds to paths that are not in the document. Default: 404 in the form of the document's errors. */
  notFound?(request: Request): Response | Promise<Response>
}

export type FetchHandler = (request: Request) => Promise<Response>

/**
 * @throws DocumentError for a document that cannot be read, or that is broken in a part; Error for an operation without a
 * handler, or an option that is wrong
 * @example export const POST = createFetchHandler<operations>({ document, handlers, basePath: '/api' })
 */
export function createFetchHandler<Operations, Identity = unknown>(
  options: FetchHandlerOptions<Operations, Identity>,
): FetchHandler {
  const core = createCore(options)
  const base = (options.basePath ?? '').replace(/\/$/, '')
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const isBelow = base === '' || pathname === base || pathname.startsWith(`${base}/`)
    const url = (isBelow ? pathname.slice(base.length) || '/' : pathname) + search
    const incoming = incomingOf(request, url)
    const isHead = request.method === 'HEAD'
    try {
      const outgoing = isBelow ? await core.respond(incoming) : undefined
      if (outgoing !== undefined) return responseOf(outgoing, isHead, core.report)
      return (await options.notFound?.(request)) ?? responseOf(core.notFound(incoming), isHead, core.report)
    } catch (error) {
      return responseOf(core.failure(incoming, error), isHead, core.report)
    }
  }
}

/** A document may declare a header of the name `constructor`. */
const ownHeaders = ({ headers }: Request): Record<string, string> =>
  Object.assign(Object.create(null), Object.fromEntries(headers))

const incomingOf = (request: Request, url: string): Incoming => ({
  request: { method: request.method, url, headers: ownHeaders(request) },
  raw: request,
  signal: request.signal,
  isDecoded: false,
  async read(max) {
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > max) return undefined
      parts.push(part)
    }
    return Buffer.concat(parts)
  },
})

/** Several values of one name, such as of `Set-Cookie`, stay separate. */
const sentHeaders = (headers: Outgoing['headers']): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  )

function responseOf(outgoing: Outgoing, isHead: boolean, report: (error: unknown) => void) {
  const { status, body } = outgoing
  const headers = sentHeaders(outgoing.headers)
  if (isHead || body === undefined || [204, 205, 304].includes(status))
    return new Response(null, { status, headers })
  if (body instanceof Uint8Array) return new Response(new Uint8Array(body), { status, headers })
  const pieces = body[Symbol.asyncIterator]()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        report(error)
        controller.error(error)
      }
    },
    async cancel() {
      await pieces.return?.()
    },
  })
  return new Response(stream, { status, headers })
}
