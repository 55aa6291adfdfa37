import type { Clock } from '../runtime/clock.ts'
import type { Database, WriteTransaction } from '../storage/database.ts'
import * as jobStore from './jobStore.ts'
import type { ClaimedJob, Worker } from './jobs.ts'
import { createLanes } from './lanes.ts'

/** Milliseconds until the next try when the database cannot take a claim. */
const OUTAGE_PAUSE = 1000

/** What keeps one worker supplied with claimed jobs. */
export interface Crew {
  /** A job of `lane` will be due at `due`. */
  note(lane: string, due: number): void
  /**
   * Claims the next due job of `lane` in the transaction that ends another of it, to be begun in its place: one
   * commit for both, rather than two in a row. Leaves it to the next claim where lanes compete for the last places.
   */
  relay(tx: WriteTransaction, lane: string): Promise<void>
  /** Looks for due jobs now. */
  wake(): void
  /** Claims nothing more. */
  stop(): void
  /** Whether a job or a claim is under way. */
  readonly busy: boolean
  /** Resolves when it is no longer busy. */
  quiet(): Promise<void>
}

/** @param perform runs one job to its end and never rejects. */
export function createCrew<Loaded>(
  worker: Worker<Loaded>,
  { database, clock, soleOwner }: { database: Database; clock: Clock; soleOwner: boolean },
  perform: (job: ClaimedJob, loaded: Loaded) => Promise<void>,
  report: (error: unknown) => void,
): Crew {
  const { kind } = worker
  const lanes = createLanes(worker.laneConcurrency)
  let lanesKnown = false
  let stopped = false
  let claiming = false
  let again = false
  let running = 0
  let armedFor = Number.POSITIVE_INFINITY
  let cancelTimer = () => {}
  let listeners: (() => void)[] = []

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
        if (!lanesKnown) await readLanes()
        for (let found = true; found && !stopped; ) found = await claim()
      }
      arm(lanes.next())
    } catch (error) {
      report(error)
      arm(clock.now() + OUTAGE_PAUSE)
    }
    claiming = false
    settle()
  }

  const readLanes = async () => {
    // Nothing of this process is under way yet: what is claimed was claimed by one that died.
    if (soleOwner) await database.write((tx) => jobStore.release(tx, kind))
    const known = await database.read((tx) => jobStore.lanes(tx, kind))
    for (const { lane, due } of known) lanes.note(lane, due)
    lanesKnown = true
  }

  /** Claims up to `limit` jobs of a lane, in this transaction. @returns what begins them once it has committed */
  const take = async (tx: WriteTransaction, lane: string, limit: number, now: number) => {
    const jobs = await jobStore.claim(tx, { kind, lane, limit, now, leaseEnd: now + worker.lease })
    const begins: (() => void)[] = []
    for (const job of jobs) {
      const loaded = (await worker.load?.(tx, job)) as Loaded // unknown to a worker that loads nothing
      begins.push(() => void begin(job, loaded))
    }
    return begins
  }

  /** Claims in one write what there is room for. @returns whether there may be more. */
  const claim = async (): Promise<boolean> => {
    const now = clock.now()
    const allotted = lanes.allot(now, worker.concurrency - running)
    if (allotted.length === 0) return false
    const begins = await database.write(async (tx) => {
      const all: (() => void)[] = []
      for (const { lane, limit } of allotted) {
        all.push(...(await take(tx, lane, limit, now)))
        const due = await jobStore.nextDue(tx, kind, lane)
        // Not when this promise resolves: a job that a later work of the same commit adds must come after it.
        tx.afterCommit(() => lanes.look(lane, due))
      }
      return all
    })
    for (const begin of begins) begin()
    return true
  }

  const relay = async (tx: WriteTransaction, lane: string): Promise<void> => {
    const now = clock.now()
    if (stopped || !lanes.isDue(lane, now) || running >= worker.concurrency) return
    const [begin] = await take(tx, lane, 1, now)
    if (begin !== undefined) return tx.afterCommit(begin)
    const due = await jobStore.nextDue(tx, kind, lane)
    tx.afterCommit(() => lanes.look(lane, due))
  }

  const begin = async (job: ClaimedJob, loaded: Loaded) => {
    running++
    lanes.took(job.lane, 1)
    await perform(job, loaded)
    running--
    lanes.released(job.lane)
    wake()
    settle()
  }

  const arm = (time: number) => {
    cancelTimer()
    armedFor = time
    // Without a free hand there is nothing to wait for: the next one that comes free looks for itself.
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
    note(lane, due) {
      lanes.note(lane, due)
      if (due <= clock.now()) wake()
      else if (due < armedFor && !claiming) arm(due)
    },
    relay,
    wake,
    stop() {
      stopped = true
      cancelTimer()
    },
    get busy() {
      return isBusy()
    },
    quiet: () => (isBusy() ? new Promise((resolve) => listeners.push(resolve)) : Promise.resolve()),
  }
}
