/** Requests that move an item or give it a part, such as `POST /reports/7/submit` and `PUT /reports/7/logo`. */
import type { Recorded } from './events.ts'
import { segmentsOf } from './recordedPath.ts'

/** The items of a path, from the outer to the inner: `/reports/7` and `/reports/7/lines/2` of `/reports/7/lines/2/receipt`. */
function itemsOf(exchange: Recorded): string[] {
  const fixed = exchange.template?.split('/') ?? []
  const segments = segmentsOf(exchange)
  if (fixed.length !== segments.length) return []
  return fixed.flatMap((segment, index) =>
    segment.includes('{') ? [segments.slice(0, index + 1).join('/')] : [],
  )
}

/** The newest steps of an item that a sequence may need. */
const MAX_STEPS = 20

interface ItemSteps {
  note(exchange: Recorded): void
  /** Those before the requests, at the items of their paths, of the same checks; the last one of those that are alike. */
  before(requests: ReadonlySet<Recorded>): Recorded[]
}

/** Records the steps of items. */
export function createItemSteps(): ItemSteps {
  const known = new Map<string, Recorded[]>()
  return {
    note(exchange) {
      const { method, status } = exchange
      const item = itemsOf(exchange).at(-1)
      const isBelow = item !== undefined && segmentsOf(exchange).join('/') !== item
      if (status >= 300 || !isBelow || (method !== 'POST' && method !== 'PUT')) return
      known.set(item, [...(known.get(item) ?? []).slice(1 - MAX_STEPS), exchange])
    },
    before(requests) {
      const found = new Map<string, Recorded>()
      const checks = new Set([...requests].map(({ check }) => check))
      for (const one of requests)
        for (const step of itemsOf(one).flatMap((item) => known.get(item) ?? []))
          if (step.number < one.number && checks.has(step.check))
            found.set(`${step.method} ${step.path}`, step)
      return [...found.values()].filter((step) => !requests.has(step))
    },
  }
}
