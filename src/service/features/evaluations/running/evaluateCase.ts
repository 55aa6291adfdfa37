import type { Score, Scorer } from '../../../../../generated/openapi.v1.ts'
import { ApiError, validationError } from '../../../errors.ts'
import { callModel } from '../../../models/callModel.ts'
import type { Completion, ModelProvider } from '../../../models/models.ts'
import type { Database } from '../../../storage/database.ts'
import type { Template } from '../../../template/parseTemplate.ts'
import { render } from '../../../template/render.ts'
import { type DatasetCase, datasetItems } from '../../datasets/queries.ts'
import type { RunRow } from '../model/evaluation.ts'
import type { ResultRow } from '../model/result.ts'
import * as resultStore from '../model/result.ts'
import { completeScorer, prepareScorers } from '../scorers/index.ts'
import type { ReadyScorer, ScoringTools } from '../scorers/scorer.ts'

/** An item and its place in the run, from 1. */
interface RunCase {
  position: number
  item: DatasetCase
}

/** Items read at a time. */
const PAGE = 200

/**
 * The cases of a run that have no result yet, in the order of the dataset. Those of a retry are the errored items
 * of the evaluation that it repeats. The dataset version never changes, so that a place means the same item after
 * every restart.
 */
export async function* openCases(database: Database, run: RunRow): AsyncGenerator<RunCase> {
  const { organization_id, retry_of } = run
  const dataset = { id: run.dataset_id, version: run.dataset_version }
  const wanted =
    retry_of === null
      ? undefined
      : new Set(await database.read((tx) => resultStore.erroredItems(tx, retry_of)))
  let position = 0
  for (let after = 0; ; ) {
    const page = await database.read((tx) => datasetItems(tx, organization_id, dataset, after, PAGE))
    const last = page.at(-1)
    if (last === undefined) return
    after = last.position
    const cases = page
      .filter(({ id, status }) => status === 'active' && (wanted === undefined || wanted.has(id)))
      .map((item) => ({ position: ++position, item }))
    const [first] = cases
    if (first === undefined) continue
    const done = await database.read((tx) => resultStore.donePositions(tx, run.id, first.position, position))
    for (const one of cases) if (!done.has(one.position)) yield one
  }
}

// One case: fill the prompt in, run the model, score its output. Nothing is written here.

/** The common parts of all cases of a run. */
export interface Plan extends ScoringTools {
  template: Template
  model: string
  provider: ModelProvider
  temperature: number
  scorers: readonly ReadyScorer[]
}

/** A result without its place in the run. */
export type Outcome = Omit<ResultRow, 'id' | 'evaluation_id' | 'position' | 'created_at'>

/** Never throws for the content of a case: that is the case's error. */
export async function evaluateCase(plan: Plan, item: DatasetCase, signal: AbortSignal): Promise<Outcome> {
  const base = { ...NOTHING, item_id: item.id, expected_output: item.expectedOutput }
  let prompt: string | null = null
  try {
    const scorers = scorersOf(plan, item)
    prompt = fillIn(plan.template, item.variables)
    const started = plan.clock.now()
    const { model, temperature } = plan
    const completion = await callModel(plan.clock, plan.provider, { model, prompt, temperature }, signal)
    const latencyMs = Math.max(0, plan.clock.now() - started) // a clock set back must not make it negative
    const given = { ...completion, prompt, latencyMs, expectedOutput: item.expectedOutput }
    const scores = await Promise.all(scorers.map((scorer) => scorer.score(given, signal)))
    const verdict = verdictOf(
      scorers.map(({ scorer }) => scorer),
      scores,
    )
    return {
      ...base,
      ...responseColumns(completion),
      ...verdict,
      own_scorers: scorers === plan.scorers ? 0 : 1,
      scores: JSON.stringify(scores),
      latency_ms: latencyMs,
      rendered_prompt: prompt,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const attempts = prompt === null ? 0 : Number(error.details.attempts ?? 1)
    return { ...base, rendered_prompt: prompt, attempts, ...errorColumns(error.code, error.message) }
  }
}

const NOTHING = {
  score: null,
  finish_reason: null,
  latency_ms: null,
  cost: null,
  output: null,
  input_tokens: null,
  output_tokens: null,
  total_tokens: null,
  error_code: null,
  error_message: null,
  own_scorers: 0 as const,
  scores: '[]',
}

const errorColumns = (code: string, message: string) =>
  ({ status: 'errored', score: null, error_code: code, error_message: message }) as const

/** Those of the item are in place of the run's. */
function scorersOf(plan: Plan, { scorers }: DatasetCase): readonly ReadyScorer[] {
  if (scorers === null || scorers.length === 0) return plan.scorers
  return prepareScorers(scorers.map(completeScorer), plan, 'item.scorers')
}

/** @throws ApiError VALIDATION_ERROR for variables that the item lacks, and for a text that grows too long */
function fillIn(template: Template, variables: Readonly<Record<string, string>>): string {
  const { text, missing } = render(template, variables)
  const [first, ...others] = missing.map((name) => ({
    field: `variables.${name}`,
    issue: 'is missing in the item; the template uses it',
  }))
  if (first) throw validationError(first, ...others)
  return text
}

function responseColumns({ output, finishReason, usage, cost, attempts = 1 }: Completion) {
  return {
    output,
    finish_reason: finishReason,
    input_tokens: usage?.inputTokens ?? null,
    output_tokens: usage?.outputTokens ?? null,
    total_tokens: usage?.totalTokens ?? null,
    cost,
    attempts,
  }
}

/**
 * A case that one scorer could not score is errored. Otherwise it passes when every required scorer does; where none
 * is required, from a score of one half on.
 */
function verdictOf(scorers: readonly Scorer[], scores: readonly Score[]) {
  const unscored = scores.find(({ error }) => error !== null)
  if (unscored) return errorColumns('SCORER_FAILED', `${unscored.type}: ${unscored.error}`)
  const score = weightedMean(scorers, scores)
  const required = scores.filter((_, index) => scorers[index]?.required)
  const passed = required.length > 0 ? required.every((one) => one.passed) : score >= 0.5
  return { status: passed ? 'passed' : 'failed', score } as const
}

/** Scorers that all have no weight count alike. */
function weightedMean(scorers: readonly Scorer[], scores: readonly Score[]): number {
  const weights = scorers.map(({ weight }) => weight)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const share = (index: number) => (sum === 0 ? 1 / scores.length : (weights[index] ?? 0) / sum)
  const mean = scores.reduce((total, { score }, index) => total + (score ?? 0) * share(index), 0)
  // Rounded, for thirds that sum to 0.9999999999999999 would not reach a threshold of 1.
  return Math.min(1, Math.round(mean * 1e12) / 1e12)
}
