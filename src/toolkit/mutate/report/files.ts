/** Reports that are written into files. */
import { foreignJson, withoutControls } from '../../openapi/foreignText.ts'
import { escaped as escapedText, filterBar, reportPage, scrollBox } from '../../theme/reportPage.ts'
import { type FaultFacts, type MutateReport, scoreText, survivorsOf } from './facts.ts'
import { FAMILY_TITLES } from './sentences.ts'

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
      const open = `    <testcase classname="${escaped(`${one.family}.${one.operation}`)}" name="${escaped(one.message)}" time="${seconds(one.milliseconds)}"`
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

/** One file without external resources: faults that survived by operation, and the totals of each family. */
function htmlReport(report: MutateReport): string {
  const survivors = survivorsOf(report)
  const routes = [...new Set(survivors.map(({ route }) => route))]
  const groups = routes.map((route) => {
    const own = survivors.filter((one) => one.route === route)
    return `<details class="group" open><summary>${escaped(route)} <span class="badge">${own.length}</span></summary><ul class="items">${own.map(item).join('\n')}</ul></details>`
  })
  const rows = report.families.map(
    ({ family, detected, survived }) =>
      `<tr><th scope="row">${FAMILY_TITLES[family]}</th><td>${detected}</td><td>${survived}</td></tr>`,
  )
  const families = `<table><thead><tr><th scope="col">Faults</th><th scope="col">Detected</th><th scope="col">Survived</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  const [first] = survivors
  return reportPage({
    title: `Detection score: ${scoreText(report)}`,
    verdict: first === undefined ? 'passed' : 'failed',
    word: first === undefined ? 'All faults detected' : 'Undetected faults',
    lead:
      first === undefined
        ? ''
        : `<p class="fix"><b>Test first</b> ${escaped(first.route)}: ${escaped(first.message)}</p>`,
    facts: [
      ['Target', withoutControls(report.target)],
      ['Document', withoutControls(report.document)],
      ['Seed', String(report.seed)],
    ],
    sections: [
      { id: 'survivors', name: 'Undetected', count: survivors.length },
      { id: 'families', name: 'All faults' },
    ],
    content: `<h2 id="survivors">Faults that your tests did not detect</h2>${
      first === undefined
        ? '<p>None.</p>'
        : `${filterBar('faults', 'operation or text', [])}<div id="faults">${groups.join('\n')}</div>`
    }
<h2 id="families">Faults by family</h2>${scrollBox('Faults by family', families)}`,
  })
}

const item = ({ message, location, example }: FaultFacts): string =>
  `<li class="item server-fault"><div class="body"><p class="message">${escaped(message)}</p>${location === undefined ? '' : `<p class="where">${escaped(location)}</p>`}${example === undefined ? '' : `<p>${escaped(example)}</p>`}</div></li>`
