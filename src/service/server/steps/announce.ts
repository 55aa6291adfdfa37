/** Headers for the documented end of an operation or of a parameter, for requests that use it. */
import type { IncomingMessage } from 'node:http'
import type { CallStep } from '../call.ts'
import type { Operation } from '../operationTable.ts'

/**
 * `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of one response: the earliest day of each among what the request uses.
 */
export function announce(
  announcements: NonNullable<Operation['announcements']>,
  request: Pick<IncomingMessage, 'url' | 'headers'>,
): Record<string, string> {
  const query = new URLSearchParams((request.url ?? '').split('?', 2)[1] ?? '')
  const applying = announcements.filter(({ when }) => {
    if (when === 'always' || when.in === 'path') return true
    return when.in === 'query' ? query.has(when.name) : request.headers[when.name.toLowerCase()] !== undefined
  })
  const earliest = (texts: string[], timeOf: (text: string) => number): string | undefined =>
    texts.sort((a, b) => timeOf(a) - timeOf(b))[0]
  const since = earliest(
    applying.flatMap(({ deprecation }) => deprecation ?? []),
    (text) => Number(text.slice(1)),
  )
  const until = earliest(
    applying.flatMap(({ sunset }) => sunset ?? []),
    Date.parse,
  )
  return { ...(since !== undefined && { Deprecation: since }), ...(until !== undefined && { Sunset: until }) }
}

/** The step of an operation that has something to announce. */
export function announceStep({ announcements }: Operation): CallStep | undefined {
  if (!announcements || announcements.length === 0) return undefined
  return (call) => {
    if (call.exchange) call.limits = { ...call.limits, ...announce(announcements, call.exchange.request) }
    return undefined
  }
}
