/** Which trials saw a list while others changed what is in it: their doubt is the kit's own doing. */
import { lastSegment } from '../api/resources.ts'
import type { Recorded } from './events.ts'
import type { Plan } from './rule.ts'

type Change = Pick<Recorded, 'number' | 'trial' | 'operationId' | 'method' | 'status'>

export interface Disturbances {
  /** @param since how many exchanges were recorded when this one began: its effect is between them and its own number */
  note(exchange: Change, since: number): void
  /**
   * Whether another trial changed something below a collection that this one listed, while it went on.
   * @param since how many exchanges were recorded when the trial began
   */
  met(trial: string, exchanges: readonly Recorded[], since: number): boolean
}

const READING = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

export function createDisturbances({ api, graph }: Plan): Disturbances {
  const changes: { since: number; number: number; trial: string; path: string }[] = []
  const lists = new Map(
    graph.resources.flatMap(({ list }) => (list === undefined ? [] : [[list.operationId, list.path]])),
  )
  return {
    note({ number, trial, operationId, method, status }, since) {
      const operation = operationId === null ? undefined : api.byId.get(operationId)
      if (operation !== undefined && status < 400 && !READING.includes(method))
        changes.push({ since, number, trial, path: operation.path })
    },
    met(trial, exchanges, since) {
      const listed = new Set(exchanges.flatMap(({ operationId }) => lists.get(operationId ?? '') ?? []))
      const to = exchanges.at(-1)?.number ?? 0
      return changes.some(
        (one) =>
          one.number > since &&
          one.since < to &&
          one.trial !== trial &&
          [...listed].some((path) => one.path.split('/').includes(lastSegment(path))),
      )
    },
  }
}
