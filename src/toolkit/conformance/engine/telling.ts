/** Emits the events of a run to its subscribers. If one fails, the others still get all events. */
import type { RunEvent, Subscriber } from './events.ts'

/** Some subscribers failed, in `errors`; the others got every event. */
export class ReportsFailed extends AggregateError {
  override readonly name = 'ReportsFailed'
}

export function createReporting(subscribers: readonly Subscriber[]): {
  report(event: RunEvent): void
  /** @throws ReportsFailed when a subscriber has failed */
  requireAllTold(): void
} {
  const failures = new Map<Subscriber, unknown>()
  return {
    report(event) {
      for (const subscriber of subscribers) {
        if (failures.has(subscriber)) continue
        try {
          subscriber(event)
        } catch (error) {
          failures.set(subscriber, error)
        }
      }
    },
    requireAllTold() {
      if (failures.size === 0) return
      const messages = [...failures.values()].map((one) => (one instanceof Error ? one.message : String(one)))
      throw new ReportsFailed([...failures.values()], messages.join('; '))
    },
  }
}
