/**
 * What a crew knows of its lanes without asking the database: when each has its next job, and how many are
 * under way. With it a full lane costs the claim nothing, however long its backlog, and nobody polls.
 *
 * `due` is never later than the truth: commits bring it forward, only a claim that looked sets it back.
 */
export interface Lanes {
  /** A job of `lane` is due at `due`. */
  note(lane: string, due: number): void
  /** A look at the lane found its next job at `due`; Infinity when there is none. */
  look(lane: string, due: number): void
  /** Whether the lane may have a job that is due. */
  isDue(lane: string, now: number): boolean
  took(lane: string, count: number): void
  released(lane: string): void
  /** Which lanes to claim from and how many each, at most `slots` in all: the least busy lanes first, in turn. */
  allot(now: number, slots: number): { lane: string; limit: number }[]
  /** When a lane with room has its next job; Infinity when none has. */
  next(): number
}

interface Lane {
  due: number
  running: number
}

/** @param laneConcurrency jobs of one lane under way at once. */
export function createLanes(laneConcurrency: number): Lanes {
  const lanes = new Map<string, Lane>()
  const at = (name: string): Lane => {
    const lane = lanes.get(name) ?? { due: Number.POSITIVE_INFINITY, running: 0 }
    lanes.set(name, lane)
    return lane
  }
  const forget = (name: string, lane: Lane) => {
    if (lane.running === 0 && lane.due === Number.POSITIVE_INFINITY) lanes.delete(name)
  }

  return {
    note(name, due) {
      const lane = at(name)
      lane.due = Math.min(lane.due, due)
    },

    look(name, due) {
      const lane = at(name)
      lane.due = due
      forget(name, lane)
    },

    isDue: (name, now) => (lanes.get(name)?.due ?? Number.POSITIVE_INFINITY) <= now,

    took(name, count) {
      at(name).running += count
    },

    released(name) {
      const lane = at(name)
      lane.running--
      forget(name, lane)
    },

    allot(now, slots) {
      const open = [...lanes]
        .filter(([, { due, running }]) => due <= now && running < laneConcurrency)
        .sort(([, a], [, b]) => a.running - b.running || a.due - b.due)
        .slice(0, slots)
        .map(([lane, { running }]) => ({ lane, limit: 0, room: laneConcurrency - running }))
      let left = slots
      for (
        let round = open;
        left > 0 && round.length > 0;
        round = round.filter(({ limit, room }) => limit < room)
      ) {
        for (const lane of round.slice(0, left)) {
          lane.limit++
          left--
        }
      }
      return open.map(({ lane, limit }) => ({ lane, limit }))
    },

    next() {
      let next = Number.POSITIVE_INFINITY
      for (const { due, running } of lanes.values()) if (running < laneConcurrency && due < next) next = due
      return next
    },
  }
}
