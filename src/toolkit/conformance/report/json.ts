/** The whole run as JSON, without the bodies of passing exchanges. */
import { foreignJson } from '../../contract/foreignText.ts'
import { type Collected, headerPairs, withoutTokens } from './collected.ts'

export function jsonReport({ run, summary, outcomes, findings, notes }: Collected): string {
  const shown = findings.map(({ sequence, ...finding }) => ({
    ...finding,
    sequence: sequence.map(withoutTokens).map((exchange) => ({
      method: exchange.method,
      path: exchange.path,
      identity: exchange.identity,
      operationId: exchange.operationId,
      requestHeaders: headerPairs(exchange.requestHeaders, exchange.secretHeader),
      requestBody: exchange.requestBody?.toString().slice(0, 20_000),
      status: exchange.status,
      headers: headerPairs(exchange.headers),
      body: exchange.body.toString().slice(0, 20_000),
    })),
  }))
  const { rows, ...coverage } = summary.coverage
  const operations = rows.map(({ operationId, statuses }) => ({
    operationId,
    statuses: Object.fromEntries(statuses),
  }))
  const report = {
    run,
    summary: { ...summary, coverage: { ...coverage, operations } },
    notes,
    findings: shown,
    outcomes,
  }
  return `${foreignJson(report, 2)}\n`
}
