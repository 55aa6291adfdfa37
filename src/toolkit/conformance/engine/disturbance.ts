/** Which checks saw a list while others changed what is in it: their doubt is the kit's own doing. */
import { lastSegment } from '../../model/vocabulary.ts'
import type { Recorded } from './events.ts'
import type { Plan } from './rule.ts'

interface Disturbances {
  /**
   * Records that a request which may change something was sent. Until it ends, it may take effect at any moment.
   * @param since number of exchanges recorded before
   * @returns to be called with the response and the number of exchanges recorded by then
   */
  begin(
    request: Pick<Recorded, 'check' | 'operationId' | 'method'>,
    since: number,
  ): (response: Pick<Recorded, 'number' | 'status'>) => void
  /**
   * Whether another check interfered while this one ran: it changed something in a collection that this check listed, or
   * a whole collection (`PATCH /todos`) from which this check read.
   * @param since number of exchanges recorded when the check started
   */
  met(check: string, exchanges: readonly Recorded[], since: number): boolean
}

const READING = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

export function createDisturbances({ api, graph }: Plan): Disturbances {
  const changes = new Set<{ since: number; number: number; check: string; path: string; whole: boolean }>()
  const lists = new Map(
    graph.resources.flatMap(({ list }) => (list === undefined ? [] : [[list.operationId, list.path]])),
  )
  const collections = new Set(graph.resources.map(({ collection }) => collection))
  return {
    begin({ check, operationId, method }, since) {
      const operation = operationId === null ? undefined : api.byId.get(operationId)
      if (operation === undefined || READING.includes(method)) return () => {}
      const { path } = operation
      const whole = method !== 'POST' && collections.has(path)
      const change = { since, number: Number.POSITIVE_INFINITY, check, path, whole }
      changes.add(change)
      return ({ number, status }) => {
        change.number = number
        if (status >= 400) changes.delete(change)
      }
    },
    met(check, exchanges, since) {
      const listed = new Set(exchanges.flatMap(({ operationId }) => lists.get(operationId ?? '') ?? []))
      const seen = new Set(
        exchanges.flatMap(({ operationId }) => api.byId.get(operationId ?? '')?.path ?? []),
      )
      const to = exchanges.at(-1)?.number ?? 0
      return [...changes].some(
        (one) =>
          one.number > since &&
          one.since < to &&
          one.check !== check &&
          ([...listed].some((path) => one.path.split('/').includes(lastSegment(path))) ||
            (one.whole && [...seen].some((path) => path.startsWith(one.path)))),
      )
    },
  }
}
