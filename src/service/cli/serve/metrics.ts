/** `serve --metrics-port`: the metrics of this process, or of all workers together. */
import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import type { Reservation } from 'specwright/network'
import type { Metrics, Snapshot } from '../../metrics/createMetrics.ts'
import type { MetricsServer } from '../../metrics/metricsServer.ts'
import type { WorkerSnapshots } from './workerSnapshots.ts'

/** Where they are served. */
export interface MetricsAddress {
  host: string
  /** 0 binds any free one. */
  port: number
}

/** Binds the port, so that a taken one is rejected before anything else is done. @throws ListenError */
export async function reserveMetricsPort(address: MetricsAddress): Promise<Reservation> {
  const [{ reservePort }, { MAX_CONNECTIONS }] = await Promise.all([
    import('specwright/network'),
    import('../../metrics/metricsServer.ts'),
  ])
  const flags = { portFlag: '--metrics-port', hostFlag: '--metrics-host' }
  return reservePort({ ...address, ...flags, maxConnections: MAX_CONNECTIONS })
}

/** prom-client is loaded here, so that it costs nothing without the flag. */
export async function makeMetrics(): Promise<Metrics> {
  const { version } = createRequire(import.meta.url)('prompt-service/package.json') as { version: string }
  const { createMetrics } = await import('../../metrics/createMetrics.ts')
  return createMetrics(version)
}

/** Serves the metrics of only this process. */
export async function openMetrics(
  reservation: Reservation,
  address: MetricsAddress,
  metrics: Metrics,
  logger: Logger,
): Promise<MetricsServer> {
  const [{ serveMetrics }, { renderProcess }] = await rendering()
  const render = async () => renderProcess(await metrics.snapshot())
  return serveMetrics(reservation, address, render, (error) => logger.error({ err: error }, FAILED))
}

/** Serves the metrics of all workers as one. @throws ListenError, and nothing is left open */
export async function openMetricsOfWorkers(
  address: MetricsAddress,
  workers: WorkerSnapshots,
  logger: Logger,
): Promise<MetricsServer> {
  const [{ serveMetrics }, { renderMetrics, whatRemains }] = await rendering()
  const reservation = await reserveMetricsPort(address)
  /** Of workers that have ended: their counts continue to be counted, as far as they were received. */
  let gone: Snapshot[] = []
  const render = async () => {
    const { working, silent, ended } = await workers.gather()
    if (ended.length > 0) gone = [await whatRemains([...gone, ...ended])]
    // The counts of a silent worker stay counted. Its present gauges are not known.
    const counted = silent.length > 0 ? [await whatRemains(silent)] : []
    return renderMetrics([...working, ...counted, ...gone])
  }
  return serveMetrics(reservation, address, render, (error) => logger.error({ err: error }, FAILED))
}

const FAILED = 'the metrics could not be rendered'

const rendering = () =>
  Promise.all([import('../../metrics/metricsServer.ts'), import('../../metrics/renderMetrics.ts')])
