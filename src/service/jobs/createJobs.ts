import type { Clock } from '../runtime/clock.ts'
import type { Identifiers } from '../runtime/identifiers.ts'
import type { Database } from '../storage/database.ts'
import * as jobStore from './jobStore.ts'
import { type Backlog, type ClaimedJob, ClaimLost, type Jobs, type Worker } from './jobs.ts'
import { type Lease, startLease } from './lease.ts'
import { createWorkerPool, type WorkerPool } from './workerPool.ts'

interface JobsOptions {
  database: Database
  clock: Clock
  ids: Identifiers
  /** Told of jobs that failed and will be tried again. */
  log?: { warn(fields: object, message: string): void }
  /**
   * Whether no other process works on this database, so that jobs found claimed at the start are those of a process
   * that died and need not wait for the end of their lease. Default false.
   */
  soleOwner?: boolean
}

/** Milliseconds that a stop takes at most, where its caller names none. */
const STOP_WITHIN = 10_000

/** Milliseconds between two looks for what another process left, where there are others. */
const POLL = 5_000
/** Due jobs that are counted for who watches: more of them would hold up the requests of SQLite for too long. */
const MOST_COUNTED = 100_000
/** What processes tell each other: the kind, the queue and when its job is due. */
const TOPIC = 'jobs'

/** Milliseconds before a job that threw is tried again: 1 s, doubled each time, at most 5 minutes. */
const backoff = (failures: number) => Math.min(1000 * 2 ** failures, 300_000)

/**
 * The jobs of one database. Claims wake by the commits of this process and its clock; beside other processes also by
 * what these tell, and by a slow poll, for a message may be lost and a process die.
 */
