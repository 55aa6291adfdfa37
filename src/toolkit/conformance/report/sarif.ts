/** SARIF 2.1.0 for code scanning. Each finding refers to its line in the document. */

import { foreignJson } from '../../openapi/foreignText.ts'
import { FAULTS, type FaultCode, faultOf } from '../engine/triage.ts'
import { ruleCatalogue } from '../ruleCatalogue.ts'
import { assumptionText } from './assumption.ts'
import type { Collected } from './collected.ts'
import { shownMessage } from './foreignEvent.ts'
import { rulePage } from './rulePage.ts'

export function sarifReport({ run, findings }: Collected): string {
  const ids = [...new Set([...run.rules.map(({ id }) => id), ...findings.map(({ rule }) => rule)])]
  const rules = ids.map((id) => {
    const custom = run.rules.find((rule) => rule.id === id)
    const page = rulePage(id)
    return {
      id,
      shortDescription: { text: ruleCatalogue.find((rule) => rule.id === id)?.title ?? custom?.title ?? id },
      // The whole page, since `helpUri` must be absolute (SARIF 2.1.0, 3.49.12) and a package has no URL.
      ...(page !== undefined && { help: { text: page, markdown: page } }),
      ...(page === undefined && custom !== undefined && { help: { text: custom.basis } }),
      properties: { tags: [faultTag(custom?.fault ?? faultOf(id))] },
    }
  })
  const results = findings.map((finding) => ({
    ruleId: finding.rule,
    ruleIndex: ids.indexOf(finding.rule),
    level: finding.repeated === false || finding.kind === 'document-gap' ? 'warning' : 'error',
    message: {
      text: [
        `${finding.operationId ?? 'no documented operation'}: ${shownMessage(finding)}`,
        assumptionText(finding),
      ]
        .filter((text) => text !== undefined)
        .join('; '),
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: (finding.place?.file ?? run.document).replaceAll('\\', '/') },
          region: { startLine: finding.place?.line ?? 1, startColumn: finding.place?.column ?? 1 },
        },
      },
    ],
    properties: { kind: finding.kind, fault: finding.fault, tags: [faultTag(finding.fault)] },
    partialFingerprints: {
      'cause/v2': `${finding.cause} ${finding.operationId ?? ''} ${finding.constraint}`,
    },
  }))
  const driver = { name: 'specwright conform', rules }
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  }
  return `${foreignJson(log, 2)}\n`
}

/** As results in the literature name it: `F101:Response does not match its schema`. */
const faultTag = (code: FaultCode): string => `F${code}:${FAULTS[code]}`
