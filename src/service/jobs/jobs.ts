/**
 * Durable jobs: work that outlives the request and the process. A job is a row; a worker claims it for the
 * length of a lease, does it, and completes or postpones it in the transaction that records its outcome.
 * A crashed worker's job is claimed again when the lease ends.
 */
import type { ReadTransaction, WriteTransaction } from '../storage/database.ts'

export interface NewJob {
  /** Which worker does it, such as `delivery`. */
  kind: string
  /** Its subject; with `kind` unique among the unfinished jobs. Enqueued again, it is at most brought forward. */
  subject: string
  /** Jobs of one queue share its concurrency limit; other queues never wait for it. */
  queueKey: string
  /** Unix milliseconds; not before. */
  runAt: number
}

export interface ClaimedJob extends NewJob {
  id: string
  /** How often it was claimed, this time included. */
  claims: number
  /** How often it has failed so far. */
  failures: number
}

export interface Worker<Loaded = unknown> {
  kind: string
  /** Jobs of this kind under way in parallel. */
  concurrency: number
  /** Jobs of one queue under way in parallel. */
  queueConcurrency: number
  /** Milliseconds after which another worker may claim an unfinished job. */
  lease: number
  /**
   * Reads what the job needs, in the transaction that claims it: that spares each job a turn of its own, and the
   * pages lie ready there. Must not throw but for what the database throws, for the claim fails with it.
   * @returns what each job needs, in their order
   */
  load?(tx: ReadTransaction, jobs: readonly ClaimedJob[]): Promise<Loaded[]>
  /**
   * Does the job; must end it with `jobs.complete` or `jobs.postpone` inside its own transaction. When it throws,
   * or ends the job in neither way, the job comes again after 1 s, then 2, 4 … at most 5 minutes. The `signal` is aborted
   * when the lease has run out, and when the service will wait no longer. The next start continues unfinished work.
   * The result of `load`, where there is one, is `loaded`.
   */
  run(job: ClaimedJob, signal: AbortSignal, loaded: Loaded): Promise<void>
}

export interface Jobs {
  /** Adds a job; it is picked up once `tx` has committed and its time has come. */
  enqueue(tx: WriteTransaction, job: NewJob): Promise<void>
  /** Adds several jobs of different subjects, with few statements. */
  enqueueAll(tx: WriteTransaction, jobs: readonly NewJob[]): Promise<void>
  /**
   * Ends the job, and may claim the next of its queue in the same transaction: whatever that one's `load` is to see
   * must be written before. @throws ClaimLost
   */
  complete(tx: WriteTransaction, job: ClaimedJob): Promise<void>
  /**
   * As `complete`, for jobs of one kind, with few statements. Does not throw for a lost claim.
   * @param settle records what became of those whose claims were still valid, before the next of their queues are claimed
   * @returns those whose claims were still valid
   */
  completeAll(
    tx: WriteTransaction,
    jobs: readonly ClaimedJob[],
    settle: (ended: readonly ClaimedJob[]) => Promise<void>,
  ): Promise<readonly ClaimedJob[]>
  /** Gives the job back, to be claimed again at `runAt`, Unix milliseconds. @throws ClaimLost */
  postpone(tx: WriteTransaction, job: ClaimedJob, runAt: number): Promise<void>
  /** Begins the lease anew: for long work, in the transactions that record its progress. @throws ClaimLost */
  extend(tx: WriteTransaction, job: ClaimedJob): Promise<void>
  /** Starts the jobs of a kind. */
  start<Loaded>(worker: Worker<Loaded>): void
  /**
   * Claims nothing more and waits for the jobs under way; after half of its time it aborts their signals.
   * @param within milliseconds; a job that ignores its signal until then is left for the next start
   */
  stop(within?: number): Promise<void>
  /** How many jobs of each kind this process does now. */
  running(): { kind: string; count: number }[]
  /** The due jobs of each kind that this process picks up, in the whole database. */
  backlog(): Promise<Backlog[]>
  /** Resolves when nothing is due at the clock's present time and nothing is under way; for tests and shutdown. */
  idle(): Promise<void>
}

export interface Backlog {
  kind: string
  /** Those that are due, also by a lease that has ended; counted up to 100,000. */
  jobs: number
  /** Milliseconds since the first of them was due; 0 when there is none. */
  age: number
}

/** The claim is no longer this worker's: its lease ran out and another has the job, or the job has ended already. */
export class ClaimLost extends Error {
  constructor({ kind, subject }: ClaimedJob) {
    super(`The claim of the job ${kind} ${subject} is over: another worker has it, or it has ended.`)
    this.name = 'ClaimLost'
  }
}
