/** Which trials saw a list while others changed what is in it: their doubt is the kit's own doing. */
import { lastSegment } from '../api/resources.ts'
import type { Recorded } from './events.ts'
import type { Plan } from './rule.ts'

interface Disturbances {
  note(exchange: Recorded): void
  /** Whether another trial changed something below a collection that this one listed, between its first and last exchange. */
  met(trial: string, exchanges: readonly Recorded[]): boolean
}

const READING = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

export function createDisturbances({ api, graph }: Plan): Disturbances {
  const changes: { number: number; trial: string; path: string }[] = []
  const lists = new Map(
    graph.resources.flatMap(({ list }) => (list === undefined ? [] : [[list.operationId, list.path]])),
  )
  return {
    note({ number, trial, operationId, method, status }) {
      const operation = operationId === null ? undefined : api.byId.get(operationId)
      if (operation !== undefined && status < 400 && !READING.includes(method))
        changes.push({ number, trial, path: operation.path })
    },
    met(trial, exchanges) {
      const listed = new Set(exchanges.flatMap(({ operationId }) => lists.get(operationId ?? '') ?? []))
      const from = exchanges[0]?.number ?? 0
      const to = exchanges.at(-1)?.number ?? 0
      return changes.some(
        (one) =>
          one.number > from &&
          one.number < to &&
          one.trial !== trial &&
          [...listed].some((path) => one.path.split('/').includes(lastSegment(path))),
      )
    },
  }
}
