/** The whole run as JSON, without the bodies of passing exchanges. */
import { foreignJson } from '../../openapi/foreignText.ts'
import { archived } from '../engine/binary.ts'
import { messageOf } from '../messages/catalogue.ts'
import { type Collected, headerPairs, withoutTokens } from './collected.ts'
import { helpFor } from './reach.ts'

export function jsonReport({ run, summary, outcomes, findings, notes }: Collected): string {
  const list = findings.map(({ sequence, ...finding }) => ({
    ...finding,
    message: messageOf(finding),
    sequence: sequence.map(withoutTokens).map((exchange) => ({
      method: exchange.method,
      path: exchange.path,
      identity: exchange.identity,
      operationId: exchange.operationId,
      requestHeaders: headerPairs(exchange.requestHeaders, exchange.secretHeaders),
      ...(exchange.requestBody !== undefined && shown('requestBody', exchange.requestBody)),
      status: exchange.status,
      headers: headerPairs(exchange.headers),
      ...shown('body', exchange.body),
    })),
  }))
  const { rows, ...coverage } = summary.coverage
  const operations = rows.map(({ operationId, statuses }) => ({
    operationId,
    statuses: Object.fromEntries(statuses),
  }))
  const report = {
    run,
    summary: {
      ...summary,
      coverage: { ...coverage, operations },
      unreached: summary.unreached.map((one) => ({ ...one, help: helpFor(one) })),
    },
    notes,
    findings: list,
    outcomes,
  }
  return `${foreignJson(report, 2)}\n`
}

const MAX_SHOWN = 20_000

/** The beginning of a body. Binary bodies are in base64, in a property with the suffix `Base64`. */
function shown(name: string, body: Buffer): Record<string, string> {
  const { text, encoding } = archived(body)
  return { [encoding === undefined ? name : `${name}Base64`]: text.slice(0, MAX_SHOWN) }
}
