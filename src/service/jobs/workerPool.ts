import type { Clock } from '../runtime/clock.ts'
import type { Database, Others, WriteTransaction } from '../storage/database.ts'
import * as jobStore from './jobStore.ts'
import type { ClaimedJob, Worker } from './jobs.ts'
import { createQueueSchedule } from './queueSchedule.ts'

/** Milliseconds until the next try when the database fails at a claim. */
const OUTAGE_PAUSE = 1000
/**
 * Milliseconds until the next look at a queue whose places are in use, in part by other processes. They are notified of the job,
 * and anyone who ends one of the queue looks immediately: this is for those who died.
 */
const SATURATED_PAUSE = 1000
/** Queues in one claim next to other processes. These wait for its end where they claim from one of the same queues. */
const QUEUES_AT_ONCE = 32
/** Queues that one poll picks up. */
const POLLED_AT_ONCE = 1000

/** Supplies one worker with claimed jobs. */
export interface WorkerPool {
  /** A job of `queueKey` will be due at `due`. */
  note(queueKey: string, due: number): void
  /**
   * Claims the next due job of the queue in the transaction that ends this one, to be begun instead: one
   * commit for both, rather than two in a row. Leaves it to the next claim where queues compete for the last places.
   */
  claimNext(tx: WriteTransaction, ended: ClaimedJob): Promise<void>
  /** Looks for due jobs now. */
  wake(): void
  /** The same in all queues: one may have a job that no one noted. */
  lookAround(): void
  /** Looks for due jobs that another process may have left or not reported. Never rejects. */
  poll(): Promise<void>
  /** Whether a job that is due now would be begun by this process, unless its queue is full. */
  readonly hasRoom: boolean
  /** Jobs under way. */
  readonly running: number
  /** Claims nothing more. */
  stop(): void
  /** Whether a job or a claim is under way. */
  readonly busy: boolean
  /** Resolves when it is no longer busy. */
  quiet(): Promise<void>
}

interface Parts {
  database: Database
  clock: Clock
  soleOwner: boolean
  /** Called with a queue that has a job to do and whose places are all in use, next to other processes. */
  saturated(queueKey: string): void
}

/** @param perform runs one job to its end and never rejects. */
export const createWorkerPool = <Loaded>(
  worker: Worker<Loaded>,
  parts: Parts,
  perform: Perform<Loaded>,
  report: (error: unknown) => void,
): WorkerPool => new ClaimingPool(worker, parts, perform, report)

type Perform<Loaded> = (job: ClaimedJob, loaded: Loaded) => Promise<void>

class ClaimingPool<Loaded> implements WorkerPool {
  readonly #worker: Worker<Loaded>
  readonly #kind: string
  readonly #database: Database
  readonly #others: Others | undefined
  readonly #clock: Clock
  readonly #soleOwner: boolean
  readonly #saturated: (queueKey: string) => void
  readonly #perform: Perform<Loaded>
  readonly #report: (error: unknown) => void
  readonly #queues
  #queuesKnown = false
  #begun = false
  #stopped = false
  #claiming = false
  #again = false
  #running = 0
  #armedFor = Number.POSITIVE_INFINITY
  #cancelTimer = () => {}
  #listeners: (() => void)[] = []
  /** The queues whose places were all in use at the last look. */
  readonly #saturatedQueues = new Set<string>()
  /** The mark at which a job began: no later than the transaction that ends it. */
  readonly #marks = new WeakMap<ClaimedJob, number>()

  constructor(
    worker: Worker<Loaded>,
    { database, clock, soleOwner, saturated }: Parts,
    perform: Perform<Loaded>,
    report: (error: unknown) => void,
  ) {
    this.#worker = worker
    this.#kind = worker.kind
    this.#database = database
    this.#others = database.others
    this.#clock = clock
    this.#soleOwner = soleOwner
    this.#saturated = saturated
    this.#perform = perform
    this.#report = report
    this.#queues = createQueueSchedule(worker.queueConcurrency)
  }

  get hasRoom(): boolean {
    return !this.#stopped && this.#running < this.#worker.concurrency
  }

  get running(): number {
    return this.#running
  }

  get busy(): boolean {
    return this.#claiming || this.#running > 0
  }

