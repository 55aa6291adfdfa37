/** Gathers what is requested in one turn of the event loop and hands it over as one group, one group at a time. */
export interface Batcher<Item> {
  /** Puts `item` into the next group. */
  add(item: Item): void
  /** Resolves when no group runs and none waits. */
  idle(): Promise<void>
}

/** More in one group would block the event loop for too long (about 50 µs each). */
const MAX_GROUP_SIZE = 256

/**
 * @param runGroup must not reject.
 * @param turns how many turns of the event loop a group gathers, each with what the sockets brought meanwhile
 */
export function createBatcher<Item>(
  runGroup: (group: Item[]) => Promise<void>,
  { turns = 1 }: { turns?: number } = {},
): Batcher<Item> {
  const waiting: Item[] = []
  let active = false
  let listeners: (() => void)[] = []

  const after = (left: number) => void setImmediate(left > 1 ? () => after(left - 1) : next)

  const next = async () => {
    await runGroup(waiting.splice(0, MAX_GROUP_SIZE))
    if (waiting.length > 0) {
      after(turns)
      return
    }
    active = false
    const idle = listeners
    listeners = []
    for (const listener of idle) listener()
  }

  return {
    add(item) {
      waiting.push(item)
      if (active) return
      active = true
      after(turns)
    },
    idle: () => (active ? new Promise((resolve) => listeners.push(resolve)) : Promise.resolve()),
  }
}

/** A work in the queue: `run` does it, and one of the other two settles its promise. */
export interface Pending<Transaction> {
  run(tx: Transaction): Promise<void>
  succeed(): void
  fail(error: unknown): void
}

/** Puts `work` into a queue and settles as the queue decides. */
export function enqueue<Transaction, T>(
  queue: Batcher<Pending<Transaction>>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let value: T
    queue.add({
      async run(tx) {
        value = await work(tx)
      },
      succeed: () => resolve(value),
      fail: reject,
    })
  })
}

/** Milliseconds of statements after which the event loop serves others before the next one. */
const MAX_SLICE = 8

/** Where the statements of a queue make room for others: a long transaction uses several turns of the event loop. */
export class Slices {
  #since = performance.now()
  #pause: Promise<void> | undefined

  /** Whether a statement of the transaction waits for the next turn. */
  get paused(): boolean {
    return this.#pause !== undefined
  }

  /** Begins to count, for what ran before is not the group's. */
  start(): void {
    this.#since = performance.now()
  }

  /** @returns what to wait for behind a statement; undefined while the slice is not used up */
  next(): Promise<void> | undefined {
    if (this.#pause !== undefined) return this.#pause
    if (performance.now() - this.#since < MAX_SLICE) return undefined
    this.#pause = new Promise((resolve) => {
      setImmediate(() => {
        this.#pause = undefined
        this.#since = performance.now()
        resolve()
      })
    })
    return this.#pause
  }
}

/**
 * Settles as `start()` does, or rejects when that waits for anything but its transaction. The calls of a
 * transaction resolve within the present turn of the event loop, or by `slices` in the next one. Everything else is late.
 */
export function withinSlices<T>(slices: Slices, start: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const look = () => {
      // Anyone who pauses continues behind this look, and is looked at again in the turn after.
      if (slices.paused) late = setImmediate(look)
      else reject(new Error(WAITED))
    }
    let late = setImmediate(look)
    const settle = <V>(outcome: (value: V) => void) => {
      return (value: V) => {
        clearImmediate(late)
        outcome(value)
      }
    }
    start().then(settle(resolve), settle(reject))
  })
}

const WAITED =
  'A transaction waited for something other than its own calls and was undone: others wait for it. Do timers, network, files and other transactions before or after it, and pass the result in.'
