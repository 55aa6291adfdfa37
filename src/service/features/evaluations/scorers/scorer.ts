/**
 * What a scorer is: it reads its options once and then scores one case after the other. Glossary: a *case* is one
 * item of the dataset with what the model made of it; a *score* is from 0 to 1.
 */
import type { Score, Scorer } from '../../../../../generated/openapi.v1.ts'
import type { Completion, Models } from '../../../models/models.ts'
import type { Clock } from '../../../runtime/clock.ts'

export type ScorerType = Scorer['type']

/** What there is to score. */
export interface Case extends Completion {
  /** What the model received. */
  prompt: string
  expectedOutput: string | null
  /** Milliseconds of the model call. */
  latencyMs: number
}

/** What a scorer that asks a model needs. */
export interface ScoringTools {
  models: Models
  clock: Clock
  /** Told of what a scorer threw that no case should bring about. */
  report?: (error: unknown) => void
}

/**
 * Gives the score of a case, before `negate` and `threshold`.
 * @throws CannotScore when the case holds nothing to score by; ApiError when a scoring model fails
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
