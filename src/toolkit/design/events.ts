/** The events that the loop reports. */

export type StepName = 'lint' | 'bundle' | 'docs' | 'mock' | 'breaks' | 'code' | 'compile'

export interface StepResult {
  step: StepName
  /** The document's name; empty for what concerns the whole project. */
  document: string
  /** `bad`: there is an error to fix. */
  state: 'good' | 'bad'
  summary: string
  /** One finding each. */
  lines: string[]
  /** Since the save. */
  milliseconds: number
}

export interface LoopEvents {
  saved(files: string[]): void
  step(result: StepResult): void
  /**
   * The results of a document are of a state before the present one, until the next result of the same step. The empty
   * name stands for what concerns the whole project.
   */
  stale(document: string, reason: string): void
  /** The results of a document apply to its present state after all. */
  fresh(document: string): void
  /** Every step of the last save but the compiler's is done. */
  settled(milliseconds: number): void
}
