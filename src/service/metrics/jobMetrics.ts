/** Queues and what is under way, of each kind of job. */
import { Gauge, type Registry } from 'prom-client'
import type { Watched } from './watched.ts'

/** Milliseconds that a look waits for a database: one that is away must not hide the rest. */
const PATIENCE = 2_000

/** @returns what looks, before the metrics are read */
export function createJobMetrics(
  registers: Registry[],
): (watched: ReadonlyMap<string, Watched>) => Promise<void> {
  const shared = { labelNames: ['environment', 'kind'], registers }
  // Workers on one database all see the same queues.
  const due = new Gauge({
    ...shared,
    name: 'prompt_service_jobs_due',
    help: 'Jobs that are due and wait for a place, in the whole database; counted up to 100,000.',
    aggregator: 'max',
  })
  const oldest = new Gauge({
    ...shared,
    name: 'prompt_service_jobs_oldest_due_age_seconds',
    help: 'How long the job that waits longest has been due, in the whole database; 0 when none waits.',
    aggregator: 'max',
  })
  const running = new Gauge({
    ...shared,
    name: 'prompt_service_jobs_running',
    help: 'Jobs that this process does now.',
    aggregator: 'sum',
  })
  return async (watched) => {
    const looks = [...watched].map(async ([environment, { jobs }]) => ({
      environment,
      counts: jobs.running(),
      // A backlog that cannot be read now is left out: an earlier figure would look like one of now.
      backlogs: (await within(PATIENCE, jobs.backlog())) ?? [],
    }))
    const found = await Promise.all(looks)
    for (const gauge of [due, oldest, running]) gauge.reset()
    for (const { environment, counts, backlogs } of found) {
      for (const { kind, count } of counts) running.set({ environment, kind }, count)
      for (const { kind, jobs, age } of backlogs) {
        due.set({ environment, kind }, jobs)
        oldest.set({ environment, kind }, age / 1000)
      }
    }
  }
}

/** Undefined when it takes longer, or fails. */
function within<T>(milliseconds: number, asked: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds)
    const end = (value: T | undefined) => {
      clearTimeout(timer)
      resolve(value)
    }
    asked.then(end, () => end(undefined))
  })
}
