/** A request and its response as HTTP, without credentials, below a comment with its operation. */
import { foreignLines } from '../../../openapi/foreignText.ts'
import type { Recorded } from '../../engine/events.ts'
import { headerPairs, withoutTokens } from '../collected.ts'

/** Bytes of a body that are shown. */
const MAX_BODY = 4_000

export function exchangeText(recorded: Recorded, index: number): string {
  const exchange = withoutTokens(recorded)
  const { method, path, status, requestHeaders, requestBody, headers, secretHeaders } = exchange
  const lines = (pairs: ReturnType<typeof headerPairs>) => pairs.map(({ name, value }) => `${name}: ${value}`)
  return foreignLines(
    [
      `# ${index + 1}. ${exchange.operationId ?? 'no documented operation'}`,
      `${method} ${path} HTTP/1.1`,
      ...lines(headerPairs(requestHeaders, secretHeaders)),
      ...bodyLines(requestBody),
      '',
      `HTTP/1.1 ${status}`,
      ...lines(headerPairs(headers)),
      ...bodyLines(exchange.body),
    ].join('\n'),
  )
}

function bodyLines(body: Buffer | undefined): string[] {
  if (body === undefined || body.length === 0) return []
  const text = body.subarray(0, MAX_BODY).toString()
  const shown = body.length > MAX_BODY ? `${text}… (${body.length} bytes)` : pretty(text)
  return ['', ...shown.split('\n')]
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
