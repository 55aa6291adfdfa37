/** Gathers what is asked for in one turn of the event loop and hands it over as one group, one group at a time. */
export interface Turns<Item> {
  /** Puts `item` into the next group. */
  add(item: Item): void
  /** Resolves when no group runs and none waits. */
  idle(): Promise<void>
}

/** More in one group would keep the event loop from its sockets for too long (about 50 µs each). */
const LARGEST_GROUP = 256

/**
 * @param runGroup must not reject.
 * @param turns how many turns of the event loop a group gathers, each with what the sockets brought meanwhile
 */
export function gatherTurns<Item>(
  runGroup: (group: Item[]) => Promise<void>,
  { turns = 1 }: { turns?: number } = {},
): Turns<Item> {
  const waiting: Item[] = []
  let active = false
  let listeners: (() => void)[] = []

  const after = (left: number) => void setImmediate(left > 1 ? () => after(left - 1) : next)

  const next = async () => {
    await runGroup(waiting.splice(0, LARGEST_GROUP))
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

/** A work in the queue: `run` does it, and one of the other two answers its caller. */
export interface Pending<Transaction> {
  run(tx: Transaction): Promise<void>
  succeed(): void
  fail(error: unknown): void
}

/** Puts `work` into a queue and answers as the queue decides. */
export function enqueue<Transaction, T>(
  queue: Turns<Pending<Transaction>>,
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

/**
 * Settles as `start()` does, or rejects when that waits for anything but its transaction: the calls of a
 * transaction resolve without leaving the present turn of the event loop, everything else takes a later one.
 */
export function withinTurn<T>(start: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setImmediate(() => reject(new Error(WAITED)))
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
