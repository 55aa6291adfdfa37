/** Which documented pairs of operation and status were seen on the wire. */
import type { Operation } from './operations.ts'

export interface Excuse {
  status: string
  /** Why no test can bring this about. */
  reason: string
  /** Every operation when left out. */
  operationId?: string
}

export interface CoverageReport {
  documented: number
  covered: number
  excused: number
  /** `operationId status` of the pairs neither seen nor excused. */
  missing: string[]
  /** Excuses that no pair needs: seen after all, or not documented. */
  idleExcuses: Excuse[]
  /** Covered and excused pairs over all, in percent; 100 only when nothing is missing. */
  percent: number
  rows: { operationId: string; statuses: Map<string, 'seen' | 'excused' | 'missing'> }[]
}

export interface Coverage {
  /** Notes one exchange; pairs that the document lacks are the checker's business and ignored here. */
  record(operationId: string, status: number): void
  report(excuses?: readonly Excuse[]): CoverageReport
}

/** Counts over the given operations; a status is covered by its own response, its class or `default`. */
export function createCoverage(operations: readonly Operation[]): Coverage {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  const seen = new Set<string>()
  return {
    record(operationId, status) {
      const responses = byId.get(operationId)?.responses
      const key = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((name) =>
        responses?.has(name),
      )
      if (key !== undefined) seen.add(`${operationId} ${key}`)
    },
    report: (excuses = []) => summarize(operations, seen, excuses),
  }
}

function summarize(
  operations: readonly Operation[],
  seen: Set<string>,
  excuses: readonly Excuse[],
): CoverageReport {
  const used = new Set<Excuse>()
  const rows = operations.map(({ operationId, responses }) => {
    const statuses = new Map<string, 'seen' | 'excused' | 'missing'>()
    for (const status of responses.keys()) {
      const excuse = excuses.find(
        (e) => e.status === status && (e.operationId ?? operationId) === operationId,
      )
      if (seen.has(`${operationId} ${status}`)) statuses.set(status, 'seen')
      else statuses.set(status, excuse ? 'excused' : 'missing')
      if (excuse && statuses.get(status) === 'excused') used.add(excuse)
    }
    return { operationId, statuses }
  })
  const all = rows.flatMap((row) =>
    [...row.statuses].map(([status, state]) => ({ pair: `${row.operationId} ${status}`, state })),
  )
  const missing = all.filter(({ state }) => state === 'missing').map(({ pair }) => pair)
  const share = all.length === 0 ? 0 : (100 * (all.length - missing.length)) / all.length
  return {
    documented: all.length,
    covered: all.filter(({ state }) => state === 'seen').length,
    excused: all.filter(({ state }) => state === 'excused').length,
    missing,
    idleExcuses: excuses.filter((excuse) => !used.has(excuse)),
    percent: missing.length > 0 ? Math.min(99.9, Math.floor(share * 10) / 10) : share,
    rows,
  }
}

const MARKS = { seen: 'x', excused: 'e', missing: '-' } as const

/** The report as a table: a row an operation, a column a status; `x` seen, `e` excused, `-` missing. */
export function formatCoverage(report: CoverageReport): string {
  const statuses = [...new Set(report.rows.flatMap((row) => [...row.statuses.keys()]))].sort()
  const width = Math.max(9, ...report.rows.map((row) => row.operationId.length))
  const line = (first: string, cells: string[]) =>
    `${first.padEnd(width)} ${cells.map((cell, column) => cell.padStart(statuses[column]?.length ?? 0)).join(' ')}`
  return [
    line('operation', statuses),
    ...report.rows.map((row) =>
      line(
        row.operationId,
        statuses.map((status) => {
          const state = row.statuses.get(status)
          return state ? MARKS[state] : ''
        }),
      ).trimEnd(),
    ),
    `${report.covered} of ${report.documented} documented operation × status pairs seen, ${report.excused} excused, ${report.missing.length} missing: ${report.percent} %`,
  ].join('\n')
}
