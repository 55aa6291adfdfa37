/** JUnit XML as CI systems read it: a suite an operation, a case a check. */

import { escaped } from '../../theme/reportPage.ts'
import { assumptionText } from './assumption.ts'
import type { Collected } from './collected.ts'
import { shownMessage } from './foreignEvent.ts'
import { explainCommand } from './rulePage.ts'

export function junitReport({ run, summary, outcomes, findings }: Collected): string {
  const names = [...new Set(outcomes.map((one) => one.operationId ?? 'no operation'))]
  const suites = names.map((name) => {
    const own = outcomes.filter((one) => (one.operationId ?? 'no operation') === name)
    const cases = own.map((one) => {
      const open = `    <testcase classname="${escaped(`${one.rule}.${name}`)}" name="${escaped(one.check)}"`
      if (one.outcome === 'passed') return `${open}/>`
      if (one.outcome === 'skipped')
        return `${open}><skipped message="${escaped(one.reason ?? '')}"/></testcase>`
      const found = findings.filter(
        (finding) => finding.rule === one.rule && (finding.operationId ?? 'no operation') === name,
      )
      const [first] = found.filter((finding) => finding.constraint === one.constraint).concat(found)
      const text =
        first === undefined
          ? 'failed'
          : [shownMessage(first), assumptionText(first), explainCommand(one.rule), `\n${first.curl}`]
              .filter((line) => line !== undefined)
              .join('\n')
      return `${open}><failure message="${escaped(first === undefined ? 'failed' : shownMessage(first))}" type="${escaped(one.rule)}">${escaped(text)}</failure></testcase>`
    })
    const count = (kind: string) => own.filter((one) => one.outcome === kind).length
    return `  <testsuite name="${escaped(name)}" tests="${own.length}" failures="${count('failed')}" skipped="${count('skipped')}">\n${cases.join('\n')}\n  </testsuite>`
  })
  const head = `<testsuites name="${escaped(run.title)}" tests="${outcomes.length}" failures="${summary.failed}" skipped="${summary.skipped}" time="${(summary.milliseconds / 1000).toFixed(3)}">`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${suites.join('\n')}\n</testsuites>\n`
}
