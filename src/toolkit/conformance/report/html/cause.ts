/** A card for each cause: what is wrong, where, the exchange that shows it, and how to see it again. */
import { createHash } from 'node:crypto'
import { foreignLines } from '../../../openapi/foreignText.ts'
import { copyable, escaped, filterBar, tab } from '../../../theme/reportPage.ts'
import type { ConformanceFinding } from '../../engine/events.ts'
import type { Cause, FindingKind } from '../../engine/triage.ts'
import { FAULTS } from '../../engine/triage.ts'
import { assumptionText } from '../assumption.ts'
import type { Collected } from '../collected.ts'
import { shownMessage } from '../foreignEvent.ts'
import { explainCommand } from '../rulePage.ts'
import { type FindingStatus, type ReportContext, statusOf } from '../status.ts'
import { placeText } from '../terminal.ts'
import { excerpt } from './excerpt.ts'
import { exchangeText } from './exchange.ts'
import { ruleAnchor } from './rules.ts'
import { groupsOf, shownValue } from './values.ts'

/** The sign in addition to the color, the name, and the name of several. */
const KINDS: Readonly<Record<FindingKind, readonly [sign: string, one: string, several: string]>> = {
  'server-fault': ['✕', 'Server fault', 'Server faults'],
  'contract-mismatch': ['≠', 'Contract mismatch', 'Contract mismatches'],
  'document-gap': ['?', 'Gap in the document', 'Gaps in the document'],
}

const STATUSES: Readonly<Record<FindingStatus, string>> = {
  new: 'New',
  known: 'Known',
  accepted: 'Accepted',
}

/** A cause with what its card shows. */
export interface Card {
  id: string
  cause: Cause
  /** The finding with the shortest proof. */
  first: ConformanceFinding
  others: ConformanceFinding[]
  status: FindingStatus | undefined
}

/** The causes of a run, most important first; what the baseline accepts comes last. */
export function cardsOf({ summary, findings }: Collected, context: ReportContext): Card[] {
  const byCause = groupsOf(findings, ({ cause }) => cause)
  const cards = summary.causes.flatMap((cause): Card[] => {
    const own = byCause.get(cause.cause) ?? []
    const first = own.find(({ id }) => id === cause.first) ?? own[0]
    if (first === undefined) return []
    const statuses = own.map((finding) => statusOf(finding, context))
    // One new finding makes the cause new.
    const status = (['new', 'known', 'accepted'] as const).find((one) => statuses.includes(one))
    const id = `f-${createHash('sha256').update(cause.cause).digest('hex').slice(0, 8)}`
    return [{ id, cause, first, others: own.filter((one) => one !== first), status }]
  })
  const isAccepted = ({ status }: Card) => status === 'accepted'
  return [...cards.filter((card) => !isAccepted(card)), ...cards.filter(isAccepted)]
}

/**
 * The cards with the filters above them.
 * @param folder what the files of the document are relative to
 */
export function causeCards(cards: readonly Card[], folder: string): string {
  if (cards.length === 0) return '<p>No findings.</p>'
  const count = (test: (card: Card) => boolean) => cards.filter(test).length
  const kinds = (Object.keys(KINDS) as FindingKind[]).map((kind) => {
    const number = count(({ cause }) => cause.kind === kind)
    const [sign, one, several] = KINDS[kind]
    return [kind, `${sign} ${number === 1 ? one : several}`, number] as const
  })
  const statuses = (Object.keys(STATUSES) as FindingStatus[]).map(
    (name) => [name, STATUSES[name], count(({ status }) => status === name)] as const,
  )
  const bar = filterBar('causes', 'rule, operation or text', [
    { name: 'kind', legend: 'Kind', values: kinds },
    { name: 'status', legend: 'Status', values: statuses },
  ])
  return `${bar}<ol class="items" id="causes">${cards.map((card, index) => cardHtml(card, index, folder)).join('\n')}</ol>`
}

const operationsOf = ({ cause }: Card): string[] =>
  cause.operations.map((one) => one ?? 'no documented operation')

const MAX_OPERATIONS = 3

/** Such as `createNote, updateNote and 4 more`. */
export function operationsText(card: Card): string {
  const all = operationsOf(card)
  const more = all.length > MAX_OPERATIONS ? ` and ${all.length - MAX_OPERATIONS} more` : ''
  return `${all.slice(0, MAX_OPERATIONS).join(', ')}${more}`
}

/** The sentence of a cause, with where it is in the body unless the sentence names it. */
export function causeText({ first }: Card): string {
  const message = shownMessage(first)
  const { pointer = '' } = first
  return pointer === '' || message.includes(pointer) ? message : `${pointer}: ${message}`
}

