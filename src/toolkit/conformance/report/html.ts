/** One HTML file, without anything from elsewhere, worth attaching to a pull request. */

import { plural } from '../messages/words.ts'
import { assumptionText } from './assumption.ts'
import { type Collected, escaped } from './collected.ts'
import { endText, inferenceLines } from './ending.ts'
import { shownMessage } from './foreignEvent.ts'
import { kindsText } from './kinds.ts'
import { explainCommand } from './rulePage.ts'
import { depthOf, placeText } from './terminal.ts'

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#1c2024;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse;font-size:.85rem}
td,th{border:1px solid #d5dbe0;padding:.25rem .5rem;text-align:left}th{background:#f3f5f7}
pre{background:#f3f5f7;padding:.75rem;overflow:auto;border-radius:.3rem}.failed{background:#fbe4e4}.passed{background:#e6f4e8}.skipped{background:#fff6da}
summary{cursor:pointer}code{font-size:.9em}@media(prefers-color-scheme:dark){body{background:#14171a;color:#e4e8eb}
th,pre{background:#22272b}td,th{border-color:#3a4147}.failed{background:#5a2626}.passed{background:#20402a}.skipped{background:#4d4420}}`

export function htmlReport({ run, summary, outcomes, findings, notes }: Collected): string {
  const { coverage } = summary
  const head = `${summary.passed} passed, ${summary.failed} failed, ${summary.skipped} skipped. ${coverage.covered} of ${coverage.documented} documented operation × status pairs covered (${coverage.percent} %). ${summary.requests} requests in ${(summary.milliseconds / 1000).toFixed(1)} s, seed ${run.seed}.`
  const causes = [...new Set(findings.map(({ cause }) => cause))]
  const shown = causes.map((cause, index) => {
    const list = findings.filter((one) => one.cause === cause)
    const [first] = list
    if (first === undefined) return ''
    const operations = [...new Set(list.map((one) => one.operationId ?? 'no documented operation'))].join(
      ', ',
    )
    return `<details${index < 3 ? ' open' : ''}><summary><b>${escaped(first.rule)}</b>: ${escaped(operations)} <small>${first.kind}, F${first.fault}</small></summary>
<p>${first.pointer === undefined ? '' : `<code>${escaped(first.pointer || '/')}</code>: `}${escaped(shownMessage(first))}${first.repeated === false ? ' <i>Did not come again when repeated.</i>' : ''}${escaped(assumptionText(first) === undefined ? '' : ` It ${assumptionText(first)}.`)}</p>
<p>${first.place === undefined ? '' : escaped(placeText(first.place))}${explainCommand(first.rule) === undefined ? '' : ` · <code>${explainCommand(first.rule)}</code>`} · replay with <code>--replay ${escaped(first.id)}</code></p><pre>${escaped(first.curl)}</pre></details>`
  })
  const rules = [...new Set(outcomes.map(({ rule }) => rule))]
  const rows = run.operations.map(({ operationId, method, path }) => {
    const cells = rules.map((rule) => {
      const own = outcomes.filter((one) => one.operationId === operationId && one.rule === rule)
      if (own.length === 0) return '<td></td>'
      const kind =
        (['failed', 'skipped', 'passed'] as const).find((one) =>
          own.some(({ outcome }) => outcome === one),
        ) ?? 'passed'
      const reasons = [...new Set(own.flatMap(({ reason }) => reason ?? []))].slice(0, 3).join('; ')
      return `<td class="${kind}" title="${escaped(`${rule}: ${own.length} checks. ${reasons}`)}">${own.filter(({ outcome }) => outcome === kind).length}</td>`
    })
    return `<tr><th title="${escaped(`${method} ${path}`)}">${escaped(operationId)}</th>${cells.join('')}</tr>`
  })
  const columns = rules.map((rule, index) => `<th title="${escaped(rule)}">${index + 1}</th>`).join('')
  const legend = rules.map((rule, index) => `${index + 1} ${rule}`).join(', ')
  const writes = summary.writes.map(
    ({ method, path, created, changed, deleted, rejected, stopped }) =>
      `<tr><th>${escaped(`${method} ${path}`)}</th>${[created, changed, deleted, rejected, stopped].map((one) => `<td>${one}</td>`).join('')}</tr>`,
  )
  const left = summary.left.map((one) => `<li><code>${escaped(one)}</code></li>`).join('')
  const unseen = outcomes.filter(({ outcome }) => outcome === 'skipped').slice(0, 500)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Conformance of ${escaped(run.title)}</title><style>${STYLE}</style>
<h1>Conformance of ${escaped(run.title)}</h1><p>${escaped(run.target)} against ${escaped(run.document)}, ${escaped(run.startedAt)}. ${head}${summary.endedEarly === undefined ? '' : ` <b>This report is partial: ${escaped(endText(summary.endedEarly))}. ${depthOf(summary)}</b>`}</p>
${notes.map((note) => `<p>${escaped(note)}</p>`).join('')}<h2>Findings: ${plural(causes.length, 'cause')}${kindsText(summary.causes)}</h2>${shown.join('\n') || '<p>None.</p>'}
<h2>Matrix</h2><table><tr><th>operation</th>${columns}</tr>${rows.join('\n')}</table><p>${escaped(legend)}. Red: failed. Yellow: skipped, with the reason at the cell.</p>
<h2>Writes</h2><table><tr><th>operation</th><th>created</th><th>changed</th><th>deleted</th><th>rejected</th><th>not sent: existing data</th></tr>${writes.join('\n')}</table>
${left === '' ? '<p>Nothing is left on the target.</p>' : `<p>Left on the target:</p><ul>${left}</ul>`}
${inferenceLines(summary.inferences)
  .map((line) => `<p>${escaped(line)}</p>`)
  .join(
    '',
  )}<h2>Skipped</h2><details><summary>${summary.skipped} checks</summary><ul>${unseen.map((one) => `<li><code>${escaped(one.trial)}</code>: ${escaped(one.reason ?? '')}</li>`).join('')}</ul></details></html>
`
}
