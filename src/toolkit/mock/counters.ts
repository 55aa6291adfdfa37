/** Rate-limit fields that count: a fixed minute for each credential, with the limit that the document's examples show. */

import type { Api, ApiOperation } from '../model/api.ts'
import { normal, rateLimitField } from '../model/vocabulary.ts'
import { isObject, objectAt } from '../openapi/document.ts'
import { follow } from '../openapi/resolve.ts'
import { HttpError } from '../requests/exchange.ts'

const MINUTE = 60_000

interface Counters {
  /**
   * Counts a request.
   * @returns the rate limit headers of the response, which replace those of its example
   * @throws HttpError 429 if the limit of the current minute is exceeded
   */
  count(credential: string): Record<string, string>
  /** The current header values, without counting a request. */
  shown(credential: string): Record<string, string>
  /** The header values of a response that requests a retry after `seconds`. */
  usedUp(seconds: number): Record<string, string>
  reset(): void
}

/** @param limit requests per minute. 0: unlimited; undefined: the limit in the document's examples */
export function createCounters(api: Api, now: () => number, limit: number | undefined): Counters {
  const shown = fieldsOf(api)
  const allowed = limit ?? shown.limit ?? 0
  const counts = new Map<string, { minute: number; used: number }>()

  const minuteNow = () => Math.floor(now() / MINUTE)
  const secondsLeft = () => Math.ceil(((minuteNow() + 1) * MINUTE - now()) / 1000)
  const usedBy = (credential: string) => {
    const entry = counts.get(credential)
    return entry?.minute === minuteNow() ? entry.used : 0
  }

  const quota = allowed === 0 ? (shown.limit ?? 0) : allowed
  function fieldsOfState(remaining: number, reset: number): Record<string, string> {
    const values: Record<Kind, string | undefined> = {
      limit: String(quota),
      remaining: String(remaining),
      reset: String(reset),
      policy: limit !== undefined && limit > 0 ? `${limit}/minute` : undefined,
    }
    const fields = [...shown.names].map(([name, kind]) => [name, values[kind]] as const)
    return Object.fromEntries(fields.filter((field): field is [string, string] => field[1] !== undefined))
  }

  const fieldsFor = (credential: string) =>
    fieldsOfState(
      allowed === 0 ? quota : Math.max(0, quota - usedBy(credential)),
      shown.resetIsTime ? (minuteNow() + 1) * 60 : secondsLeft(),
    )

  return {
    shown: fieldsFor,
    usedUp: (seconds) => fieldsOfState(0, shown.resetIsTime ? Math.ceil(now() / 1000) + seconds : seconds),
    count(credential) {
      const used = usedBy(credential) + 1
      counts.set(credential, { minute: minuteNow(), used })
      if (allowed > 0 && used > allowed) {
        const wait = secondsLeft()
        throw new HttpError(
          429,
          `Received more than ${allowed} requests in this minute; try again in ${wait} seconds.`,
          {
            kind: 'rateLimit',
            facts: { limit: allowed, remaining: 0, reset: wait, window: 'minute' },
            headers: { 'Retry-After': String(wait), ...fieldsFor(credential) },
          },
        )
      }
      return fieldsFor(credential)
    },
    reset: () => counts.clear(),
  }
}

type Kind = 'limit' | 'remaining' | 'reset' | 'policy'

/** The document's names of the rate limit headers, and the values of their examples. */
function fieldsOf(api: Api) {
  const names = new Map<string, Kind>()
  let limit: number | undefined
  let resetIsTime = false
  for (const operation of api.operations) {
    for (const [name, header] of headersOf(api, operation)) {
      const kind = rateLimitField(name)
      // RateLimit-Policy of the IETF draft speaks of several windows; its example stays.
      if (kind === undefined || normal(name) === 'ratelimitpolicy') continue
      names.set(name, kind)
      const schema = isObject(header.schema) ? follow(api.document, header.schema) : {}
      const example = Number(
        header.example ??
          schema.example ??
          (Array.isArray(schema.examples) ? schema.examples[0] : Number.NaN),
      )
      if (kind === 'limit' && example > 0) limit ??= example
      if (kind === 'reset' && example > 1e9) resetIsTime = true
    }
  }
  return { names, limit, resetIsTime }
}

function* headersOf({ document }: Api, operation: ApiOperation) {
  for (const { node } of operation.responses.values()) {
    for (const [name, header] of Object.entries(objectAt(node, 'headers')))
      yield [name, follow(document, header)] as const
  }
}
