/** The work of an engine, and its present use. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Watched } from './watched.ts'

/** @returns what looks, before the metrics are read */
export function createDatabaseMetrics(
  registers: Registry[],
): (watched: ReadonlyMap<string, Watched>) => void {
  const counter = (name: string, help: string) =>
    new Counter({ name: `prompt_service_${name}`, help, labelNames: ['environment'], registers })
  const gauge = (name: string, help: string, labels: string[]) =>
    new Gauge({ name: `prompt_service_${name}`, help, labelNames: ['environment', ...labels], registers })
  const groups = counter('commit_groups_total', 'SQLite: commits, each of the changes of a few turns.')
  const grouped = counter('commit_group_changes_total', 'SQLite: changes in those commits.')
  const seconds = counter('commit_group_seconds_total', 'SQLite: duration of those commits.')
  const retries = counter(
    'database_retries_total',
    'PostgreSQL: units of work that were run again, after a collision or a lost connection.',
  )
  const connections = gauge(
    'database_connections',
    'PostgreSQL: connections of a pool, busy or idle. The pool "counting" counts rate limits across processes.',
    ['pool', 'state'],
  )
  const most = gauge('database_connections_max', 'PostgreSQL: connections that a pool may have.', ['pool'])
  const waiting = gauge('database_connection_waiters', 'PostgreSQL: units that wait for a connection.', [
    'pool',
  ])
  return (watched) => {
    for (const metric of [groups, grouped, seconds, retries, connections, most, waiting]) metric.reset()
    for (const [environment, { maintenance }] of watched) {
      const usage = maintenance.usage()
      if (usage.engine === 'sqlite') {
        groups.inc({ environment }, usage.commits)
        grouped.inc({ environment }, usage.changes)
        seconds.inc({ environment }, usage.seconds)
        continue
      }
      retries.inc({ environment }, usage.retries)
      for (const { pool, limit, busy, idle, waiters } of usage.pools) {
        connections.set({ environment, pool, state: 'busy' }, busy)
        connections.set({ environment, pool, state: 'idle' }, idle)
        most.set({ environment, pool }, limit)
        waiting.set({ environment, pool }, waiters)
      }
    }
  }
}
