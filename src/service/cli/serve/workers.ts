/**
 * `serve --workers`: processes of this machine behind the ports of one (node:cluster). The first process opens the ports and
 * serves no requests itself. Any idle worker accepts connections from them. A worker that ends is replaced.
 *
 * The first process never passes connections on (SCHED_RR, Node's default). A connection on its way to a worker that was
 * killed would hang forever, which happens to one of a hundred requests around a kill.
 */
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { Terminal } from 'specwright/cli'
import { type MetricsAddress, openMetricsOfWorkers } from './metrics.ts'
import { createWorkerSnapshots } from './workerSnapshots.ts'

/** Milliseconds before a worker that ended is replaced: one that cannot live must not use up the processor. */
const PAUSE = 1_000

/** Milliseconds in which a process that failed states why. */
const LAST_WORDS = 100

/** The message of a worker that serves. */
interface Ready {
  banner: string
}

/** The message to a worker, next to queries for its metrics. */
const STOP = 'stop'

/** Which worker this process is, from 1; undefined where it is not one. */
export const workerNumber = (env: Terminal['env']): number | undefined =>
  cluster.isWorker ? Number(env.PROMPT_SERVICE_WORKER) : undefined

/** Reports to the first process that this worker serves. */
export const reportReady = (banner: string): void => void process.send?.({ banner } satisfies Ready)

/** Ends a worker that failed, once its reason is sent: the channel to the first process would prevent its end. */
export const endWorker = (): void => void setTimeout(() => process.exit(), LAST_WORDS)

/** Calls `stop` when the first process reports it; signals are its own, for a terminal sends them to every process. */
export function onStop(stop: () => void): void {
  process.on('message', (message) => {
    if (message === STOP) stop()
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
}

/**
 * Runs the workers until SIGTERM or SIGINT. The first one is up before the others begin: it makes what the data directory
 * lacks.
 * @returns the exit code
 */
export async function superviseWorkers(
  count: number,
  logger: Logger,
  terminal: Terminal,
  metricsAddress: MetricsAddress | undefined,
): Promise<number> {
  const snapshots = createWorkerSnapshots()
  const metrics = metricsAddress && (await openMetricsOfWorkers(metricsAddress, snapshots, logger))
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const workers = new Map<number, Worker>()
  /** Those that do not serve yet. Their messages wait until they do, and would then count as well. */
  const starting = new Set<Worker>()
  let stopping = false
  let code = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })

  /** Resolves when the worker serves; rejects with its exit code when it ends before. */
  function start(number: number): Promise<string> {
    const worker = cluster.fork({ PROMPT_SERVICE_WORKER: String(number) })
    workers.set(number, worker)
    starting.add(worker)
    return new Promise((resolve, reject) => {
      worker.on('message', ({ banner }: Partial<Ready>) => {
        if (banner === undefined) return
        starting.delete(worker)
        snapshots.add(worker)
        if (stopping) worker.send(STOP) // while it started, it received no message
        resolve(banner)
      })
      const ended = (how: number | string) => {
        const served = !starting.delete(worker)
        workers.delete(number)
        if (!served) reject(how)
        if (stopping) {
          if (how !== 0) code = 1
          if (workers.size === 0) finish()
        } else if (served) {
          logger.error({ worker: number, ended: how }, 'a worker ended and is replaced')
          replace(number)
        }
      }
      worker.once('exit', (exitCode, signal) => ended(signal ? signal : exitCode))
      // Without a listener, a word to one that has just died would end this process, and with it all the others.
      worker.on('error', (error) => {
        logger.error({ worker: number, err: error }, 'a worker cannot be started or reached')
        if (worker.process.pid === undefined) ended('never begun')
      })
    })
  }

  function replace(number: number): void {
    setTimeout(() => {
      if (stopping) return
      start(number).catch((how) => {
        if (stopping) return
        logger.error({ worker: number, ended: how }, 'a worker cannot be started; it is tried again')
        replace(number)
      })
    }, PAUSE)
  }

  const stop = (signal: NodeJS.Signals) => {
    const again = stopping
    logger.info({ signal, again }, 'stopping the workers')
    stopping = true
    if (workers.size === 0) finish()
    for (const worker of workers.values()) {
      if (!starting.has(worker)) {
        if (worker.isConnected()) worker.send(STOP)
      } else if (again) worker.process.kill('SIGKILL') // a start that is killed leaves nothing half done
    }
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  try {
    const banner = await start(1)
    const numbers = Array.from({ length: count - 1 }, (_, index) => index + 2)
    await Promise.all(numbers.map((number) => start(number)))
    const suffix = metrics ? ` Their metrics: ${metrics.url}` : ''
    terminal.print(`${banner}\n\n${count} processes serve.${suffix}`)
  } catch (how) {
    // It has reported its reason itself.
    code = typeof how === 'number' && how !== 0 ? how : 1
    if (!stopping) stop('SIGTERM')
  }
  await finished
  metrics?.close()
  return code
}
