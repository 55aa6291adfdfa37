import type { Evaluation, EvaluationResult, ReportValue } from '../../../../../generated/openapi.v1.ts'
import { loadEvaluation } from '../../evaluations/queries.ts'
import { promptNames } from '../../prompts/queries.ts'
import { eachResult, resultsAt } from './results.ts'
import { countResult, newRunTally, type RunTally } from './runTally.ts'
import { chart, column, counted, figure, section, table } from './section.ts'
import { type MakeContents, ReportImpossible } from './source.ts'
import { ranked, round, share } from './tally.ts'

/** Cases that a report lists; the API returns the others. */
const CASES = 2000
/** Letters of a prompt or an output that a report quotes. */
const QUOTED = 300

/** How an evaluation ended: the run in figures, its scorers, its cases. */
export const evaluationSummary: MakeContents = async (source) => {
  const { database, organizationId, parameters } = source
  const { evaluation, prompt } = await database.read(async (tx) => {
    const evaluation = await loadEvaluation(tx, organizationId, parameters.evaluationId ?? '')
    const id = evaluation?.promptId ?? ''
    return { evaluation, prompt: (await promptNames(tx, organizationId, [id])).get(id) ?? id }
  })
  if (evaluation === undefined)
    throw new ReportImpossible('The evaluation of the report does not exist any more.')

  const tally = newRunTally(evaluation)
  const passed: number[] = []
  const others: number[] = []
  await eachResult(source, evaluation, (result) => {
    countResult(tally, result)
    const list = result.status === 'passed' ? passed : others
    if (list.length < CASES) list.push(result.position)
  })
  const listed = [...others, ...passed].slice(0, CASES)
  // One letter more, to know what was cut.
  const results = await resultsAt(source, evaluation, listed, QUOTED + 1)
  return {
    subject: `${prompt}, version ${evaluation.promptVersion}, on ${evaluation.model}`,
    sections: [
      overview(evaluation, tally),
      scorers(evaluation, tally),
      cases(results.map(caseRow), evaluation.resultCounts.total),
    ],
  }
}

function overview(evaluation: Evaluation, tally: RunTally) {
  const { resultCounts: counts, status, verdict } = evaluation
  const [latencyMedian = null] = ranked(tally.latencies, [0.5])
  const outcomes = ['passed', 'failed', 'errored'] as const
  const tones = { passed: 'good', failed: 'bad', errored: 'warning' } as const
  const labels = outcomes.map((outcome) => outcome.replace(/^./, (letter) => letter.toUpperCase()))
  return section('overview', 'Overview', {
    paragraphs: [
      inWords(evaluation),
      ...(evaluation.error ? [`It ended with: ${evaluation.error.message}`] : []),
    ],
    figures: [
      figure('verdict', 'Verdict', 'text', verdict ?? status),
      figure('passRate', 'Pass rate', 'ratio', share(counts.passed, counts.total)),
      figure(
        'averageScore',
        'Mean score',
        'score',
        tally.scored === 0 ? null : round(tally.score / tally.scored, 4),
      ),
      figure('latencyMedian', 'Median latency', 'milliseconds', latencyMedian),
      figure('totalTokens', 'Tokens', 'count', tally.tokens),
      figure(
        'totalCost',
        'Cost',
        'usd',
        tally.unpriced > 0 || tally.responses === 0 ? null : round(tally.cost, 6),
      ),
    ],
    charts: [
      chart({
        id: 'outcomes',
        title: 'Cases by outcome',
        kind: 'bars',
        stacked: true,
        unit: 'count',
        categories: labels,
        series: outcomes.map((outcome, index) => ({
          label: labels[index] ?? outcome,
          tone: tones[outcome],
          values: outcomes.map((other) => (other === outcome ? counts[outcome] : 0)),
        })),
      }),
      chart({
        id: 'scores',
        title: 'Cases by score',
        kind: 'columns',
        stacked: true,
        unit: 'count',
        categories: tally.scores.map((_, index) => `${index / 10}–${(index + 1) / 10}`),
        series: [{ label: 'Cases', tone: 'main', values: tally.scores }],
      }),
    ],
  })
}

function inWords({ resultCounts: counts, status, passThreshold, name }: Evaluation): string {
  const ended = counts.passed + counts.failed + counts.errored
  const how =
    status === 'completed'
      ? `${name} judged ${counted(counts.total, 'case')}`
      : `${name} was ${status === 'cancelled' ? 'cancelled' : 'broken off'} after ${ended.toLocaleString('en-US')} of ${counted(counts.total, 'case')}`
  const [passed, failed, errored] = [counts.passed, counts.failed, counts.errored].map((count) =>
    count.toLocaleString('en-US'),
  )
  return `${how}: ${passed} passed, ${failed} failed, ${errored} could not be scored. To pass, the run needs ${round(passThreshold * 100, 1)} % of its cases.`
}

function scorers({ scorers: used }: Evaluation, tally: RunTally) {
  return section('scorers', 'Scorers', {
    tables: [
      table(
        'scorers',
        'By scorer',
        [
          column('scorer', 'Scorer', 'text'),
          column('weight', 'Weight', 'number'),
          column('judged', 'Judged', 'count'),
          column('passRate', 'Pass rate', 'ratio'),
          column('averageScore', 'Mean score', 'score'),
          column('errored', 'Errored', 'count'),
        ],
        used.map(({ type, negate, weight }, index) => {
          const { scored = 0, passed = 0, score = 0, errored = 0 } = tally.scorers[index] ?? {}
          const mean = scored === 0 ? null : round(score / scored, 4)
          return [negate ? `not ${type}` : type, weight, scored, share(passed, scored), mean, errored]
        }),
      ),
    ],
  })
}

function cases(rows: ReportValue[][], total: number) {
  const more = total - rows.length
  return section('cases', 'Cases', {
    otherwise: ['No case was run before the evaluation ended.'],
    paragraphs: more > 0 ? [`${counted(more, 'further case')} not listed here.`] : [],
    tables: [
      table(
        'cases',
        'Cases, those that did not pass first',
        [
          column('position', '#', 'count'),
          column('status', 'Outcome', 'text'),
          column('score', 'Score', 'score'),
          column('latency', 'Latency', 'milliseconds'),
          column('prompt', 'Prompt', 'text'),
          column('output', 'Output', 'text'),
          column('expected', 'Expected', 'text'),
          column('reason', 'Why', 'text'),
        ],
        rows,
      ),
    ],
  })
}

function caseRow(result: EvaluationResult): ReportValue[] {
  return [
    result.position,
    result.status,
    result.score,
    result.latencyMs,
    quote(result.renderedPrompt),
    quote(result.output),
    quote(result.expectedOutput),
    quote(reasonOf(result)),
  ]
}

function reasonOf({ error, scores, status }: EvaluationResult): string | null {
  if (error !== null) return error.message
  if (status === 'passed') return null
  return scores
    .filter(({ passed }) => !passed)
    .map(({ type, error: cause }) => (cause === null ? type : `${type}: ${cause}`))
    .join('; ')
}

function quote(text: string | null): string | null {
  if (text === null) return text
  const letters = [...text]
  return letters.length <= QUOTED ? text : `${letters.slice(0, QUOTED).join('')}…`
}
