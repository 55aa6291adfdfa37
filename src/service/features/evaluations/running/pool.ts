/** Results that may wait for the disk at once: the model is not kept waiting for a commit, nor memory filled. */
const MOST_PENDING = 64

/**
 * Works through `items` with `concurrency` hands. `work` makes a result, `keep` stores it; the hand goes on to the next
 * item while its last one is being stored. The first failure aborts `controller` and is thrown once everything that
 * had begun has ended.
 */
export async function workThrough<Item, Result>(
  items: AsyncIterator<Item>,
  concurrency: number,
  controller: AbortController,
  work: (item: Item) => Promise<Result>,
  keep: (item: Item, result: Result) => Promise<void>,
): Promise<void> {
  const { signal } = controller
  const pending = new Set<Promise<void>>()
  const failed = (error: unknown) => controller.abort(error)

  const hand = async () => {
    while (!signal.aborted) {
      const next = await items.next()
      if (next.done || signal.aborted) return
      const result = await work(next.value)
      if (signal.aborted) return
      const kept: Promise<void> = keep(next.value, result)
        .catch(failed)
        .finally(() => pending.delete(kept))
      pending.add(kept)
      if (pending.size >= MOST_PENDING) await Promise.race(pending)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, () => hand().catch(failed)))
  await Promise.all(pending)
  signal.throwIfAborted()
}
