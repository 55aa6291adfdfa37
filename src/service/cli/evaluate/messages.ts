/** The messages of the command about a run. */

import type { Terminal } from 'specwright/cli'
import type { Evaluation } from '../../../../generated/openapi.v1.ts'

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** Shows how far a run is: on a terminal in one line that changes, elsewhere in a line for each further tenth. */
export function progressLine(terminal: Terminal): (run: Evaluation) => void {
  let shown = -1
  return ({ resultCounts: { total, passed, failed, errored } }) => {
    const done = passed + failed + errored
    const line = `${done} of ${total} cases: ${passed} passed, ${failed} failed, ${errored} errored`
    if (terminal.progress) return terminal.progress(line, done === total)
    const tenth = total === 0 ? 10 : Math.floor((done / total) * 10)
    if (tenth > shown) terminal.print(line)
    shown = Math.max(shown, tenth)
  }
}

/** The message about a run that continues without the command. */
export function leftLines({ id }: Evaluation, baseUrl: string): string[] {
  const address = `${baseUrl}/evaluations/${id}`
  return [
    `Evaluation ${id} continues on the service. Its verdict will not appear here.`,
    `  GET ${address} shows it, POST ${address}/cancel ends it.`,
  ]
}

export function verdictLines({ status, verdict, summary, error, passThreshold, id }: Evaluation): string[] {
  if (summary === null) return [`The run is ${status}${error ? ` (${error.code}): ${error.message}` : '.'}`]
  const { latencyMs, totalCost, tokens } = summary
  return [
    ...summary.scorers.map(
      ({ type, mean, passRate, errored }) =>
        `  ${type.padEnd(18)} mean ${mean?.toFixed(3) ?? '–'}  passed ${passRate === null ? '–' : percent(passRate)}${errored > 0 ? `  errored ${errored}` : ''}`,
    ),
    `  latency p50 ${latencyMs.p50 ?? '–'} ms, p95 ${latencyMs.p95 ?? '–'} ms; tokens ${tokens.total ?? 'unknown'}, cost ${totalCost === null ? 'unknown' : `$${totalCost}`}`,
    `${id} ${verdict}: ${percent(summary.passRate)} of the cases passed, ${percent(passThreshold)} were required.`,
  ]
}
