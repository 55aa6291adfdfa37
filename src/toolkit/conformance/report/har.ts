/** Every exchange of the run as HTTP Archive 1.2. */
import { foreignJson } from '../../openapi/foreignText.ts'
import { archived } from '../engine/binary.ts'
import { type Collected, headerPairs, isElsewhere, withoutTokens } from './collected.ts'

export function harReport({ run, exchanges }: Collected): string {
  const entries = exchanges.map(withoutTokens).map((exchange) => {
    const url = isElsewhere(exchange) ? exchange.path : `${run.target.replace(/\/$/, '')}${exchange.path}`
    const type = [exchange.headers['content-type'] ?? ''].flat()[0] ?? ''
    const sent = exchange.requestBody
    return {
      startedDateTime: new Date(exchange.startedAt).toISOString(),
      time: exchange.milliseconds,
      comment: exchange.check,
      request: {
        method: exchange.method,
        url,
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: headerPairs(exchange.requestHeaders, exchange.secretHeaders),
        queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
        ...(sent !== undefined && {
          postData: { mimeType: exchange.requestHeaders['Content-Type'] ?? '', ...archived(sent) },
        }),
        headersSize: -1,
        bodySize: sent?.length ?? 0,
      },
      response: {
        status: exchange.status,
        statusText: '',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: headerPairs(exchange.headers),
        content: {
          size: exchange.leftOut ?? exchange.body.length,
          mimeType: type,
          ...archived(exchange.body),
          ...(exchange.leftOut !== undefined && { comment: 'left out: the recording is long enough' }),
        },
        redirectURL: '',
        headersSize: -1,
        bodySize: exchange.body.length,
      },
      cache: {},
      timings: { send: 0, wait: exchange.milliseconds, receive: 0 },
    }
  })
  const creator = { name: 'specwright conform', version: '1' }
  return `${foreignJson({ log: { version: '1.2', creator, entries } })}\n`
}
