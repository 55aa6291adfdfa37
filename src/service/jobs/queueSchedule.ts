/**
 * A worker pool's knowledge of its queues without a query to the database: when each has its next job, and how many are
 * in progress. With it a full queue costs the claim nothing, however long its backlog, and no one polls.
 *
 * `due` is never later than the truth. Commits bring it forward, and only a claim that looked sets it back. A claim never
 * sets it back behind a commit that it may not have seen. Where transactions run in parallel, one may look, another add a
 * job and be done, and the first come to its end last.
 */
interface QueueSchedule {
  /** A job of `queueKey` is due at `due`. */
  note(queueKey: string, due: number): void
  /** The mark for a `look` that begins now. */
  mark(): number
  /**
   * A look at the queue found its next job at `due`; Infinity when there is none.
   * @param since the mark at the beginning of the transaction that looked, or before it
   */
  look(queueKey: string, due: number, since: number): void
  /** Whether the queue may have a job that is due. */
  isDue(queueKey: string, now: number): boolean
  took(queueKey: string, count: number): void
  released(queueKey: string): void
  /** Which queues to claim from and how many each, at most `slots` in all: the least busy queues first, in turn. */
  allot(now: number, slots: number): { queueKey: string; limit: number }[]
  /** When a queue with room has its next job; Infinity when none has. */
  next(): number
}

interface Queue {
  due: number
  /** The mark of the last note. */
  noted: number
  running: number
}

/** @param queueConcurrency jobs of one queue under way in parallel. */
export function createQueueSchedule(queueConcurrency: number): QueueSchedule {
  const queues = new Map<string, Queue>()
  let notes = 0
  const at = (name: string): Queue => {
    const queueKey = queues.get(name) ?? { due: Number.POSITIVE_INFINITY, noted: 0, running: 0 }
    queues.set(name, queueKey)
    return queueKey
  }
  const forget = (name: string, queueKey: Queue) => {
    if (queueKey.running === 0 && queueKey.due === Number.POSITIVE_INFINITY) queues.delete(name)
  }

  return {
    note(name, due) {
      const queueKey = at(name)
      queueKey.due = Math.min(queueKey.due, due)
      queueKey.noted = ++notes
    },

    mark: () => notes,

    look(name, due, since) {
      const queueKey = at(name)
      queueKey.due = queueKey.noted > since ? Math.min(queueKey.due, due) : due
      forget(name, queueKey)
    },

    isDue: (name, now) => (queues.get(name)?.due ?? Number.POSITIVE_INFINITY) <= now,

    took(name, count) {
      at(name).running += count
    },

    released(name) {
      const queueKey = at(name)
      queueKey.running--
      forget(name, queueKey)
    },

    allot(now, slots) {
      const open = [...queues]
        .filter(([, { due, running }]) => due <= now && running < queueConcurrency)
        .sort(([, a], [, b]) => a.running - b.running || a.due - b.due)
        .slice(0, slots)
        .map(([queueKey, { running }]) => ({ queueKey, limit: 0, room: queueConcurrency - running }))
      let left = slots
      for (
        let round = open;
        left > 0 && round.length > 0;
        round = round.filter(({ limit, room }) => limit < room)
      ) {
        for (const queueKey of round.slice(0, left)) {
          queueKey.limit++
          left--
        }
      }
      return open.map(({ queueKey, limit }) => ({ queueKey, limit }))
    },

    next() {
      let next = Number.POSITIVE_INFINITY
      for (const { due, running } of queues.values()) if (running < queueConcurrency && due < next) next = due
      return next
    },
  }
}
