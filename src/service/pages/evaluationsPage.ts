/** GET /settings/evaluations: the evaluations; for one, its figures and the results of its cases. */
import type { Evaluation, EvaluationResult, Score } from '../../../generated/openapi.v1.ts'
import { type Html, html } from './html.ts'
import { pageLinks, type ReadOnly, readOnlyPage, statusLinks, statusMark, time } from './settingsFrame.ts'

const PAGE_ROWS = 50
const STATUSES = ['passed', 'failed', 'errored'] as const

export const getEvaluationsPage = readOnlyPage('Evaluations', 'listEvaluations', async (view) => {
  const evaluationId = view.parameter('evaluation')
  return evaluationId === undefined ? listView(view) : evaluationView(view, evaluationId)
})

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const figure = (value: number | null) => (value === null ? 'none' : value.toFixed(3))

async function listView(view: ReadOnly): Promise<Html> {
  const { page, caller } = view
  const cursor = view.parameter('cursor')
  const query = { limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) }
  const { evaluations, nextCursor } = (await page.call('listEvaluations', caller, { query })).body
  const rows = evaluations.map(
    (evaluation) =>
      html`<li><span class="grow"><a href="${view.address({ evaluation: evaluation.id })}">${evaluation.name}</a><br><span class="soft small">${countsOf(evaluation)} · ${time(evaluation.createdAt)}</span></span>
${statusMark(evaluation.verdict ?? evaluation.status)}</li>`,
  )
  return html`<section><h2>Evaluations</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="soft small">There are no evaluations.</p>`}
${pageLinks(view, 'evaluations', nextCursor)}</section>`
}

const countsOf = ({ resultCounts: { total, passed, failed, errored } }: Evaluation) =>
  `${total} cases: ${passed} passed, ${failed} failed, ${errored} errored`

async function evaluationView(view: ReadOnly, evaluationId: string): Promise<Html> {
  const { page, caller } = view
  const params = { evaluationId }
  const { body: evaluation } = await page.call('getEvaluation', caller, { params })
  const [cursor, status] = [view.parameter('cursor'), view.parameter('status')]
  const query = {
    limit: PAGE_ROWS,
    ...(cursor !== undefined && { cursor }),
    // The operation validates it.
    ...(status !== undefined && { status: status as (typeof STATUSES)[number] }),
  }
  const { results, nextCursor } = (await page.call('listEvaluationResults', caller, { params, query })).body
  const filters = { evaluation: evaluationId }
  const { error } = evaluation
  return html`<section><p><a href="${view.address()}">All evaluations</a></p>
<h2>${evaluation.name}</h2>
<p class="soft small">${evaluation.id} · ${evaluation.promptId}, version ${evaluation.promptVersion}${evaluation.model !== null && ` · ${evaluation.model}`} · ${time(evaluation.createdAt)}</p>
<p class="marks">${statusMark(evaluation.verdict ?? evaluation.status)}</p>
<p>${countsOf(evaluation)}.</p>
${error !== null && html`<p class="alert">${error.code}: ${error.message}</p>`}
${summaryView(evaluation)}</section>
<section><h2>Results</h2>
${statusLinks(view, 'results', STATUSES, filters)}
${results.length > 0 ? html`<ul class="rows">${results.map(resultRow)}</ul>` : html`<p class="soft small">There are no results.</p>`}
${pageLinks(view, 'results', nextCursor, status === undefined ? filters : { ...filters, status })}</section>`
}

function summaryView({ summary }: Evaluation): Html | false {
  if (summary === null) return false
  const rows = summary.scorers.map(
    ({ type, mean, passRate, errored }) =>
      html`<tr><th scope="row">${type}</th><td>${figure(mean)}</td><td>${passRate === null ? 'none' : percent(passRate)}</td><td>${errored}</td></tr>`,
  )
  return html`<p>Pass rate ${percent(summary.passRate)}, average score ${figure(summary.averageScore)}.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Scorers"><table>
<thead><tr><th scope="col">Scorer</th><th scope="col">Mean score</th><th scope="col">Pass rate</th><th scope="col">Errored</th></tr></thead>
<tbody>${rows}</tbody></table></div>`
}

function resultRow(result: EvaluationResult): Html {
  const { position, status, score, error, renderedPrompt, output, expectedOutput, latencyMs } = result
  const facts = [`score ${figure(score)}`, ...(latencyMs === null ? [] : [`${latencyMs} ms`])].join(' · ')
  return html`<li><span class="grow"><strong>Case ${position}</strong><br><span class="soft small">${facts}</span></span>
${statusMark(status)}
<details class="whole"><summary>Details<span class="hidden"> of case ${position}</span></summary>
${error !== null && html`<p class="alert">${error.code}: ${error.message}</p>`}
${textView('Prompt', renderedPrompt)}${textView('Output', output)}${textView('Expected output', expectedOutput)}
<ul class="small">${result.scores.map(scoreView)}</ul></details></li>`
}

const textView = (title: string, text: string | null): Html | false =>
  text !== null && html`<p class="small"><strong>${title}</strong></p><pre class="text">${text}</pre>`

const scoreView = ({ type, score, passed, error }: Score): Html =>
  html`<li>${type}: ${error ?? `${figure(score)}, ${passed ? 'passed' : 'failed'}`}</li>`