  note(queueKey: string, due: number): void {
    this.#queues.note(queueKey, due)
    if (due <= this.#clock.now()) this.wake()
    else if (due < this.#armedFor && !this.#claiming) this.#arm(due)
  }

  lookAround(): void {
    this.#queuesKnown = false
    this.wake()
  }

  async poll(): Promise<void> {
    try {
      const now = this.#clock.now()
      const due = await this.#database.read((tx) => jobStore.dueQueues(tx, this.#kind, now, POLLED_AT_ONCE))
      for (const { queueKey, due: at } of due) this.#queues.note(queueKey, at)
      if (due.length > 0) this.wake()
    } catch (error) {
      this.#report(error)
    }
  }

  stop(): void {
    this.#stopped = true
    this.#cancelTimer()
  }

  quiet(): Promise<void> {
    return this.busy ? new Promise((resolve) => this.#listeners.push(resolve)) : Promise.resolve()
  }

  readonly wake = (): void => {
    if (this.#stopped) return
    this.#again = true
    if (this.#claiming) return
    this.#claiming = true
    setImmediate(this.#round) // what ends or comes in this turn shares one claim
  }

  /** Claims until nothing due has room. */
  readonly #round = async (): Promise<void> => {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false
        if (!this.#queuesKnown) await this.#readQueues()
        for (let found = true; found && !this.#stopped; ) found = await this.#claimDue()
      }
      this.#arm(this.#queues.next())
    } catch (error) {
      this.#report(error)
      this.#arm(this.#clock.now() + OUTAGE_PAUSE)
    }
    this.#claiming = false
    this.#settle()
  }

  async #readQueues(): Promise<void> {
    // Nothing of this process is under way yet: what is claimed was claimed by one that died.
    if (this.#soleOwner && !this.#begun) await this.#database.write((tx) => jobStore.release(tx, this.#kind))
    this.#begun = true
    this.#queuesKnown = true // before the look, for what comes meanwhile may request another one
    const known = await this.#database
      .read((tx) => jobStore.queues(tx, this.#kind))
      .catch((error: unknown) => {
        this.#queuesKnown = false
        throw error
      })
    for (const { queueKey, due } of known) this.#queues.note(queueKey, due)
  }

  /** Claims up to `limit` jobs of a queue, in this transaction. @returns what begins them once it has committed */
  async #claim(tx: WriteTransaction, queueKey: string, limit: number, now: number): Promise<(() => void)[]> {
    // From now on, not from `now`: the unit may have waited for the queue, or be run again.
    const leaseEnd = this.#clock.now() + this.#worker.lease
    const inOne = this.#database.sideBySide
    const jobs = await jobStore.claim(tx, { kind: this.#kind, queueKey, limit, now, leaseEnd, inOne })
    if (jobs.length === 0) return []
    const loaded = await this.#worker.load?.(tx, jobs)
    // Unknown to a worker that loads nothing.
    return jobs.map((job, index) => () => void this.#begin(job, loaded?.[index] as Loaded))
  }

  /** How many of its jobs a queue has room for in all processes; until the end of `tx` no other one claims from it. */
  async #roomOf(tx: WriteTransaction, shared: Others, queueKey: string, now: number): Promise<number> {
    await shared.lock(tx, `queue ${this.#kind} ${queueKey}`)
    return this.#worker.queueConcurrency - (await jobStore.countClaimed(tx, this.#kind, queueKey, now))
  }

  #noteSaturation(queueKey: string, isSaturated: boolean): void {
    if (!isSaturated) this.#saturatedQueues.delete(queueKey)
    else if (!this.#saturatedQueues.has(queueKey)) {
      this.#saturatedQueues.add(queueKey)
      this.#saturated(queueKey)
    }
  }

  /** Claims in one unit what there is room for. @returns whether there may be more. */
  async #claimDue(): Promise<boolean> {
    const now = this.#clock.now()
    const allotted = this.#queues.allot(now, this.#worker.concurrency - this.#running)
    if (allotted.length === 0) return false
    // In one order everywhere: processes that lock the same queues would otherwise wait for each other.
    if (this.#others) allotted.splice(QUEUES_AT_ONCE)
    if (this.#others) allotted.sort((a, b) => (a.queueKey < b.queueKey ? -1 : 1))
    this.#others?.requireClockInStep()
    const begins = await this.#database.claim(async (tx) => {
      const since = this.#queues.mark()
      const all: (() => void)[] = []
      for (const { queueKey, limit } of allotted) {
        const room = this.#others ? await this.#roomOf(tx, this.#others, queueKey, now) : limit
        all.push(...(await this.#claim(tx, queueKey, Math.min(limit, room), now)))
        const next = await jobStore.nextDue(tx, this.#kind, queueKey)
        const isSaturated = limit > room && next <= now
        const due = isSaturated ? now + SATURATED_PAUSE : next
        tx.afterCommit(() => this.#noteSaturation(queueKey, isSaturated))
        // Not when this promise resolves: a job that a later work of the same commit adds must come after it.
        tx.afterCommit(() => this.#queues.look(queueKey, due, since))
      }
      return all
    })
    for (const begin of begins) begin()
    return true
  }

  async claimNext(tx: WriteTransaction, ended: ClaimedJob): Promise<void> {
    // Where it would collide with the ends of the queue's other jobs; next to other processes it has to count their places.
    if (this.#database.sideBySide) return
    const { queueKey } = ended
    const now = this.#clock.now()
    if (this.#stopped || !this.#queues.isDue(queueKey, now) || this.#running >= this.#worker.concurrency)
      return
    const [begin] = await this.#claim(tx, queueKey, 1, now)
    if (begin !== undefined) return tx.afterCommit(begin)
    const due = await jobStore.nextDue(tx, this.#kind, queueKey)
    const since = this.#marks.get(ended) ?? -1
    tx.afterCommit(() => this.#queues.look(queueKey, due, since))
  }

  async #begin(job: ClaimedJob, loaded: Loaded): Promise<void> {
    this.#running++
    this.#marks.set(job, this.#queues.mark())
    this.#queues.took(job.queueKey, 1)
    await this.#perform(job, loaded)
    this.#running--
    this.#queues.released(job.queueKey)
    if (this.#saturatedQueues.has(job.queueKey)) this.#queues.note(job.queueKey, this.#clock.now())
    this.wake()
    this.#settle()
  }

  #arm(time: number): void {
    this.#cancelTimer()
    this.#armedFor = time
    // Without a free slot there is nothing to wait for: a job that ends looks for the next one.
    if (this.#stopped || time === Number.POSITIVE_INFINITY || this.#running >= this.#worker.concurrency)
      return
    this.#cancelTimer = this.#clock.at(time, this.wake)
  }

  #settle(): void {
    if (this.busy) return
    const quiet = this.#listeners
    this.#listeners = []
    for (const listener of quiet) listener()
  }
}
