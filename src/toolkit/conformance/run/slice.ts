/** The shortest sequence that leads to an exchange: itself, and what brought the values that it uses. */
import { appears, valuesOf } from './curl.ts'
import type { Recorded } from './events.ts'

/** Remembers which answer first brought a value. */
export interface Ledger {
  note(exchange: Recorded): void
  /** Those of `wanted` and all that they depend on, in their order. */
  slice(wanted: readonly Recorded[]): Recorded[]
}

/** More than this is not kept, oldest forgotten first. */
const MOST_VALUES = 200_000

export function createLedger(): Ledger {
  const origins = new Map<string, Recorded>()
  return {
    note(exchange) {
      if (exchange.status >= 300 || (exchange.method === 'GET' && exchange.body.length > 200_000)) return
      for (const { value } of valuesOf(exchange)) {
        if (origins.has(value) || appears(value, exchange)) continue
        origins.set(value, exchange)
        if (origins.size > MOST_VALUES) origins.delete(origins.keys().next().value ?? '')
      }
    },
    slice(wanted) {
      const kept = new Set<Recorded>()
      const pending = [...wanted]
      for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
        if (kept.has(one)) continue
        kept.add(one)
        for (const value of usedBy(one)) {
          const origin = origins.get(value)
          if (origin !== undefined && origin.number < one.number) pending.push(origin)
        }
      }
      return [...kept].sort((a, b) => a.number - b.number)
    },
  }
}

/** Every value that a request might have taken from an answer. */
function usedBy(exchange: Recorded): string[] {
  const [path = '', query = ''] = exchange.path.split('?', 2)
  const values = path.split('/')
  for (const pair of query.split('&')) values.push(pair.slice(pair.indexOf('=') + 1))
  const decodedValues = values.map((value) => {
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  })
  const strings =
    exchange.requestBody === undefined || exchange.requestBody.length > 100_000
      ? []
      : [...exchange.requestBody.toString().matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '')
  return [...decodedValues, ...strings, ...Object.values(exchange.requestHeaders)].filter(
    (value) => value !== '',
  )
}
