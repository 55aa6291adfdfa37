/** The results of each operation by group of rules, with the rules of a group in its cells. */
import { escaped, scrollBox } from '../../../theme/reportPage.ts'
import type { CheckOutcome, OutcomeKind } from '../../engine/events.ts'
import { RULE_GROUPS, ruleCatalogue } from '../../ruleCatalogue.ts'
import type { Collected } from '../collected.ts'
import { groupsOf } from './values.ts'

const COLUMNS: Readonly<Record<string, string>> = { ...RULE_GROUPS, custom: 'Custom' }

const GROUPS: ReadonlyMap<string, string> = new Map(ruleCatalogue.map(({ id, group }) => [id, group]))

const groupOf = ({ rule }: CheckOutcome): string => GROUPS.get(rule) ?? 'custom'

const MARKS: Readonly<Record<OutcomeKind, string>> = { failed: '✕', passed: '✓', skipped: '–' }

/** The mark of a cell is the first of these that any of its checks has. */
const KINDS: readonly OutcomeKind[] = ['failed', 'passed', 'skipped']

export function matrix({ run, outcomes }: Collected): string {
  const byOperation = groupsOf(outcomes, ({ operationId }) => operationId ?? '')
  const used = new Set(outcomes.map(groupOf))
  const columns = Object.keys(COLUMNS).filter((one) => used.has(one))
  const row = (operationId: string, name: string) => {
    const own = groupsOf(byOperation.get(operationId) ?? [], groupOf)
    return `<tr><th scope="row">${name}</th>${columns.map((column) => cell(own.get(column) ?? [], column)).join('')}</tr>`
  }
  const rows = run.operations.map(({ operationId, method, path }) =>
    row(operationId, `${escaped(operationId)}<span>${escaped(`${method} ${path}`)}</span>`),
  )
  if (byOperation.has(''))
    rows.push(row('', 'No operation<span>workflows and requests outside the document</span>'))
  const heads = columns.map(
    (column) =>
      `<th scope="col">${COLUMNS[column]}<button type="button" hidden aria-expanded="false" aria-label="Show the rules of ${COLUMNS[column]}" data-expand="details.of-${column}">±</button></th>`,
  )
  return `<p>✕ failed, ✓ passed, – skipped. Open a cell for its rules, or a column with ±.</p>
${scrollBox('Results by operation', `<table class="matrix"><thead><tr><th scope="col">Operation</th>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`)}`
}

function cell(outcomes: readonly CheckOutcome[], column: string): string {
  const [worst] = KINDS.filter((kind) => outcomes.some(({ outcome }) => outcome === kind))
  if (worst === undefined) return '<td></td>'
  const own = KINDS.map((kind) => outcomes.filter(({ outcome }) => outcome === kind))
  const number = outcomes.filter(({ outcome }) => outcome === worst).length
  const lines = own.flatMap((list, index) => {
    const kind = KINDS[index]
    return list.length === 0 || kind === undefined ? [] : [`<p>${MARKS[kind]} ${rulesText(list)}</p>`]
  })
  return `<td class="${worst}"><details class="of-${column}"><summary>${MARKS[worst]} ${number}<span class="hidden"> ${worst}</span></summary>${lines.join('')}</details></td>`
}

/** Such as `created-read-back (3), links-resolve`. */
const rulesText = (outcomes: readonly CheckOutcome[]): string =>
  [...groupsOf(outcomes, ({ rule }) => rule)]
    .map(([rule, list]) => escaped(list.length === 1 ? rule : `${rule} (${list.length})`))
    .join(', ')
