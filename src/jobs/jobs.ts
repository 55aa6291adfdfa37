/**
 * Durable jobs: work that outlives the request and the process. A job is a row; a worker claims it for the
 * length of a lease, does it, and completes or postpones it in the transaction that records its outcome.
 * A crashed worker's job is claimed again when the lease ends.
 */
import type { WriteTransaction } from '../storage/database.ts'

export interface NewJob {
  /** Which worker does it, such as `delivery`. */
  kind: string
  /** What it is about; with `kind` unique among the unfinished jobs. */
  subject: string
  /** Jobs of one lane share its concurrency limit; other lanes never wait for it. */
  lane: string
  /** Unix milliseconds; not before. */
  runAt: number
}

export interface ClaimedJob extends NewJob {
  id: string
  /** How often it was claimed, this time included. */
  claims: number
}

export interface Worker {
  kind: string
  /** Jobs of this kind under way at once. */
  concurrency: number
  /** Jobs of one lane under way at once. */
  laneConcurrency: number
  /** Milliseconds after which another worker may take an unfinished job. */
  lease: number
  /** Does the job; must end it with `jobs.complete` or `jobs.postpone` inside its own transaction. */
  run(job: ClaimedJob, signal: AbortSignal): Promise<void>
}

export interface Jobs {
  enqueue(tx: WriteTransaction, job: NewJob): Promise<void>
  complete(tx: WriteTransaction, job: ClaimedJob): Promise<void>
  postpone(tx: WriteTransaction, job: ClaimedJob, runAt: number): Promise<void>
  /** Takes up the jobs of a kind. */
  start(worker: Worker): void
  /** Claims nothing more and waits for the jobs under way. */
  stop(): Promise<void>
  /** Resolves when nothing is due at the clock's present time and nothing is under way; for tests and shutdown. */
  idle(): Promise<void>
}
