/** Which writes a run sent, counted by method and path template. */
import type { Api } from '../../../model/api.ts'
import type { WriteCount } from '../events.ts'
import type { WireRequest } from '../requests.ts'
import { operationOf } from './addresses.ts'
import { isSafe } from './ownership.ts'

type Write = Pick<WireRequest, 'method' | 'path' | 'operationId' | 'template'>

export interface Writes {
  sent(request: Write, response: { status: number; creates: boolean }): void
  stopped(request: Write): void
  list(): WriteCount[]
}

export function createWrites(api: Api): Writes {
  const counts = new Map<string, WriteCount>()
  const at = (write: Write): WriteCount => {
    const { method } = write
    const path = write.template ?? operationOf(api, write)?.template ?? write.path.split('?', 1)[0] ?? ''
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
    sent(write, { status, creates }) {
      const { method } = write
      if (isSafe(method) || /^https?:/.test(write.path)) return
      const count = at(write)
      count.sent++
      if (status < 200 || status >= 400) count.rejected++
      else if (method === 'DELETE') count.deleted++
      else if (creates) count.created++
      else count.changed++
    },
    stopped: (write) => void at(write).stopped++,
    list: () =>
      [...counts.values()].sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1)),
  }
}
