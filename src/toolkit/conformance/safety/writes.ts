/** Which writes a run sent, counted by method and path template. */
import type { Recorded } from '../run/events.ts'
import type { WireRequest } from '../run/requests.ts'
import { isSafe } from './ownership.ts'

export interface WriteCount {
  method: string
  /** The path as the document writes it. */
  path: string
  sent: number
  /** Successful responses, by what the request does. */
  created: number
  changed: number
  deleted: number
  /** Error responses, and requests without a response. */
  rejected: number
  /** Stopped before it was sent, because it would have gone to existing data. */
  stopped: number
}

export interface Writes {
  sent(request: Pick<Recorded, 'method' | 'status'> & { path: string; creates: boolean }): void
  stopped(request: Pick<WireRequest, 'method'> & { path: string }): void
  list(): WriteCount[]
}

export function createWrites(): Writes {
  const counts = new Map<string, WriteCount>()
  const at = (method: string, path: string): WriteCount => {
    const key = `${path} ${method}`
    const known = counts.get(key) ?? {
      method,
      path,
      sent: 0,
      created: 0,
      changed: 0,
      deleted: 0,
      rejected: 0,
      stopped: 0,
    }
    counts.set(key, known)
    return known
  }
  return {
    sent({ method, path, status, creates }) {
      if (isSafe(method)) return
      const count = at(method, path)
      count.sent++
      if (status < 200 || status >= 400) count.rejected++
      else if (method === 'DELETE') count.deleted++
      else if (creates) count.created++
      else count.changed++
    },
    stopped: ({ method, path }) => void at(method, path).stopped++,
    list: () =>
      [...counts.values()].sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1)),
  }
}
