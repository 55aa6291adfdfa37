/** Exchanges of the mock as an HTTP Archive 1.2, which `diff --client` and `conform --har` read. */
import { foreignJson } from '../openapi/foreignText.ts'
import { isHeader } from '../openapi/headers.ts'
import { bytesOf, type HttpRequest } from '../requests/exchange.ts'

/** Of all bodies together: what comes after it is not recorded. */
const MAX_RECORDED_BYTES = 64 * 1024 * 1024

interface HttpResponse {
  status: number
  headers: Record<string, string>
  body?: unknown
}

export interface MockRecording {
  add(request: HttpRequest, response: HttpResponse): void
  /** The archive, with the number of exchanges and of those that were left out. */
  archive(): { text: string; count: number; leftOut: number }
}

/**
 * @param origin of the mock, such as `http://127.0.0.1:4010`
 * @param secret headers whose values are not recorded, in lower case
 * @param now milliseconds since 1970
 */
export function createRecording(
  origin: string,
  secret: ReadonlySet<string>,
  now: () => number,
): MockRecording {
  const entries: object[] = []
  let bytes = 0
  let leftOut = 0
  return {
    add(request, response) {
      const body = bytesOf(response)
      bytes += request.body.length + body.length
      if (bytes > MAX_RECORDED_BYTES) leftOut++
      else entries.push(entryOf({ request, response, body, origin, secret, startedAt: now() }))
    },
    archive: () => ({
      text: `${foreignJson({ log: { version: '1.2', creator: { name: 'specwright mock', version: '1' }, entries } })}\n`,
      count: entries.length,
      leftOut,
    }),
  }
}

interface Recorded {
  request: HttpRequest
  response: HttpResponse
  body: Uint8Array
  origin: string
  secret: ReadonlySet<string>
  startedAt: number
}

function entryOf({ request, response, body, origin, secret, startedAt }: Recorded): object {
  const url = origin + request.url
  const shown = Object.entries(request.headers).map(([name, value]) => ({
    name,
    value: secret.has(name) ? '…' : value,
  }))
  const type = Object.entries(response.headers).find(([name]) => isHeader(name, 'Content-Type'))?.[1] ?? ''
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: 0,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: shown,
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      ...(request.body.length > 0 && {
        postData: { mimeType: request.headers['content-type'] ?? '', ...written(request.body) },
      }),
      headersSize: -1,
      bodySize: request.body.length,
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: Object.entries(response.headers).map(([name, value]) => ({ name, value })),
      content: { size: body.length, mimeType: type, ...written(body) },
      redirectURL: '',
      headersSize: -1,
      bodySize: body.length,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  }
}

/** Text; base64 for bytes that are not UTF-8. */
function written(bytes: Uint8Array): { text: string; encoding?: 'base64' } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
  }
}
