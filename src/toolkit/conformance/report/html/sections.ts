/** Sections about writes, operations that were not reached, resources left behind and skipped checks. */

import { plural } from '../../../openapi/plural.ts'
import { show } from '../../../schema/problem.ts'
import { escaped, scrollBox } from '../../../theme/reportPage.ts'
import type { RunSummary } from '../../engine/events.ts'
import type { Collected } from '../collected.ts'
import { helpFor, obstacleText } from '../reach.ts'
import { placeText } from '../terminal.ts'
import { groupsOf } from './values.ts'

const code = (text: string): string => `<code>${escaped(text)}</code>`

function table(label: string, heads: readonly string[], rows: readonly string[]): string {
  const cells = heads.map((one) => `<th scope="col">${one}</th>`).join('')
  return scrollBox(label, `<table><thead><tr>${cells}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`)
}

export function unreachedSection({ unreached }: RunSummary): string {
  if (unreached.length === 0) return ''
  const rows = unreached.map(
    (one) =>
      `<tr><th scope="row">${escaped(one.operationId)}</th><td>${escaped(obstacleText(one.obstacle))}</td><td>${code(helpFor(one))}</td></tr>`,
  )
  const name = 'Operations without a documented success'
  return `<h2 id="unreached">${name}</h2>${table(name, ['Operation', 'Obstacle', 'Remedy'], rows)}`
}

const LEARNED = ['Schema', 'Invariant', 'Objects', 'Attacks resisted', 'Example']

/** Relations that the objects of the run matched, and the document does not state; '' without any. */
export function learnedSection({ learned }: RunSummary): string {
  if (learned.length === 0) return ''
  const rows = learned.map(({ invariant, schema, place, observations, resisted, example }) => {
    const values = example.values.map(({ name, value }) => `${name} ${show(value)}`).join(', ')
    const { method, path, status } = example
    const at = place?.file === undefined ? `#${schema}` : placeText(place)
    return `<tr><th scope="row">${code(at)}</th><td>${code(invariant)}</td><td>${observations}</td><td>${resisted}</td><td>${escaped(`${method} ${path} ${status}: ${values}`)}</td></tr>`
  })
  const note =
    '<p>The responses of this run match these relations, also after updates that would have broken them. They are not findings. To check them in each run, accept them as <code>x-invariants</code>: <code>--propose FILE</code> writes them.</p>'
  return `<h2 id="learned">Learned invariants</h2>${note}${table('Learned invariants', LEARNED, rows)}`
}

const WRITES = ['Operation', 'Created', 'Changed', 'Deleted', 'Rejected', 'Not sent: existing data']

export function writesSection({ writes, left }: RunSummary): string {
  const rows = writes.map(({ method, path, created, changed, deleted, rejected, stopped }) => {
    const cells = [created, changed, deleted, rejected, stopped].map((one) => `<td>${one}</td>`)
    return `<tr><th scope="row">${escaped(`${method} ${path}`)}</th>${cells.join('')}</tr>`
  })
  const sent =
    rows.length === 0 ? '<p>The run wrote nothing.</p>' : table('Writes by operation', WRITES, rows)
  const rest =
    left.length === 0
      ? '<p>Nothing is left on the target.</p>'
      : `<details class="section"><summary>${plural(left.length, 'resource')} left on the target</summary><ul>${left.map((one) => `<li>${code(one)}</li>`).join('')}</ul></details>`
  return `<h2 id="writes">Writes</h2>${sent}${rest}`
}

/** Groups of skipped checks that are listed. */
const MAX_REASONS = 100
const MAX_RULES = 4

/** Skipped checks by their reason, the most frequent first. */
export function skippedSection({ outcomes, summary }: Collected): string {
  if (summary.skipped === 0) return ''
  const skipped = outcomes.filter(({ outcome }) => outcome === 'skipped')
  const groups = [...groupsOf(skipped, ({ reason }) => reason ?? 'no reason given')]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_REASONS)
  const rows = groups.map(([reason, list]) => {
    const rules = [...new Set(list.map(({ rule }) => rule))]
    const more = rules.length > MAX_RULES ? ` and ${rules.length - MAX_RULES} more` : ''
    return `<tr><td>${list.length}</td><td>${escaped(reason)}</td><td>${escaped(rules.slice(0, MAX_RULES).join(', '))}${more}</td></tr>`
  })
  return `<h2 id="skipped">Skipped checks</h2><details class="section"><summary>${plural(summary.skipped, 'check')} by reason</summary>${table('Skipped checks by reason', ['Checks', 'Reason', 'Rules'], rows)}</details>`
}
