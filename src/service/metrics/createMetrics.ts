/**
 * The metrics of a process in Prometheus' terms. All names of the service begin with `prompt_service_`. Those of Node
 * and the operating system have the names of prom-client. Label values come from the program and its documents,
 * never from a request or a customer: no ids, keys, names, addresses or paths.
 */
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import type { DeliveryOutcome } from '../events/delivery/attempts.ts'
import type { RequestObserver } from '../transport/requestObserver.ts'
import { createDatabaseMetrics } from './databaseMetrics.ts'
import { createJobMetrics } from './jobMetrics.ts'
import { createRequestMetrics } from './requestMetrics.ts'
import type { Watched } from './watched.ts'

/** One environment, as it reports its work. */
export interface EnvironmentMetrics {
  requests: RequestObserver
  deliveryEnded(outcome: DeliveryOutcome): void
}

export type Snapshot = MetricObjectWithValues<MetricValue<string>>[]

export interface Metrics {
  environment(name: string): EnvironmentMetrics
  /** Queries these from now on, in the name of the environment. */
  watch(name: string, watched: Watched): void
  /** The present metrics, as `renderMetrics` accepts them. Never rejects for an unreachable database. */
  snapshot(): Promise<Snapshot>
}

/** Seconds: a response from memory is faster than the first, a model has 60. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const OUTCOMES: readonly DeliveryOutcome[] = ['success', 'failed', 'exhausted', 'skipped']

/** @param version of the program */
export function createMetrics(version: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const watched = new Map<string, Watched>()

  new Gauge({
    name: 'prompt_service_build_info',
    help: 'The version of the program; always 1.',
    labelNames: ['version'],
    registers,
    aggregator: 'first',
  }).set({ version }, 1)
  new Gauge({
    name: 'prompt_service_processes',
    help: 'Processes that these metrics are of: the workers that responded, or 1.',
    registers,
    aggregator: 'sum',
  }).set(1)
  const families = {
    requests: new Counter({
      name: 'prompt_service_http_requests_total',
      help: 'Requests that ended, by operation of the API, method and status. The operation "none" is what no path and method name; the status "aborted" is a connection that ended before its response.',
      labelNames: ['environment', 'operation', 'method', 'status'],
      registers,
    }),
    duration: new Histogram({
      name: 'prompt_service_http_request_duration_seconds',
      help: 'Time from the headers of a request to the end of its response.',
      labelNames: ['environment', 'operation'],
      buckets: DURATIONS,
      registers,
    }),
    inFlight: new Gauge({
      name: 'prompt_service_http_requests_in_flight',
      help: 'Requests in progress.',
      labelNames: ['environment'],
      registers,
    }),
  }
  const deliveries = new Counter({
    name: 'prompt_service_deliveries_total',
    help: 'Attempts to deliver an event to a webhook that ended, by outcome: success, failed (it is retried, or the failure is final), exhausted (the last attempt failed) or skipped.',
    labelNames: ['environment', 'outcome'],
    registers,
  })
  const lookAtJobs = createJobMetrics(registers)
  const lookAtDatabases = createDatabaseMetrics(registers)

  return {
    environment(name) {
      // A series that begins with its first event hides that event from `increase`.
      for (const outcome of OUTCOMES) deliveries.inc({ environment: name, outcome }, 0)
      return {
        requests: createRequestMetrics(families, name),
        deliveryEnded: (outcome) => deliveries.inc({ environment: name, outcome }),
      }
    },
    watch: (name, one) => void watched.set(name, one),
    async snapshot() {
      // Before the registry is read, for it reads its metrics side by side.
      lookAtDatabases(watched)
      await lookAtJobs(watched)
      return registry.getMetricsAsJSON() as Promise<Snapshot>
    },
  }
}
