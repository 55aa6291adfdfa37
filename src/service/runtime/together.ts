import { setImmediate as nextTurn } from 'node:timers/promises'

interface Batch<Entry, Result> {
  entries: Entry[]
  stored: Promise<Result>
}

/**
 * Stores entries together: all that come while the ones before are stored, at most so many. Across a network, a transaction
 * for each would cost several round trips.
 * @returns a function that resolves with the result of the batch that contains its entry
 */
export function together<Entry, Result>(
  store: (entries: readonly Entry[]) => Promise<Result>,
  most: number,
): (entry: Entry) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  let open: Batch<Entry, Result> | undefined

  function begin(): Batch<Entry, Result> {
    const entries: Entry[] = []
    const before = last
    const storeAfter = async () => {
      await before
      await nextTurn() // for what is ready in this turn
      if (open === batch) open = undefined
      return store(entries)
    }
    const batch = { entries, stored: storeAfter() }
    last = batch.stored.catch(() => {}) // reported to those who wait for it
    return batch
  }

  return (entry) => {
    if (open === undefined || open.entries.length >= most) open = begin()
    open.entries.push(entry)
    return open.stored
  }
}
