import type { Clock } from '../runtime/clock.ts'
import type { Database, Others, WriteTransaction } from '../storage/database.ts'
import * as jobStore from './jobStore.ts'
import type { ClaimedJob, Worker } from './jobs.ts'
import { createQueueSchedule } from './queueSchedule.ts'

/** Milliseconds until the next try when the database cannot take a claim. */
const OUTAGE_PAUSE = 1000
/**
 * Milliseconds until the next look at a queue whose places are taken, in part by other processes. They are told of the job,
 * and whoever ends one of the queue looks at once: this is for those who died.
 */
const SATURATED_PAUSE = 1000
/** Queues in one claim beside other processes, who wait for its end where they want one of the same. */
const QUEUES_AT_ONCE = 32
/** Queues that one poll takes up. */
const POLLED_AT_ONCE = 1000

/** What keeps one worker supplied with claimed jobs. */
export interface WorkerPool {
  /** A job of `queueKey` will be due at `due`. */
  note(queueKey: string, due: number): void
  /**
   * Claims the next due job of the queue in the transaction that ends this one, to be begun in its place: one
   * commit for both, rather than two in a row. Leaves it to the next claim where queues compete for the last places.
   */
  claimNext(tx: WriteTransaction, ended: ClaimedJob): Promise<void>
  /** Looks for due jobs now. */
  wake(): void
  /** The same in all queues: one may have a job that nobody noted. */
  lookAround(): void
  /** Looks for jobs that are due and that another process may have left or not told of. Never rejects. */
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
  /** Told of a queue that has a job to do and whose places are all taken, beside other processes. */
  saturated(queueKey: string): void
}

