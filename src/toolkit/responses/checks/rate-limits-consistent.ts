import { leadsTo, windowOfLimit } from '../../model/vocabulary.ts'
import { isObject, type Json } from '../../openapi/document.ts'
import { isJson, mediaTypeOf, readJson } from '../../openapi/json.ts'
import type { ResponseCheck } from '../finding.ts'
import { isBodiless } from '../media.ts'

const WINDOWS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600, day: 86_400 }
/** The limits in a response about the caller's plan are those in its headers for the same window. */
export const limitsConsistent: ResponseCheck = function* (context) {
  const { operation, exchange, header } = context
  // A path with a parameter, or a list, shows other plans than the caller's.
  if (operation === undefined || operation.method !== 'GET' || operation.path.includes('{')) return
  // A measured value is not a limit.
  if (leadsTo('measurements', operation.path)) return
  if (exchange.status >= 300 || isBodiless(context) || !isJson(mediaTypeOf(header('content-type') ?? '')))
    return
  const quotas = quotasIn(header)
  if (quotas.size === 0) return
  const reading = readJson(exchange.body)
  if (!('value' in reading) || !isObject(reading.value as Json)) return
  for (const [name, reported] of Object.entries(reading.value as Record<string, Json>)) {
    const unit = windowOfLimit(name) ?? ''
    const quota = quotas.get(WINDOWS[unit] ?? 0)
    if (quota === undefined || typeof reported !== 'number' || reported === quota) continue
    yield {
      code: 'quota-differs',
      subject: name,
      received: reported,
      expected: quota,
      pointer: `/${name}`,
      provenance: 'decided',
    }
  }
}

/** Quotas by the seconds of their windows: `300/minute`, and the field `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
function quotasIn(header: (name: string) => string | undefined): Map<number, number> {
  const quotas = new Map<number, number>()
  const [, count, unit = ''] =
    /^(\d+)\/(second|minute|hour|day)$/.exec(header('x-ratelimit-policy') ?? '') ?? []
  if (count !== undefined) quotas.set(WINDOWS[unit] ?? 0, Number(count))
  for (const item of (header('ratelimit-policy') ?? '').split(',')) {
    const [quota, seconds] = [/;\s*q=(\d+)/, /;\s*w=(\d+)/].map((one) => one.exec(item)?.[1])
    if (quota !== undefined && seconds !== undefined) quotas.set(Number(seconds), Number(quota))
  }
  return quotas
}