export function createJobs({ database, clock, ids, log, soleOwner = false }: JobsOptions): Jobs {
  const pools = new Map<string, WorkerPool>()
  const underWay = new Map<string, Lease>()
  const { others } = database
  let cancelPoll = () => {}
  let stopping: Promise<void> | undefined
  database.watch({ jobs: { except: [] } }, (certain) => {
    if (!certain) for (const pool of pools.values()) pool.lookAround()
  })

  others?.listen(TOPIC, (message) => {
    if (message === undefined) for (const pool of pools.values()) pool.lookAround()
    else {
      const [kind, queueKey, due] = JSON.parse(message) as [string, string, number]
      // A process of another version may say it otherwise; the poll finds the job.
      if (Number.isFinite(due)) pools.get(kind)?.note(queueKey, due)
    }
  })

  const poll = async () => {
    for (const pool of pools.values()) if (stopping === undefined) await pool.poll()
    if (stopping === undefined) cancelPoll = clock.after(POLL, poll)
  }

  /**
   * To be called once the job is there. Whoever has room for it does it: the others hear of it where this process has none,
   * and find it by their polls where it dies.
   */
  const note = (kind: string, queueKey: string, due: number) => {
    const pool = pools.get(kind)
    pool?.note(queueKey, due)
    if (!pool?.hasRoom) tell(kind, queueKey, due)
  }
  const tell = (kind: string, queueKey: string, due: number) =>
    others?.tell(TOPIC, JSON.stringify([kind, queueKey, due]))

  /** A claim, not a job: after its lease the same job may be under way twice. */
  const claimOf = (job: ClaimedJob) => `${job.id} ${job.claims}`

  const perform = async <Loaded>(worker: Worker<Loaded>, job: ClaimedJob, loaded: Loaded) => {
    const lease = startLease(clock, worker.lease, job)
    underWay.set(claimOf(job), lease)
    try {
      await worker.run(job, lease.signal, loaded)
      if (underWay.has(claimOf(job))) throw new Error('The worker neither completed nor postponed the job.')
    } catch (error) {
      await failed(job, error, lease.signal.aborted && stopping !== undefined)
    }
    lease.end()
    underWay.delete(claimOf(job))
  }

  /** Nothing is lost when this cannot be written either: the lease ends. */
  const failed = async (job: ClaimedJob, error: unknown, wasStopped: boolean) => {
    const { kind, subject, claims, failures } = job
    const runAt = clock.now() + (wasStopped ? 0 : backoff(failures))
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    try {
      const held = await database.write(async (tx) => {
        const ours = await jobStore.putBack(tx, job, runAt, wasStopped ? null : text)
        if (ours) tx.afterCommit(() => note(kind, job.queueKey, runAt))
        return ours
      })
      if (held && !wasStopped)
        log?.warn({ kind, subject, claims, error, runAt }, 'a job failed and will be tried again')
    } catch (cause) {
      log?.warn({ kind, subject, claims, error, cause }, 'a job failed and waits for the end of its lease')
    }
  }

  return {
    async enqueue(tx, job) {
      await jobStore.insert(tx, ids.create('job'), job)
      tx.afterCommit(() => note(job.kind, job.queueKey, job.runAt))
    },

    async complete(tx, job) {
      if (!(await jobStore.remove(tx, job))) throw new ClaimLost(job)
      tx.afterCommit(() => underWay.delete(claimOf(job)))
      await pools.get(job.kind)?.claimNext(tx, job)
    },

    async postpone(tx, job, runAt) {
      if (!(await jobStore.putBack(tx, job, runAt, null))) throw new ClaimLost(job)
      tx.afterCommit(() => {
        underWay.delete(claimOf(job))
        note(job.kind, job.queueKey, runAt)
      })
    },

    async extend(tx, job) {
      const lease = underWay.get(claimOf(job))
      if (lease === undefined || !(await jobStore.prolong(tx, job, clock.now() + lease.length)))
        throw new ClaimLost(job)
      tx.afterCommit(() => lease.renew())
    },

    start(worker) {
      if (pools.has(worker.kind)) throw new Error(`The jobs of kind ${worker.kind} have a worker already.`)
      if (stopping !== undefined) throw new Error('The jobs are stopped.')
      const report = (error: unknown) => log?.warn({ kind: worker.kind, error }, 'jobs cannot be claimed now')
      const pool = createWorkerPool(
        worker,
        { database, clock, soleOwner, saturated: (queueKey) => tell(worker.kind, queueKey, clock.now()) },
        (job, loaded) => perform(worker, job, loaded),
        report,
      )
      if (others && pools.size === 0) cancelPoll = clock.after(POLL, poll)
      pools.set(worker.kind, pool)
      pool.wake()
    },

    stop(within = STOP_WITHIN) {
      cancelPoll()
      stopping ??= new Promise((resolve) => {
        for (const pool of pools.values()) pool.stop()
        const cancelAbort = clock.after(within / 2, () => {
          for (const lease of underWay.values()) lease.abort(new Error('The service stops.'))
        })
        const cancelWait = clock.after(within, () => {
          log?.warn({ jobs: underWay.size }, 'jobs were left at the deadline; the next start takes them up')
          resolve()
        })
        void Promise.all([...pools.values()].map((pool) => pool.quiet())).then(() => {
          cancelAbort()
          cancelWait()
          resolve()
        })
      })
      return stopping
    },

    running: () => [...pools].map(([kind, { running }]) => ({ kind, count: running })),

    async backlog() {
      const now = clock.now()
      return database.read(async (tx) => {
        const backlogs: Backlog[] = []
        for (const kind of pools.keys()) {
          const { count, since } = await jobStore.countDue(tx, kind, now, MOST_COUNTED)
          backlogs.push({ kind, jobs: count, age: now - since })
        }
        return backlogs
      })
    },

    async idle() {
      for (const pool of pools.values()) pool.wake()
      while ([...pools.values()].some((pool) => pool.busy)) {
        await Promise.all([...pools.values()].map((pool) => pool.quiet()))
      }
    },
  }
}
