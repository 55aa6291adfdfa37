/** Records every exchange of a run: numbered, checked against the document, and reported. */
import { createCoverage } from '../../openapi/coverage.ts'
import type { Operation } from '../../openapi/operations.ts'
import { isUnsupportedByMock } from '../../openapi/unsupportedByMock.ts'
import { checkerOf } from '../../responses/checkResponse.ts'
import { responseRulesOf } from '../../responses/checks.ts'
import type { Finding } from '../../responses/finding.ts'
import type { Ledger } from './captures.ts'
import type { Leftovers } from './cleanup.ts'
import { failureOf } from './description.ts'
import { EntityTags, TAG_RULE } from './entityTags.ts'
import type { CheckOutcome, Recorded, RunEvent } from './events.ts'
import type { NewFinding } from './findings.ts'
import { isAttack, type Learning } from './learn/learning.ts'
import type { RunOptions } from './options.ts'
import type { Reach } from './reach.ts'
import type { Plan } from './rule.ts'
import type { Safety } from './safety/safety.ts'
import type { SeenValues } from './seenValues.ts'

interface RecorderParts {
  options: RunOptions
  plan: Plan
  ledger: Ledger
  safety: Pick<Safety, 'ownership' | 'writes'>
  leftovers: Leftovers
  reach: Reach
  seen: SeenValues
  emit(event: RunEvent): void
  suspect(finding: NewFinding): void
  /** Undefined where the run does not learn invariants. */
  learning: Learning | undefined
}

export class Recorder {
  readonly #parts: RecorderParts
  readonly #check: (exchange: Recorded) => Iterable<Finding>
  readonly #coverage
  /** The rules that the responses of each operation violate. */
  readonly #violated = new Map<string, Set<string>>()
  readonly #reach: Reach
  readonly #failures = new Set<string>()
  readonly #tags = new EntityTags()
  #requests = 0

  /** @param selected the operations of the run */
  constructor(parts: RecorderParts, selected: readonly Operation[]) {
    const { document, closed, specifiedOnly } = parts.options
    const checker = checkerOf(document, closed === true)
    this.#parts = parts
    this.#check = (exchange) => checker.check(exchange, { profile: specifiedOnly ? 'core' : 'full' })
    this.#coverage = createCoverage(selected)
    this.#reach = parts.reach
  }

  /** How many exchanges are recorded. */
  get requests(): number {
    return this.#requests
  }

  coverage() {
    return this.#coverage.report(this.#parts.options.excuses ?? [])
  }

  record(exchange: Omit<Recorded, 'number'>, isShared: boolean, beganAt = this.#requests): Recorded {
    const { safety, leftovers, ledger, seen, emit, learning } = this.#parts
    const recorded: Recorded = { ...exchange, number: ++this.#requests }
    safety.writes.sent(recorded, { status: recorded.status, creates: this.#creates(recorded) })
    if (recorded.status !== 0) {
      ledger.note(recorded)
      seen.note(recorded)
      learning?.note(recorded)
      safety.ownership.note(recorded, beganAt)
      leftovers.note(recorded, isShared)
      this.#note(recorded)
    }
    emit({ type: 'exchange', exchange: recorded })
    return recorded
  }

  /** One outcome for each operation that responded and each rule of single responses. */
  outcomes(): CheckOutcome[] {
    const { ruleIds, document } = this.#parts.options
    const rules = responseRulesOf(document).filter((id) => ruleIds?.includes(id) ?? true)
    return [...this.#violated].flatMap(([operationId, violated]) =>
      operationId === ''
        ? []
        : rules.map(
            (rule): CheckOutcome => ({
              check: `${rule}:${operationId}`,
              rule,
              operationId,
              constraint: 'responses',
              outcome: violated.has(rule) ? 'failed' : 'passed',
              ofResponses: true,
            }),
          ),
    )
  }

  #note(recorded: Recorded): void {
    const { operationId, status, path } = recorded
    this.#reach.note(recorded)
    if (operationId !== null) this.#coverage.record(operationId, status)
    // The document does not describe what another address responds.
    if (/^https?:/.test(path) || isUnsupportedByMock(recorded) || isAttack(recorded)) return
    this.#checkResponse(recorded)
    this.#checkTag(recorded)
  }

  #isSelected(operationId: string | undefined): boolean {
    return this.#parts.options.operations?.(operationId) ?? true
  }

  #creates({ operationId, method, status }: Recorded): boolean {
    const { resources } = this.#parts.plan.graph
    return (
      status === 201 ||
      (method === 'POST' && resources.some(({ create }) => create?.operationId === operationId))
    )
  }

  #checkResponse(exchange: Recorded): void {
    if (!this.#isSelected(exchange.operationId ?? undefined)) return
    const { suspect, options } = this.#parts
    const operationId = exchange.operationId ?? ''
    const violated = this.#violated.get(operationId) ?? new Set()
    this.#violated.set(operationId, violated)
    for (const problem of this.#problemsOf(exchange)) {
      if (options.ruleIds !== undefined && !options.ruleIds.includes(problem.rule)) continue
      violated.add(problem.rule)
      const constraint = `answer ${exchange.status}${problem.pointer ?? ''}`
      suspect({ ...problem, constraint, exchange, check: exchange.check, place: problem.place, with: [] })
    }
  }

  #checkTag(exchange: Recorded): void {
    const { suspect, options } = this.#parts
    if (!options.rules.some(({ id }) => id === TAG_RULE)) return
    const finding = this.#tags.note(exchange)
    if (finding === undefined || !this.#isSelected(exchange.operationId ?? undefined)) return
    if (options.specifiedOnly !== true && options.responsesOnly !== true) suspect(finding)
  }

  /** A schema that cannot be compiled is noted once; the other operations are still checked. */
  #problemsOf(exchange: Recorded): Iterable<Finding> {
    try {
      return this.#check(exchange)
    } catch (error) {
      const text = `Responses of ${exchange.operationId} cannot be checked: ${failureOf(error)}.`
      if (!this.#failures.has(text)) this.#parts.emit({ type: 'note', text })
      this.#failures.add(text)
      return []
    }
  }
}
