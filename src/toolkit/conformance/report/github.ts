/** Workflow commands: an annotation at the document's line for each cause (GitHub Actions). */
import { assumptionText } from './assumption.ts'
import type { Collected } from './collected.ts'
import { shownMessage } from './foreignEvent.ts'
import { explainCommand } from './rulePage.ts'

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

export function githubReport({ run, findings, summary }: Collected): string {
  const seen = new Set<string>()
  const lines = findings.flatMap((finding) => {
    const { cause, rule, place, operationId, curl } = finding
    if (seen.has(cause)) return []
    seen.add(cause)
    const at = `file=${property(place?.file ?? run.document)},line=${place?.line ?? 1},title=${property(`${rule}: ${operationId ?? 'no documented operation'}`)}`
    return [
      `::error ${at}::${data([shownMessage(finding), assumptionText(finding), explainCommand(rule), curl].filter((line) => line !== undefined).join('\n'))}`,
    ]
  })
  const { coverage } = summary
  lines.push(
    `::notice title=Conformance::${summary.passed} passed, ${summary.failed} failed, ${summary.skipped} skipped, ${coverage.covered} of ${coverage.documented} documented statuses covered`,
  )
  return `${lines.join('\n')}\n`
}
