/** The report as one HTML file: totals, then every fault by operation, with filters. Survivors show their exchange. */
import { withoutControls } from '../../openapi/foreignText.ts'
import { escaped as escapedText, filterBar, reportPage, scrollBox } from '../../theme/reportPage.ts'
import type { SourceLine } from './excerpt.ts'
import type { ExchangeFacts } from './exchange.ts'
import { type FaultFacts, type MutateReport, scoreText, survivorsOf } from './facts.ts'
import { FAMILY_TITLES } from './sentences.ts'

const escaped = (text: string): string => escapedText(withoutControls(text))

const OUTCOMES = { survived: '✕ Survived', detected: '✓ Detected', idle: '– Changed nothing' } as const

/** The class of an item, which gives it the color. */
const CLASSES = { survived: 'breaking', detected: 'compatible', idle: 'idle' } as const

export function htmlReport(report: MutateReport): string {
  const { faults } = report
  const survivors = survivorsOf(report)
  const [first] = survivors
  const routes = [...new Set([...survivors, ...faults].map(({ route }) => route))]
  const count = (outcome: string) => faults.filter((one) => one.outcome === outcome).length
  const filters = filterBar('faults', 'fault, property or text', [
    {
      name: 'outcome',
      legend: 'Result',
      values: Object.entries(OUTCOMES).map(([outcome, label]) => [outcome, label, count(outcome)]),
    },
    {
      name: 'route',
      legend: 'Operation',
      isChoice: true,
      values: routes.map((route) => [escaped(route), escaped(route), ofRoute(faults, route).length]),
    },
    {
      name: 'family',
      legend: 'Kind',
      isChoice: true,
      values: report.families.map(({ family, detected, survived }) => [
        family,
        FAMILY_TITLES[family],
        detected + survived,
      ]),
    },
  ])
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
      { id: 'totals', name: 'Totals' },
      { id: 'all', name: 'Faults', count: faults.length },
      { id: 'families', name: 'Kinds' },
    ],
    content: `<h2 id="totals">Totals</h2>${totals(report)}
<h2 id="all">Faults by operation</h2>${filters}<div id="faults">${routes.map((route) => group(route, ofRoute(faults, route))).join('\n')}</div>
<h2 id="families">Faults by kind</h2>${families(report)}`,
  })
}

const ofRoute = (faults: readonly FaultFacts[], route: string) => faults.filter((one) => one.route === route)

function totals({ summary }: MutateReport): string {
  const { score, detected, survived, idle, untried, operations, milliseconds, workers } = summary
  const tiles: (readonly [name: string, value: string, note: string])[] = [
    [
      'Detection score',
      score === undefined ? 'none' : `${score} %`,
      `${detected} of ${detected + survived} faults`,
    ],
    ['Survived', String(survived), 'no test failed'],
    ['Changed nothing', String(idle), 'not in the score'],
    ...(untried > 0 ? [['Not tried', String(untried), 'not in the score'] as const] : []),
    ['Operations', `${operations.exercised} of ${operations.documented}`, 'used by the tests'],
    ['Time', `${(milliseconds / 1000).toFixed(1)} s`, workers === 1 ? '1 worker' : `${workers} workers`],
  ]
  const shown = tiles.map(
    ([name, value, note]) => `<div><dt>${name}</dt><dd><b>${value}</b>${note}</dd></div>`,
  )
  return `<dl class="tiles">${shown.join('')}</dl>`
}

function families({ families: list }: MutateReport): string {
  const rows = list.map(
    ({ family, detected, survived }) =>
      `<tr><th scope="row">${FAMILY_TITLES[family]}</th><td>${detected}</td><td>${survived}</td></tr>`,
  )
  return scrollBox(
    'Faults by kind',
    `<table><thead><tr><th scope="col">Faults</th><th scope="col">Detected</th><th scope="col">Survived</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  )
}

const ORDER = Object.keys(OUTCOMES)

/** Survivors come first. A group without one is closed. */
function group(route: string, faults: readonly FaultFacts[]): string {
  const survivors = faults.filter(({ outcome }) => outcome === 'survived').length
  const sorted = faults.toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome))
  return `<details class="group"${survivors > 0 ? ' open' : ''}><summary>${escaped(route)} <span class="badge">${survivors} of ${faults.length} survived</span></summary><ul class="items">${sorted.map(item).join('\n')}</ul></details>`
}

function item(fault: FaultFacts): string {
  const { id, outcome, family, route, message, location, example, isTimedOut } = fault
  const where = [location, isTimedOut ? 'ended at the time limit' : undefined].filter(
    (one) => one !== undefined,
  )
  const body = [
    example === undefined ? '' : `<p>${escaped(example)}</p>`,
    sourceHtml(fault.source ?? []),
    fault.exchange === undefined ? '' : exchangeHtml(fault.exchange),
    fault.output === undefined || fault.output === ''
      ? ''
      : `<h3>Output of the tests</h3><pre>${escaped(fault.output)}</pre>`,
    `<dl class="facts"><div><dt>Fault</dt><dd><code>${escaped(id)}</code></dd></div></dl>`,
  ]
  return `<li class="item ${CLASSES[outcome]}" data-outcome="${outcome}" data-family="${family}" data-route="${escaped(route)}"><details><summary><span class="message">${escaped(message)}</span>
<span class="where"><span class="badge kind">${OUTCOMES[outcome]}</span> ${escaped(where.join(' · '))}</span></summary><div class="body">${body.join('')}</div></details></li>`
}

function sourceHtml(lines: readonly SourceLine[]): string {
  if (lines.length === 0) return ''
  const width = String(lines.at(-1)?.number).length
  const shown = lines.map(({ number, text, isPlace }) => {
    const line = escaped(`${String(number).padStart(width)}  ${text}`)
    return isPlace ? `<mark>${line}</mark>` : `${line}\n`
  })
  return `<h3>Document</h3><pre>${shown.join('')}</pre>`
}

function exchangeHtml({ isDelivery, request, response }: ExchangeFacts): string {
  const [sender, receiver] = isDelivery ? ['the server', 'your receiver'] : ['your tests', 'the server']
  return `${passage('Request', request, sender, receiver)}${passage('Response', response, receiver, sender)}`
}

/** One message where both sides saw the same, else the two next to each other. */
function passage(
  name: string,
  { sent, received }: ExchangeFacts['request'],
  sender: string,
  receiver: string,
): string {
  if (sent === received) return `<h3>${name}</h3><pre>${escaped(sent ?? '')}</pre>`
  const side = (kind: string, heading: string, html: string) =>
    `<div class="${kind}"><h3>${name} ${heading}</h3><pre>${html}</pre></div>`
  const before = sent === undefined ? 'nothing' : escaped(sent)
  return `<div class="sides">${side('expected', `that ${sender} sent`, before)}${side('received', `that ${receiver} received`, markedLines(received, sent))}</div>`
}

/** Lines that the other text does not have are marked. */
function markedLines(text: string | undefined, other = ''): string {
  if (text === undefined) return 'nothing'
  const known = new Set(other.split('\n'))
  return text
    .split('\n')
    .map((line) => (known.has(line) ? `${escaped(line)}\n` : `<mark>${escaped(line)}</mark>`))
    .join('')
}
