/** The findings of a run next to those of earlier runs. */
import { escaped, scrollBox } from '../../../theme/reportPage.ts'
import type { Collected } from '../collected.ts'
import { changesBetween, flakyRules, type PastRun, pastRunOf } from '../history.ts'
import type { ReportContext } from '../status.ts'

/** Runs that are shown, the newest. */
const MAX_RUNS = 30
const BAR = 20
const HEIGHT = 90

/** '' without earlier runs. */
export function trendSection(collected: Collected, { history = [], commit }: ReportContext): string {
  if (history.length === 0) return ''
  const runs = [...history, pastRunOf(collected, commit)]
  const shown = runs.slice(-MAX_RUNS)
  const flaky = flakyRules(runs)
  return `<h2 id="history">History</h2>${chart(shown)}
<details class="section"><summary>${runs.length} runs</summary>${table(shown)}</details>
<h3>Flaky rules</h3>${flaky.length === 0 ? '<p>No rule changed its result back and forth.</p>' : flakyTable(flaky)}`
}

function chart(runs: readonly PastRun[]): string {
  const highest = Math.max(1, ...runs.map(({ causes }) => causes.length))
  const bars = runs.map(({ causes, startedAt }, index) => {
    const height = Math.max(2, Math.round((causes.length / highest) * HEIGHT))
    const kind = causes.length === 0 ? 'passed' : 'failed'
    const x = 40 + index * BAR
    return `<rect class="${kind}" x="${x}" y="${10 + HEIGHT - height}" width="${BAR - 5}" height="${height}" rx="2"><title>${escaped(startedAt)}: ${causes.length}</title></rect>`
  })
  const width = 50 + Math.max(runs.length, 12) * BAR
  const label = `Causes of findings in ${runs.length} runs: ${runs.map(({ causes }) => causes.length).join(', ')}`
  return `<svg class="chart" width="${width}" height="${HEIGHT + 30}" viewBox="0 0 ${width} ${HEIGHT + 30}" role="img" aria-label="${label}"><text x="32" y="18" text-anchor="end">${highest}</text><text x="32" y="${HEIGHT + 10}" text-anchor="end">0</text>${bars.join('')}<text x="40" y="${HEIGHT + 26}">causes by run, newest on the right</text></svg>`
}

function table(runs: readonly PastRun[]): string {
  const rows = runs.map((run, index) => {
    const before = runs[index - 1]
    const changes = before === undefined ? undefined : changesBetween(before, run)
    const cells = [
      run.commit?.slice(0, 10) ?? '',
      `${run.causes.length}${run.partial === true ? ' (partial)' : ''}`,
      changes === undefined ? '' : String(changes.added.length),
      changes === undefined ? '' : String(changes.gone.length),
      `${run.passed} / ${run.failed} / ${run.skipped}`,
      `${run.coverage} %`,
      `${(run.milliseconds / 1000).toFixed(1)} s`,
    ]
    return `<tr><th scope="row">${escaped(run.startedAt)}</th>${cells.map((one) => `<td>${escaped(one)}</td>`).join('')}</tr>`
  })
  const names = ['Started', 'Commit', 'Causes', 'New', 'Gone', 'Passed / failed / skipped', 'Coverage']
  const heads = [...names, 'Duration'].map((one) => `<th scope="col">${one}</th>`).join('')
  return scrollBox(
    'Runs',
    `<table><thead><tr>${heads}</tr></thead><tbody>${rows.reverse().join('\n')}</tbody></table>`,
  )
}

const SIGNS = { passed: '✓', failed: '✕' } as const

function flakyTable(flaky: ReturnType<typeof flakyRules>): string {
  const rows = flaky.map(({ rule, results, changes }) => {
    const signs = results.slice(-MAX_RUNS).map((one) => (one === undefined ? '·' : SIGNS[one]))
    return `<tr><th scope="row">${escaped(rule)}</th><td>${signs.join(' ')}</td><td>${changes}</td></tr>`
  })
  return scrollBox(
    'Flaky rules',
    `<table><thead><tr><th scope="col">Rule</th><th scope="col">Results, newest last</th><th scope="col">Changes</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  )
}
