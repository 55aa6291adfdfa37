import type { Clock } from '../runtime/clock.ts'
import type { Identifiers } from '../runtime/identifiers.ts'
import type { Database, Others, WriteTransaction } from '../storage/database.ts'
import * as jobStore from './jobStore.ts'
import { type Backlog, type ClaimedJob, ClaimLost, type Jobs, type NewJob, type Worker } from './jobs.ts'
import { type Lease, startLease } from './lease.ts'
import { createWorkerPool, type WorkerPool } from './workerPool.ts'

interface JobsOptions {
  database: Database
  clock: Clock
  ids: Identifiers
  /** Receives the jobs that failed and will be tried again. */
  log?: { warn(fields: object, message: string): void }
  /**
   * Whether no other process works on this database. Then jobs found claimed at the start are those of a process
   * that died and need not wait for the end of their lease. Default false.
   */
  soleOwner?: boolean
}

/** Maximum milliseconds of a stop, where its caller names none. */
const STOP_WITHIN = 10_000

/** Milliseconds between two looks for what another process left, where there are others. */
const POLL = 5_000
/** Due jobs that are counted for metrics: more of them would delay the requests of SQLite for too long. */
const MAX_COUNTED = 100_000
/** The topic of messages between processes: the kind, the queue and when its job is due. */
const TOPIC = 'jobs'

/** Milliseconds before a job that threw is tried again: 1 s, doubled each time, at most 5 minutes. */
const backoff = (failures: number) => Math.min(1000 * 2 ** failures, 300_000)

/**
 * The jobs of one database. Claims wake by the commits of this process and its clock. Next to other processes they also
 * wake by the messages of these, and by a slow poll, because a message may be lost and a process die.
 */
export const createJobs = (options: JobsOptions): Jobs => new StoredJobs(options)

class StoredJobs implements Jobs {
  readonly #database: Database
  readonly #others: Others | undefined
  readonly #clock: Clock
  readonly #ids: Identifiers
  readonly #log: JobsOptions['log']
  readonly #soleOwner: boolean
  readonly #pools = new Map<string, WorkerPool>()
  readonly #underWay = new Map<string, Lease>()
  #cancelPoll = () => {}
  #stopping: Promise<void> | undefined

  constructor({ database, clock, ids, log, soleOwner = false }: JobsOptions) {
    this.#database = database
    this.#others = database.others
    this.#clock = clock
    this.#ids = ids
    this.#log = log
    this.#soleOwner = soleOwner
    database.watch({ jobs: { except: [] } }, (certain) => {
      if (!certain) this.#lookAround()
    })
    this.#others?.listen(TOPIC, (message) => this.#hear(message))
  }

  enqueue(tx: WriteTransaction, job: NewJob): Promise<void> {
    return this.enqueueAll(tx, [job])
  }