/** @param perform runs one job to its end and never rejects. */
export function createWorkerPool<Loaded>(
  worker: Worker<Loaded>,
  { database, clock, soleOwner, saturated }: Parts,
  perform: (job: ClaimedJob, loaded: Loaded) => Promise<void>,
  report: (error: unknown) => void,
): WorkerPool {
  const { kind } = worker
  const { others } = database
  const queues = createQueueSchedule(worker.queueConcurrency)
  let queuesKnown = false
  let begun = false
  let stopped = false
  let claiming = false
  let again = false
  let running = 0
  let armedFor = Number.POSITIVE_INFINITY
  let cancelTimer = () => {}
  let listeners: (() => void)[] = []
  /** The queues whose places were all taken at the last look. */
  const saturatedQueues = new Set<string>()
  /** The mark at which a job began: no later than the transaction that ends it. */
  const marks = new WeakMap<ClaimedJob, number>()

  const wake = () => {
    if (stopped) return
    again = true
    if (claiming) return
    claiming = true
    setImmediate(round) // what ends or comes in this turn shares one claim
  }

  /** Claims until nothing due has room. */
  const round = async () => {
    try {
      while (again && !stopped) {
        again = false
        if (!queuesKnown) await readQueues()
        for (let found = true; found && !stopped; ) found = await claim()
      }
      arm(queues.next())
    } catch (error) {
      report(error)
      arm(clock.now() + OUTAGE_PAUSE)
    }
    claiming = false
    settle()
  }

  const readQueues = async () => {
    // Nothing of this process is under way yet: what is claimed was claimed by one that died.
    if (soleOwner && !begun) await database.write((tx) => jobStore.release(tx, kind))
    begun = true
    queuesKnown = true // before the look, for what comes meanwhile may ask for another one
    const known = await database
      .read((tx) => jobStore.queues(tx, kind))
      .catch((error: unknown) => {
        queuesKnown = false
        throw error
      })
    for (const { queueKey, due } of known) queues.note(queueKey, due)
  }

  /** Claims up to `limit` jobs of a queue, in this transaction. @returns what begins them once it has committed */
  const take = async (tx: WriteTransaction, queueKey: string, limit: number, now: number) => {
    // From now on, not from `now`: the unit may have waited for the queue, or be run again.
    const leaseEnd = clock.now() + worker.lease
    const jobs = await jobStore.claim(tx, { kind, queueKey, limit, now, leaseEnd })
    const begins: (() => void)[] = []
    for (const job of jobs) {
      const loaded = (await worker.load?.(tx, job)) as Loaded // unknown to a worker that loads nothing
      begins.push(() => void begin(job, loaded))
    }
    return begins
  }

  /** How many of its jobs a queue has room for in all processes; until the end of `tx` no other one claims from it. */
  const roomOf = async (tx: WriteTransaction, shared: Others, queueKey: string, now: number) => {
    await shared.lock(tx, `queue ${kind} ${queueKey}`)
    return worker.queueConcurrency - (await jobStore.countClaimed(tx, kind, queueKey, now))
  }

  const noteSaturation = (queueKey: string, isSaturated: boolean) => {
    if (!isSaturated) saturatedQueues.delete(queueKey)
    else if (!saturatedQueues.has(queueKey)) {
      saturatedQueues.add(queueKey)
      saturated(queueKey)
    }
  }

  /** Claims in one unit what there is room for. @returns whether there may be more. */
  const claim = async (): Promise<boolean> => {
    const now = clock.now()
    const allotted = queues.allot(now, worker.concurrency - running)
    if (allotted.length === 0) return false
    // In one order everywhere: processes that lock the same queues would otherwise wait for each other.
    if (others) allotted.splice(QUEUES_AT_ONCE)
    if (others) allotted.sort((a, b) => (a.queueKey < b.queueKey ? -1 : 1))
    others?.requireClockInStep()
    const begins = await database.claim(async (tx) => {
      const since = queues.mark()
      const all: (() => void)[] = []
      for (const { queueKey, limit } of allotted) {
        const room = others ? await roomOf(tx, others, queueKey, now) : limit
        all.push(...(await take(tx, queueKey, Math.min(limit, room), now)))
        const next = await jobStore.nextDue(tx, kind, queueKey)
        const isSaturated = limit > room && next <= now
        const due = isSaturated ? now + SATURATED_PAUSE : next
        tx.afterCommit(() => noteSaturation(queueKey, isSaturated))
        // Not when this promise resolves: a job that a later work of the same commit adds must come after it.
        tx.afterCommit(() => queues.look(queueKey, due, since))
      }
      return all
    })
    for (const begin of begins) begin()
    return true
  }

  const claimNext = async (tx: WriteTransaction, ended: ClaimedJob): Promise<void> => {
    // Where it would collide with the ends of the queue's other jobs; beside other processes it has to count their places.
    if (database.sideBySide) return
    const { queueKey } = ended
    const now = clock.now()
    if (stopped || !queues.isDue(queueKey, now) || running >= worker.concurrency) return
    const [begin] = await take(tx, queueKey, 1, now)
    if (begin !== undefined) return tx.afterCommit(begin)
    const due = await jobStore.nextDue(tx, kind, queueKey)
    const since = marks.get(ended) ?? -1
    tx.afterCommit(() => queues.look(queueKey, due, since))
  }

  const begin = async (job: ClaimedJob, loaded: Loaded) => {
    running++
    marks.set(job, queues.mark())
    queues.took(job.queueKey, 1)
    await perform(job, loaded)
    running--
    queues.released(job.queueKey)
    if (saturatedQueues.has(job.queueKey)) queues.note(job.queueKey, clock.now())
    wake()
    settle()
  }

  const arm = (time: number) => {
    cancelTimer()
    armedFor = time
    // Without a free slot there is nothing to wait for: a job that ends looks for the next one.
    if (stopped || time === Number.POSITIVE_INFINITY || running >= worker.concurrency) return
    cancelTimer = clock.at(time, wake)
  }

  const isBusy = () => claiming || running > 0
  const settle = () => {
    if (isBusy()) return
    const quiet = listeners
    listeners = []
    for (const listener of quiet) listener()
  }

  return {
    note(queueKey, due) {
      queues.note(queueKey, due)
      if (due <= clock.now()) wake()
      else if (due < armedFor && !claiming) arm(due)
    },
    claimNext,
    wake,
    lookAround() {
      queuesKnown = false
      wake()
    },
    async poll() {
      try {
        const due = await database.read((tx) => jobStore.dueQueues(tx, kind, clock.now(), POLLED_AT_ONCE))
        for (const { queueKey, due: at } of due) queues.note(queueKey, at)
        if (due.length > 0) wake()
      } catch (error) {
        report(error)
      }
    },
    stop() {
      stopped = true
      cancelTimer()
    },
    get hasRoom() {
      return !stopped && running < worker.concurrency
    },
    get running() {
      return running
    },
    get busy() {
      return isBusy()
    },
    quiet: () => (isBusy() ? new Promise((resolve) => listeners.push(resolve)) : Promise.resolve()),
  }
}