function cardHtml(card: Card, index: number, folder: string): string {
  const { id, cause, first, others, status } = card
  const [sign, name] = KINDS[cause.kind]
  const badges = [
    `<span class="badge kind">${sign} ${name}</span>`,
    status === undefined ? '' : `<span class="badge ${status}">${STATUSES[status]}</span>`,
    cause.repeated === false ? '<span class="badge flaky">Flaky</span>' : '',
  ]
  return `<li class="item ${cause.kind}" id="${id}" data-kind="${cause.kind}"${status === undefined ? '' : ` data-status="${status}"`}>
<details${index === 0 ? ' open' : ''}><summary><span class="message">${escaped(causeText(card))}</span>
<span class="where">${badges.join(' ')} ${escaped(operationsText(card))} · ${escaped(cause.rule)}${cause.findings > 1 ? ` · ${cause.findings} findings` : ''}</span></summary>
<div class="body">${sides(first)}
${tabs(card, folder)}
${facts(card)}
${otherFindings(others)}</div></details><a class="permalink" href="#${id}" aria-label="Link to this finding" title="Link to this finding">#</a></li>`
}

/** The expected value next to the received one. */
function sides({ expected, received, pointer }: ConformanceFinding): string {
  if (expected === undefined && received === undefined) return ''
  const at = pointer === undefined ? '' : ` at <code>${escaped(pointer || '/')}</code>`
  const wanted =
    expected === undefined
      ? ''
      : `<div class="expected"><h3>✓ Expected${at}</h3><pre>${escaped(expectedText(expected, received))}</pre></div>`
  return `<div class="sides">${wanted}<div class="received"><h3>✕ Received${at}</h3><pre>${escaped(shownValue(received))}</pre></div></div>`
}

/** Several expected values for one received value are alternatives, such as statuses. */
const expectedText = (expected: unknown, received: unknown): string =>
  Array.isArray(expected) && !Array.isArray(received)
    ? expected.map(shownValue).join(' or ')
    : shownValue(expected)

/** The exchange as HTTP and as commands, and the place in the document. */
function tabs({ id, first }: Card, folder: string): string {
  const { sequence, curl, place } = first
  const lines = place === undefined ? undefined : excerpt(place, folder)
  const panels = [
    tab('HTTP', copyable(`the HTTP exchange of ${id}`, sequence.map(exchangeText).join('\n\n\n'))),
    tab('curl', copyable(`the curl commands of ${id}`, foreignLines(curl))),
    ...(place === undefined || lines === undefined
      ? []
      : [tab('Document', `<p class="where">${escaped(placeText(place))}</p>${lines}`)]),
  ]
  return `<div class="tabs" data-label="Exchange of ${id}">${panels.join('')}</div>`
}

function facts(card: Card): string {
  const { cause, first } = card
  const assumption = assumptionText(first)
  const explain = explainCommand(cause.rule)
  const code = (text: string) => `<code>${escaped(text)}</code>`
  const operations = operationsOf(card)
  const rows: [string, string | undefined][] = [
    ['Rule', `<a href="#${ruleAnchor(cause.rule)}">${escaped(cause.rule)}</a>`],
    ['Fault', escaped(`${cause.fault} ${FAULTS[cause.fault]}`)],
    ['Constraint', code(first.constraint)],
    ['In the document', first.place === undefined ? undefined : code(placeText(first.place))],
    ['Operations', operations.length > MAX_OPERATIONS ? escaped(operations.join(', ')) : undefined],
    ['Assumption', assumption === undefined ? undefined : escaped(`It ${assumption}.`)],
    ['Repeated', cause.repeated === false ? 'It did not come again when repeated.' : undefined],
    ['Explain', explain === undefined ? undefined : code(explain)],
    ['Replay', code(`specwright conform … --replay "${first.id}"`)],
  ]
  const shown = rows.flatMap(([name, html]) =>
    html === undefined ? [] : [`<div><dt>${name}</dt><dd>${html}</dd></div>`],
  )
  return `<dl class="facts">${shown.join('')}</dl>`
}

/** Findings of one cause that are listed after the first. */
const MAX_OTHERS = 30

function otherFindings(others: readonly ConformanceFinding[]): string {
  if (others.length === 0) return ''
  const lines = others.slice(0, MAX_OTHERS).map((finding) => {
    const operation = finding.operationId ?? 'no documented operation'
    return `<li><b>${escaped(operation)}</b>: ${escaped(shownMessage(finding))} <code>--replay "${escaped(finding.id)}"</code></li>`
  })
  const more =
    others.length > MAX_OTHERS ? `<li>${others.length - MAX_OTHERS} more in the report json.</li>` : ''
  return `<details class="section"><summary>The same cause: ${others.length} more</summary><ul>${lines.join('')}${more}</ul></details>`
}
