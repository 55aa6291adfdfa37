/** The metrics of one process, or of several together, in Prometheus' text format. */
import { AggregatorRegistry } from 'prom-client'
import type { Snapshot } from './createMetrics.ts'

/** Of one process, all that it states. */
export const renderProcess = (snapshot: Snapshot): Promise<string> =>
  renderMetrics([
    snapshot.map((metric) => (metric.aggregator === 'omit' ? { ...metric, aggregator: 'first' } : metric)),
  ])

/** Of several processes: added up, or as each metric states: the largest, the mean, the first; what states nothing of several is left out. */
export const renderMetrics = (snapshots: readonly Snapshot[]): Promise<string> =>
  AggregatorRegistry.aggregate(snapshots.map(withNumbers) as object[]).metrics()

/** The counters and histograms of processes that are gone, as one snapshot: a sum that shrinks looks like a restart. */
export async function whatRemains(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const counted = snapshots.map((one) =>
    one.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram'),
  )
  return (await AggregatorRegistry.aggregate(counted as object[]).getMetricsAsJSON()) as Snapshot
}

/** Some figures of Node are not numbers before something has happened; between processes they come as null. */
const withNumbers = (snapshot: Snapshot): Snapshot =>
  snapshot.map((metric) => ({
    ...metric,
    values: metric.values.filter(({ value }) => Number.isFinite(value)),
  }))
