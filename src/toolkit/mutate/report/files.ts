/** Reports that are written into files. */
import { foreignJson, withoutControls } from '../../openapi/foreignText.ts'
import { escaped as escapedText } from '../../theme/reportPage.ts'
import type { FaultFacts, MutateReport } from './facts.ts'
import { htmlReport } from './html.ts'

/** Writers by the kind that `--report` names. */
export const reportWriters: Readonly<Record<string, (report: MutateReport) => string>> = {
  json: (report) => `${foreignJson(report, 2)}\n`,
  junit: junitReport,
  html: htmlReport,
}

const escaped = (text: string): string => escapedText(withoutControls(text))

const detailsOf = ({ location, example, id }: FaultFacts): string[] =>
  [location, example, `Fault: ${id}`].filter((one) => one !== undefined)

/** A suite for each operation and a case for each fault. A survivor is a failure. */
function junitReport(report: MutateReport): string {
  const { faults, summary } = report
  const routes = [...new Set(faults.map(({ route }) => route))]
  const suites = routes.map((route) => {
    const own = faults.filter((one) => one.route === route)
    const cases = own.map((one) => {
      const { position } = one
      const place = position === undefined ? '' : ` file="${escaped(position.file)}" line="${position.line}"`
      const open = `    <testcase classname="${escaped(`${one.family}.${one.operation}`)}" name="${escaped(one.message)}"${place} time="${seconds(one.milliseconds)}"`
      if (one.outcome === 'detected') return `${open}/>`
      if (one.outcome === 'idle') return `${open}><skipped message="The fault changed nothing."/></testcase>`
      return `${open}><failure message="${escaped(`Tests passed with this fault: ${one.message}`)}" type="${one.kind}">${escaped(detailsOf(one).join('\n'))}</failure></testcase>`
    })
    const count = (outcome: string) => own.filter((one) => one.outcome === outcome).length
    return `  <testsuite name="${escaped(route)}" tests="${own.length}" failures="${count('survived')}" skipped="${count('idle')}">\n${cases.join('\n')}\n  </testsuite>`
  })
  const head = `<testsuites name="specwright mutate" tests="${faults.length}" failures="${summary.survived}" skipped="${summary.idle}" time="${seconds(summary.milliseconds)}">`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${suites.join('\n')}\n</testsuites>\n`
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)
