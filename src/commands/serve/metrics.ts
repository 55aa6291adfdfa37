/** `serve --metrics-port`: the metrics of this process, or of all workers together. */
import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import type { Metrics, Snapshot } from '../../service/metrics/createMetrics.ts'
import type { MetricsServer } from '../../service/metrics/metricsServer.ts'
import type { Reservation } from '../../service/transport/bind.ts'
import type { WorkerSnapshots } from './workerSnapshots.ts'

/** Where they are told. */
export interface MetricsPlace {
  host: string
  /** 0 takes any free one. */
  port: number
}

/** Binds the port, so that a taken one is refused before anything else is done. @throws ListenError */
export async function reserveMetricsPort(place: MetricsPlace): Promise<Reservation> {
  const [{ reservePort }, { MOST_CONNECTIONS }] = await Promise.all([
    import('../../service/transport/bind.ts'),
    import('../../service/metrics/metricsServer.ts'),
  ])
  const flags = { portFlag: '--metrics-port', hostFlag: '--metrics-host' }
  return reservePort({ ...place, ...flags, maxConnections: MOST_CONNECTIONS })
}

/** prom-client is loaded here, for nobody pays for it who does not ask. */
export async function makeMetrics(): Promise<Metrics> {
  const { version } = createRequire(import.meta.url)('prompt-service/package.json') as { version: string }
  const { createMetrics } = await import('../../service/metrics/createMetrics.ts')
  return createMetrics(version)
}

/** Tells the metrics of this process alone. */
export async function tellMetrics(
  reservation: Reservation,
  place: MetricsPlace,
  metrics: Metrics,
  logger: Logger,
): Promise<MetricsServer> {
  const [{ serveMetrics }, { renderProcess }] = await rendering()
  const render = async () => renderProcess(await metrics.snapshot())
  return serveMetrics(reservation, place, render, (error) => logger.error({ err: error }, FAILED))
}

/** Tells the metrics of all workers as one. @throws ListenError, and nothing is left open */
export async function tellMetricsOfWorkers(
  place: MetricsPlace,
  workers: WorkerSnapshots,
  logger: Logger,
): Promise<MetricsServer> {
  const [{ serveMetrics }, { renderMetrics, whatRemains }] = await rendering()
  const reservation = await reserveMetricsPort(place)
  /** Of workers that have ended: their counts go on to be counted, as far as they were told. */
  let gone: Snapshot[] = []
  const render = async () => {
    const { working, ended } = await workers.gather()
    if (ended.length > 0) gone = [await whatRemains([...gone, ...ended])]
    return renderMetrics([...working, ...gone])
  }
  return serveMetrics(reservation, place, render, (error) => logger.error({ err: error }, FAILED))
}

const FAILED = 'the metrics could not be told'

const rendering = () =>
  Promise.all([
    import('../../service/metrics/metricsServer.ts'),
    import('../../service/metrics/renderMetrics.ts'),
  ])
