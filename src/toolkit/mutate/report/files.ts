/** Reports that are written into files. */
import { foreignJson, withoutControls } from '../../openapi/foreignText.ts'
import { type FaultFacts, type MutateReport, scoreText, survivorsOf } from './facts.ts'
import { FAMILY_TITLES } from './sentences.ts'

/** Writers by the kind that `--report` names. */
export const reportWriters: Readonly<Record<string, (report: MutateReport) => string>> = {
  json: (report) => `${foreignJson(report, 2)}\n`,
  junit: junitReport,
  html: htmlReport,
}

const escaped = (text: string): string =>
  withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

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

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#1c2024;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse}td,th{border-bottom:1px solid #d5dbe0;padding:.3rem .8rem .3rem 0;text-align:left;vertical-align:top}
code{font-size:.9em;overflow-wrap:anywhere}.wrap{overflow-x:auto}p{overflow-wrap:anywhere}li{margin:.6rem 0}
@media(prefers-color-scheme:dark){body{background:#14171a;color:#e4e8eb}td,th{border-color:#3a4147}}`

/** One file without external resources. */
function htmlReport(report: MutateReport): string {
  const survivors = survivorsOf(report)
  const routes = [...new Set(survivors.map(({ route }) => route))]
  const list = routes.map((route) => {
    const own = survivors.filter((one) => one.route === route)
    const items = own.map(
      (one) =>
        `<li><b>${escaped(one.message)}</b>${one.location === undefined ? '' : `<br><code>${escaped(one.location)}</code>`}${one.example === undefined ? '' : `<br>${escaped(one.example)}`}</li>`,
    )
    return `<h3><code>${escaped(route)}</code></h3><ul>${items.join('')}</ul>`
  })
  const rows = report.families.map(
    ({ family, detected, survived }) =>
      `<tr><th scope="row">${FAMILY_TITLES[family]}</th><td>${detected}</td><td>${survived}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Detection score: ${scoreText(report)}</title><style>${STYLE}</style></head><body><main>
<h1>Detection score: ${scoreText(report)}</h1><p>${escaped(report.target)} with ${escaped(report.document)}, seed ${report.seed}.</p>
<div class="wrap"><table><thead><tr><th scope="col">Faults</th><th scope="col">Detected</th><th scope="col">Survived</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<h2>Faults that your tests did not detect</h2>${list.join('\n') || '<p>None.</p>'}
</main></body></html>\n`
}
