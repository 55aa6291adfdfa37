/** Derives the outcomes and findings of a run from its checks. */

import type { Hints } from '../config/hints.ts'
import type { SkipFact } from '../messages/skips.ts'
import type { RecordedCheck } from './checkContext.ts'
import type { Habit } from './checkParts.ts'
import type { CheckOutcome, Recorded, RunEvent } from './events.ts'
import { createFindings, type Findings, fromCheck, type NewFinding, suspicionOf } from './findings.ts'
import { unusualHabits } from './habits.ts'
import type { RunOptions } from './options.ts'
import type { Planned } from './plan.ts'
import type { Plan } from './rule.ts'

/** Why a check is skipped. */
export interface Skipped {
  reason: string
  /** The reason as data, where a rule reported it. */
  fact?: SkipFact
  /** The error response that made the check impossible. */
  obstacle?: Recorded
  /** It writes to data that the run did not create. */
  needsExistingData?: true
}

export class Conclusions {
  readonly findings: Findings
  readonly counts = { passed: 0, failed: 0, skipped: 0 }
  readonly #options: RunOptions
  readonly #plan: Plan
  readonly #emit: (event: RunEvent) => void
  readonly #habits: Habit[] = []

  /** @param planned the checks in the order of the plan */
  constructor(options: RunOptions, plan: Plan, planned: readonly Planned[], emit: (event: RunEvent) => void) {
    this.findings = createFindings(new Map(planned.map(({ id }, index) => [id, index])))
    this.#options = options
    this.#plan = plan
    this.#emit = emit
  }

  suspect(finding: NewFinding): void {
    this.findings.add(finding)
    this.#emit({ type: 'suspicion', suspicion: suspicionOf(finding) })
  }

  report(outcome: CheckOutcome): void {
    this.counts[outcome.outcome]++
    this.#emit({ type: 'outcome', outcome })
  }

  /** @param skipped why nothing could be observed; undefined where the check ran to its end */
  conclude(one: Planned, context: RecordedCheck, skipped: Skipped | undefined): void {
    if (this.#options.responsesOnly === true) return
    const { id, rule, check } = one
    const excuse = this.#excuseOf(one)
    if (excuse === undefined) this.#habits.push(...context.habits)
    const found = context.problems.map((problem) => fromCheck(rule.id, check, id, problem))
    const failures = excuse === undefined ? found.filter((finding) => this.#counts(finding)) : []
    for (const finding of failures) this.suspect(finding)
    if (failures.length > 0) this.report({ ...outcomeOf(one), outcome: 'failed' })
    else if (excuse !== undefined)
      this.report({ ...outcomeOf(one), outcome: 'skipped', reason: excuse.reason })
    else if (skipped === undefined) this.report({ ...outcomeOf(one), outcome: 'passed' })
    else this.report({ ...outcomeOf(one), outcome: 'skipped', ...shownSkip(skipped) })
  }

  /** The run ended before this check began, or before it was repeated without others in parallel. */
  unreached(one: Planned): void {
    this.report({
      ...outcomeOf(one),
      outcome: 'skipped',
      reason: 'the run ended before this check',
      unreached: true,
    })
  }

  /** Finds operations that differ from what nearly all others do. */
  compareHabits(): void {
    for (const finding of unusualHabits(this.#habits)) if (this.#counts(finding)) this.suspect(finding)
  }

  #counts({ provenance }: { provenance: string }): boolean {
    return this.#options.specifiedOnly !== true || provenance === 'specified'
  }

  #excuseOf({ rule, check }: Planned): NonNullable<Hints['excused']>[number] | undefined {
    const operationId = check.operation?.operationId ?? null
    return this.#plan.hints.excused?.find(
      (one) =>
        one.rule === rule.id &&
        (one.operation ?? operationId) === operationId &&
        (one.check ?? check.name) === check.name,
    )
  }
}

const shownSkip = ({
  reason,
  fact,
  obstacle,
}: Skipped): Pick<CheckOutcome, 'reason' | 'skip' | 'obstacle'> => ({
  reason,
  ...(fact !== undefined && { skip: fact }),
  ...(obstacle !== undefined && { obstacle: { operationId: obstacle.operationId, status: obstacle.status } }),
})

const outcomeOf = ({ id, rule, check }: Planned): Omit<CheckOutcome, 'outcome'> => ({
  check: id,
  rule: rule.id,
  operationId: check.operation?.operationId ?? null,
  constraint: check.constraint ?? check.name,
})
