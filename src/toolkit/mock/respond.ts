/** The responses of one or several mocks to one request, whatever carries them: a port, `fetch`, a page. */
import type { Json } from '../openapi/document.ts'
import type { HttpRequest, HttpResponse } from '../requests/exchange.ts'
import { problem } from '../requests/rejections.ts'
import type { Mock } from './mock.ts'

/** The response of the first mock that has the path; 404 where none has it, 500 where the mock itself fails. */
export async function respondFrom(mocks: readonly Mock[], request: HttpRequest): Promise<HttpResponse> {
  try {
    for (const mock of mocks) {
      const made = await mock.respond(request)
      if (made !== undefined) return made
    }
    const message = 'There is nothing at this path.'
    return mocks[0]?.reject(404, message, request) ?? problem(404, message)
  } catch (error) {
    return failureOf(request, error)
  }
}

/** The response when the mock itself fails. */
export function failureOf(
  { method, url }: Pick<HttpRequest, 'method' | 'url'>,
  error: unknown,
): HttpResponse {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const place = /\bat .*?([\w-]+\.[jt]s:\d+)/.exec(stack)?.[1]
  const detail = `${method} ${url.split('?', 1)[0]}: ${message}${place === undefined ? '' : ` (${place})`}`
  return {
    status: 500,
    headers: { 'Content-Type': 'application/problem+json' },
    body: { title: 'The mock failed.', status: 500, detail } satisfies Json,
  }
}

/** How the bytes are framed and coded is the mock's own matter, whatever a document declares. */
const OF_THE_CONNECTION = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
const NAME = /^[!#$%&'*+.^`|~\w-]+$/

/** The headers that HTTP can carry (RFC 9110, section 5): documents have names with spaces and values with line breaks. */
export const sendable = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => NAME.test(name) && !OF_THE_CONNECTION.includes(name.toLowerCase()))
      .map(([name, value]) => [
        name,
        String(value)
          .replace(/\s+/g, ' ')
          .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
      ]),
  )
