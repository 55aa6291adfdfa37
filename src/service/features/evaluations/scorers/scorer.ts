/**
 * A scorer reads its options once and then scores one case after the other. Glossary: a *case* is one
 * item of the dataset with the model's output. A *score* is from 0 to 1.
 */
import type { Score, Scorer } from '../../../../../generated/openapi.v1.ts'
import type { Completion, Models } from '../../../models/models.ts'
import type { Clock } from '../../../runtime/clock.ts'

export type ScorerType = Scorer['type']

/** The object of a score. */
export interface Case extends Completion {
  /** The prompt that the model received. */
  prompt: string
  expectedOutput: string | null
  /** Milliseconds of the model call. */
  latencyMs: number
}

/** The tools of a scorer that calls a model. */
export interface ScoringTools {
  models: Models
  clock: Clock
  /** Receives errors of a scorer that no case should cause. */
  report?: (error: unknown) => void
}

/**
 * Gives the score of a case, before `negate` and `threshold`.
 * @throws CannotScore when the case lacks the data to score by; ApiError when a scoring model fails
 */
export type ScoreCase = (given: Case, signal?: AbortSignal) => number | Promise<number>

/**
 * One kind of scorer. The document has checked the form of the options; what only the scorer can know, it checks here.
 * @throws UnacceptableOption
 */
export interface ScorerKind<Options = never> {
  /** The score that passes where the scorer names no threshold. */
  threshold: number
  prepare(options: Options, tools: ScoringTools): ScoreCase
}

/** A case that this scorer cannot score; the message states why. */
export class CannotScore extends Error {
  override readonly name = 'CannotScore'
}

/** An option that no run could work with. */
export class UnacceptableOption extends Error {
  override readonly name = 'UnacceptableOption'
  /** Below `options`. */
  readonly path: string

  constructor(path: string, issue: string) {
    super(issue)
    this.path = path
  }
}

/** A scorer, ready to run. */
export interface ReadyScorer {
  scorer: Scorer
  score(given: Case, signal?: AbortSignal): Promise<Score>
}
