/** The metrics of workers, requested over the channel that each has to the first process. */
import type { Worker } from 'node:cluster'
import type { Snapshot } from '../../metrics/createMetrics.ts'

export interface WorkerSnapshots {
  /** Queries this worker too, from now until it ends. */
  add(worker: Worker): void
  /**
   * Queries all. `silent` is the last snapshot of those that do not respond; `ended` that of those that have ended since the last
   * time.
   */
  gather(): Promise<{ working: Snapshot[]; silent: Snapshot[]; ended: Snapshot[] }>
}

/** The query to a worker, and its response. */
interface Question {
  snapshot: number
}
interface Reply extends Question {
  metrics: Snapshot
}

/** Milliseconds that a worker has: less than Prometheus waits, more than a busy one needs. */
const PATIENCE = 4_000

export function createWorkerSnapshots(): WorkerSnapshots {
  const received = new Map<Worker, Snapshot | undefined>()
  let ended: Snapshot[] = []
  let questions = 0

  const ask = (worker: Worker) =>
    new Promise<boolean>((resolve) => {
      const snapshot = ++questions
      const end = (replied = false) => {
        clearTimeout(timer)
        worker.off('message', hear)
        worker.off('exit', exited)
        resolve(replied)
      }
      const exited = () => end()
      const hear = (message: Partial<Reply>) => {
        if (message.snapshot !== snapshot) return
        received.set(worker, message.metrics)
        end(true)
      }
      const timer = setTimeout(end, PATIENCE)
      worker.on('message', hear)
      worker.on('exit', exited)
      worker.send({ snapshot } satisfies Question, (error) => error && end())
    })

  return {
    add(worker) {
      received.set(worker, undefined)
      worker.once('exit', () => {
        const last = received.get(worker)
        if (last !== undefined) ended.push(last)
        received.delete(worker)
      })
    },
    async gather() {
      const all = [...received.keys()]
      const replied = await Promise.all(all.map((worker) => worker.isConnected() && ask(worker)))
      const silent = new Set(all.filter((_, index) => !replied[index]))
      // At one moment, so that a worker is either here or there.
      const lastOf = (isSilent: boolean) =>
        [...received].flatMap(([worker, one]) =>
          one !== undefined && silent.has(worker) === isSilent ? [one] : [],
        )
      const gathered = { working: lastOf(false), silent: lastOf(true), ended }
      ended = []
      return gathered
    },
  }
}

/** In a worker: responds with its metrics. */
export function sendSnapshots(collect: () => Promise<Snapshot>): void {
  process.on('message', (message: unknown) => {
    const { snapshot } = (message ?? {}) as Partial<Question>
    if (snapshot === undefined) return
    // A failure here is not a reason to end; the first process continues without this worker.
    collect().then(
      (metrics) => process.connected && process.send?.({ snapshot, metrics } satisfies Reply),
      () => {},
    )
  })
}