  async enqueueAll(tx: WriteTransaction, jobs: readonly NewJob[]): Promise<void> {
    await jobStore.insert(
      tx,
      jobs.map((job) => ({ ...job, id: this.#ids.create('job') })),
    )
    for (const { kind, queueKey, runAt } of jobs) tx.afterCommit(() => this.#note(kind, queueKey, runAt))
  }

  async complete(tx: WriteTransaction, job: ClaimedJob): Promise<void> {
    if (!(await jobStore.remove(tx, job))) throw new ClaimLost(job)
    tx.afterCommit(() => this.#underWay.delete(claimOf(job)))
    await this.#pools.get(job.kind)?.claimNext(tx, job)
  }

  async completeAll(
    tx: WriteTransaction,
    jobs: readonly ClaimedJob[],
    settle: (ended: readonly ClaimedJob[]) => Promise<void>,
  ): Promise<readonly ClaimedJob[]> {
    const removed = await jobStore.removeAll(tx, jobs)
    const ended = jobs.filter(({ id }) => removed.has(id))
    for (const job of ended) tx.afterCommit(() => this.#underWay.delete(claimOf(job)))
    await settle(ended)
    for (const job of ended) await this.#pools.get(job.kind)?.claimNext(tx, job)
    return ended
  }

  async postpone(tx: WriteTransaction, job: ClaimedJob, runAt: number): Promise<void> {
    if (!(await jobStore.putBack(tx, job, runAt, null))) throw new ClaimLost(job)
    tx.afterCommit(() => {
      this.#underWay.delete(claimOf(job))
      this.#note(job.kind, job.queueKey, runAt)
    })
  }

  async extend(tx: WriteTransaction, job: ClaimedJob): Promise<void> {
    const lease = this.#underWay.get(claimOf(job))
    if (lease === undefined || !(await jobStore.prolong(tx, job, this.#clock.now() + lease.length)))
      throw new ClaimLost(job)
    tx.afterCommit(() => lease.renew())
  }

  start<Loaded>(worker: Worker<Loaded>): void {
    if (this.#pools.has(worker.kind))
      throw new Error(`The jobs of kind ${worker.kind} have a worker already.`)
    if (this.#stopping !== undefined) throw new Error('The jobs are stopped.')
    const report = (error: unknown) =>
      this.#log?.warn({ kind: worker.kind, error }, 'jobs cannot be claimed now')
    const pool = createWorkerPool(
      worker,
      {
        database: this.#database,
        clock: this.#clock,
        soleOwner: this.#soleOwner,
        saturated: (queueKey) => this.#notify(worker.kind, queueKey, this.#clock.now()),
      },
      (job, loaded) => this.#perform(worker, job, loaded),
      report,
    )
    if (this.#others && this.#pools.size === 0) this.#cancelPoll = this.#clock.after(POLL, this.#poll)
    this.#pools.set(worker.kind, pool)
    pool.wake()
  }

  stop(within: number = STOP_WITHIN): Promise<void> {
    this.#cancelPoll()
    this.#stopping ??= new Promise((resolve) => {
      for (const pool of this.#pools.values()) pool.stop()
      const cancelAbort = this.#clock.after(within / 2, () => {
        for (const lease of this.#underWay.values()) lease.abort(new Error('The service stops.'))
      })
      const cancelWait = this.#clock.after(within, () => {
        this.#log?.warn(
          { jobs: this.#underWay.size },
          'jobs were left at the deadline; the next start resumes them',
        )
        resolve()
      })
      void Promise.all([...this.#pools.values()].map((pool) => pool.quiet())).then(() => {
        cancelAbort()
        cancelWait()
        resolve()
      })
    })
    return this.#stopping
  }

  running(): { kind: string; count: number }[] {
    return [...this.#pools].map(([kind, { running }]) => ({ kind, count: running }))
  }

  async backlog(): Promise<Backlog[]> {
    const now = this.#clock.now()
    return this.#database.read(async (tx) => {
      const backlogs: Backlog[] = []
      for (const kind of this.#pools.keys()) {
        const { count, since } = await jobStore.countDue(tx, kind, now, MAX_COUNTED)
        backlogs.push({ kind, jobs: count, age: now - since })
      }
      return backlogs
    })
  }

  async idle(): Promise<void> {
    for (const pool of this.#pools.values()) pool.wake()
    while ([...this.#pools.values()].some((pool) => pool.busy)) {
      await Promise.all([...this.#pools.values()].map((pool) => pool.quiet()))
    }
  }

  #lookAround(): void {
    for (const pool of this.#pools.values()) pool.lookAround()
  }

  #hear(message: string | undefined): void {
    if (message === undefined) {
      this.#lookAround()
      return
    }
    const [kind, queueKey, due] = JSON.parse(message) as [string, string, number]
    // A process of another version may state it otherwise; the poll finds the job.
    if (Number.isFinite(due)) this.#pools.get(kind)?.note(queueKey, due)
  }

  readonly #poll = async (): Promise<void> => {
    for (const pool of this.#pools.values()) if (this.#stopping === undefined) await pool.poll()
    if (this.#stopping === undefined) this.#cancelPoll = this.#clock.after(POLL, this.#poll)
  }

  /**
   * To be called once the job is there. Anyone who has room for it does it: the others learn of it where this process has none,
   * and find it by their polls where it dies.
   */
  #note(kind: string, queueKey: string, due: number): void {
    const pool = this.#pools.get(kind)
    pool?.note(queueKey, due)
    if (!pool?.hasRoom) this.#notify(kind, queueKey, due)
  }
  #notify(kind: string, queueKey: string, due: number): void {
    this.#others?.notify(TOPIC, JSON.stringify([kind, queueKey, due]))
  }

  async #perform<Loaded>(worker: Worker<Loaded>, job: ClaimedJob, loaded: Loaded): Promise<void> {
    const lease = startLease(this.#clock, worker.lease, job)
    this.#underWay.set(claimOf(job), lease)
    try {
      await worker.run(job, lease.signal, loaded)
      if (this.#underWay.has(claimOf(job)))
        throw new Error('The worker neither completed nor postponed the job.')
    } catch (error) {
      await this.#failed(job, error, lease.signal.aborted && this.#stopping !== undefined)
    }
    lease.end()
    this.#underWay.delete(claimOf(job))
  }

  /** Nothing is lost when this cannot be written either: the lease ends. */
  async #failed(job: ClaimedJob, error: unknown, wasStopped: boolean): Promise<void> {
    const { kind, subject, claims, failures } = job
    const runAt = this.#clock.now() + (wasStopped ? 0 : backoff(failures))
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    try {
      const claimed = await this.#database.write(async (tx) => {
        const ours = await jobStore.putBack(tx, job, runAt, wasStopped ? null : text)
        if (ours) tx.afterCommit(() => this.#note(kind, job.queueKey, runAt))
        return ours
      })
      if (claimed && !wasStopped)
        this.#log?.warn({ kind, subject, claims, error, runAt }, 'a job failed and will be tried again')
    } catch (cause) {
      this.#log?.warn(
        { kind, subject, claims, error, cause },
        'a job failed and waits for the end of its lease',
      )
    }
  }
}

/** A claim, not a job: after its lease the same job may be under way twice. */
const claimOf = (job: ClaimedJob) => `${job.id} ${job.claims}`
