/** The reports that `--report` requests. */
import { appendFileSync, writeFileSync } from 'node:fs'
import type { ReportContext, Subscriber } from '../../conformance/conform.ts'
import { type Terminal, UsageError } from '../program/command.ts'
import { requireWritable } from '../program/givenFile.ts'

type Kit = typeof import('../../conformance/conform.ts')

/**
 * @param given values of `--report`, such as `html=report.html,junit=report.xml`
 * @param parts `shown` replaces the names of local copies by the URLs of their documents
 * @throws UsageError before anything runs, when a kind is unknown or a file cannot be written
 */
export function reportsOf(
  given: readonly string[],
  context: ReportContext,
  { terminal, kit, shown }: { terminal: Terminal; kit: Kit; shown: (text: string) => string },
): Subscriber[] {
  return given
    .flatMap((text) => text.split(','))
    .flatMap((text) => {
      const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
      if (!kit.reportNames.includes(name) || (file === undefined && name !== 'github'))
        throw new UsageError(
          `--report received "${text}"; expected KIND=FILE with ${kit.reportNames.join(', ')}.`,
        )
      if (file !== undefined) requireWritable(`--report ${text}`, file)
      const report = kit.fileReport(
        name,
        (whole) => (file === undefined ? terminal.print(whole.trimEnd()) : writeFileSync(file, shown(whole))),
        context,
      )
      const jobSummary = name === 'github' ? terminal.env.GITHUB_STEP_SUMMARY : undefined
      const further =
        jobSummary === undefined || jobSummary === ''
          ? []
          : [kit.fileReport('summary', (whole) => appendFileSync(jobSummary, shown(whole)), context)]
      return [report, ...further].map((one) => naming(text, one))
    })
}

const naming =
  (text: string, report: Subscriber): Subscriber =>
  (event) => {
    try {
      report(event)
    } catch (error) {
      throw new Error(`--report ${text}: the report could not be written: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }
