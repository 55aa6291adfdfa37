/** Runs the checks of all rules against a target, phase by phase, and reports what happens as events. */

import type { Resource } from '../../model/resources.ts'
import { DocumentError } from '../../openapi/document.ts'
import { skipText } from '../messages/skips.ts'
import { createBudget } from './budget.ts'
import { createLedger } from './captures.ts'
import { createCheckContext, type RecordedCheck } from './checkContext.ts'
import type { CheckContextParts } from './checkParts.ts'
import { cleanUp, cleanUpAfter, createLeftovers, remove } from './cleanup.ts'
import { systemClock } from './clock.ts'
import { Conclusions, type Skipped } from './conclusions.ts'
import { describeRun, failureOf } from './description.ts'
import { createDisturbances } from './disturbance.ts'
import type { EndReason } from './ending.ts'
import type { ConformanceFinding, LearnedInvariant, RunSummary } from './events.ts'
import { Fixtures } from './fixtures.ts'
import { Learning } from './learn/learning.ts'
import type { RunOptions } from './options.ts'
import { CHECK_PHASES, type CheckPhase, createPlan, type Planned, planChecks } from './plan.ts'
import { preflight, reach } from './preflight.ts'
import { Probes } from './probes.ts'
import { Reach } from './reach.ts'
import { Recorder } from './recorder.ts'
import { reproduceFindings } from './reproduce.ts'
import { NeedsExistingData, NotObserved, type Plan } from './rule.ts'
import { createSafety, type Safety } from './safety/safety.ts'
import { Schedule } from './schedule.ts'
import { SeenValues } from './seenValues.ts'
import { createTransport, OutOfTime, Unreachable, withHeaders } from './send.ts'
import { createSlots } from './slots.ts'
import { createReporting } from './telling.ts'
import { createTokens, TokenRejected } from './tokens.ts'
import { causesOf } from './triage.ts'

const DEFAULT_BUDGET_MS = 10 * 60_000
const DEFAULT_CONCURRENCY = 8
/** How many of the oldest resources are deleted at a time where a target limits their number. */
const MAX_DELETED_FOR_ROOM = 30

/**
 * Runs the kit: preflight, probe, checks, sequences, exclusive checks, reproduction, cleanup.
 * @returns once the run is over, however it ended
 * @throws DocumentError when the document cannot be used
 * @throws Unreachable when the target does not respond to the first request
 * @throws Unwelcome when the target rejects the first identity everywhere, or has none of the document's paths
 */
export const runConformance = (options: RunOptions): Promise<RunSummary> => new Run(options).execute()

interface Blocked {
  one: Planned
  context: RecordedCheck
  skipped: Skipped
  cause: Cause
}

/** The operation whose valid requests were all rejected, or the collection that was empty. */
type Cause = { operationId: string } | { collection: string }

/** The cause of a skip that may have gone since. */
function blockingCause(skipped: Skipped | undefined): Cause | undefined {
  const fact = skipped?.fact
  if (fact?.code === 'valid-requests-rejected') return { operationId: fact.operationId }
  return fact?.code === 'empty-collection' ? { collection: fact.collection } : undefined
}

/** Why a check runs again: others in parallel may have disturbed it, or its request can succeed now. */
type Repeated = 'doubtful' | 'unblocked'

/** Repeated checks send other values. */
const SALTS: Record<Repeated, number> = { doubtful: 2, unblocked: 4 }

class Run {
  readonly #options: RunOptions
  readonly #seed: number
  readonly #clock
  readonly #telling
  readonly #startedAt: number
  readonly #deadline: number
  readonly #plan: Plan
  readonly #planned: readonly Planned[]
  readonly #schedule: Schedule
  readonly #budget
  readonly #transport
  readonly #slots
  readonly #ledger = createLedger()
  readonly #safety: Safety
  readonly #leftovers
  readonly #disturbances
  readonly #recorder: Recorder
  readonly #conclusions: Conclusions
  readonly #probes: Probes
  readonly #parts: CheckContextParts
  /** Checks to run again without others in parallel, which may have caused their problems. */
  readonly #doubtful: Planned[] = []
  /** Checks that needed what could not be had yet, to run again at the end of the phase. */
  readonly #blocked: Blocked[] = []
  /** Collections that are still empty when such checks run again. */
  readonly #empty = new Set<string>()
  readonly #reach: Reach
  readonly #seen = new SeenValues()
  readonly #learning: Learning | undefined
  #learned: LearnedInvariant[] = []
  #end: EndReason | undefined

  constructor(options: RunOptions) {
    const { document, target, clock = systemClock, concurrency = DEFAULT_CONCURRENCY } = options
    if (document.kind !== 'openapi')
      throw new DocumentError('UNKNOWN_KIND', `${document.source}: expected an OpenAPI document.`)
    this.#options = options
    this.#seed = options.seed ?? 1
    this.#clock = clock
    this.#telling = createReporting(options.subscribers)
    this.#startedAt = clock.now()
    this.#deadline = this.#startedAt + (options.timeBudget ?? DEFAULT_BUDGET_MS)
    this.#plan = createPlan(options)
    this.#planned = planChecks(this.#plan, options)
    this.#schedule = new Schedule(this.#planned)
    this.#budget = createBudget(clock, this.#deadline, () => options.signal?.aborted === true)
    const line = withHeaders(
      options.transport ?? createTransport(target, options.ca, concurrency * 2, options.maxBody),
      this.#plan.headers,
    )
    this.#transport = this.#budget.bound(line)
    this.#slots = createSlots(concurrency, clock)
    const tokens = createTokens(options.ca, clock, this.#budget.left)
    this.#safety = createSafety({
      plan: this.#plan,
      transport: this.#budget.boundToEnd(line),
      tokens,
      clock,
      recorded: () => this.#recorder.requests,
    })
    this.#leftovers = createLeftovers(
      this.#plan,
      (path) => this.#safety.ownership.ownerOf(path) !== undefined,
    )
    this.#disturbances = createDisturbances(this.#plan)
    const { report } = this.#telling
    this.#conclusions = new Conclusions(options, this.#plan, this.#planned, report)
    const selected = this.#plan.api.operations.filter((one) => options.operations?.(one.operationId) ?? true)
    this.#reach = new Reach(this.#plan.api, (id) => options.operations?.(id) ?? true)
    const isSelected = (id: string) => options.operations?.(id) ?? true
    this.#learning =
      options.learn === true ? new Learning({ document, plan: this.#plan, isSelected }) : undefined
    this.#recorder = new Recorder(
      {
        options,
        plan: this.#plan,
        ledger: this.#ledger,
        safety: this.#safety,
        leftovers: this.#leftovers,
        reach: this.#reach,
        seen: this.#seen,
        emit: report,
        suspect: (finding) => this.#conclusions.suspect(finding),
        learning: this.#learning,
      },
      selected,
    )
    this.#parts = this.#createParts(tokens)
    this.#probes = new Probes(this.#planned)
  }

  async execute(): Promise<RunSummary> {
    const { report, requireAllTold } = this.#telling
    const run = describeRun(this.#options, this.#planned.length, this.#plan, this.#startedAt)
    report({ type: 'run-started', run })
    for (const text of this.#options.notes ?? []) report({ type: 'note', text })
    try {
      await this.#preflight()
      await this.#probe()
      for (const phase of CHECK_PHASES) await this.#check(phase)
      if (!this.#isOver()) await this.#learn()
    } catch (error) {
      await this.#endBy(error)
    }
    this.#conclude()
    const findings = await this.#reproduce()
    const left = await this.#cleanUp()
    const summary = this.#summarize(findings, left)
    report({ type: 'run-finished', summary })
    requireAllTold()
    return summary
  }

  async #preflight(): Promise<void> {
    await reach(this.#transport)
    if (this.#options.replay === undefined) await preflight(this.#parts, this.#options.target)
  }

  /** Confirms or refutes the inferences that checks rest on. */
  async #probe(): Promise<void> {
    const facts = this.#probes.facts()
    const work = async () => {
      for (let fact = facts.shift(); fact !== undefined && !this.#isOver(); fact = facts.shift()) {
        const one = fact
        await this.#slots.act(() => this.#probeOne(one))
      }
    }
    await Promise.all(Array.from({ length: this.#slots.begun }, work))
  }

  async #probeOne({ check, probe }: ReturnType<Probes['facts']>[number]): Promise<void> {
    // Other words than those of the check that has the same name.
    const parts = { ...this.#parts, salt: this.#parts.salt + 3 }
    try {
      await this.#budget.within(probe(createCheckContext(parts, check, this.#seed)))
      await cleanUpAfter(this.#parts, this.#leftovers, check)
    } catch (error) {
      this.#skippedBy(error, check)
    }
  }

  async #check(phase: CheckPhase): Promise<void> {
    const workers = phase === 'exclusive' ? 1 : this.#slots.begun
    await Promise.all(Array.from({ length: workers }, () => this.#work(phase)))
    if (phase !== 'sequences') return
    await Promise.all(Array.from({ length: workers }, () => this.#repeatBlocked()))
    await this.#repeatDoubtful()
  }

  async #repeatBlocked(): Promise<void> {
    while (!this.#isOver()) {
      const next = this.#blocked.shift()
      if (next === undefined) return
      const { one, context, skipped, cause } = next
      const isBlocked =
        'operationId' in cause
          ? !this.#parts.fixtures.hasSucceeded(cause.operationId)
          : this.#empty.has(cause.collection)
      if (isBlocked) {
        this.#conclusions.conclude(one, context, skipped)
        continue
      }
      await this.#slots.act(async () => {
        const still = blockingCause(await this.#runOne(one, 'unblocked'))
        if (still !== undefined && 'collection' in still) this.#empty.add(still.collection)
      })
    }
  }

  async #work(phase: CheckPhase): Promise<void> {
    for (let isDone = false; !isDone && !this.#isOver(); )
      await this.#slots.act(async () => {
        const one = this.#isOver() ? undefined : this.#schedule.take(phase)
        if (one === undefined) isDone = true
        else await this.#runOne(one)
      })
  }

  async #repeatDoubtful(): Promise<void> {
    while (!this.#isOver()) {
      const next = this.#doubtful.shift()
      if (next === undefined) return
      await this.#runOne(next, 'doubtful')
    }
  }

  /** @returns why the check was skipped, if so */
  async #runOne(one: Planned, repeated?: Repeated): Promise<Skipped | undefined> {
    const { id, check } = one
    this.#leftovers.begin(id)
    const isRepeated = repeated !== undefined
    const parts = isRepeated ? { ...this.#parts, salt: this.#parts.salt + SALTS[repeated] } : this.#parts
    const context = createCheckContext(parts, id, this.#seed)
    const since = this.#recorder.requests
    const refutation = this.#probes.against(one)
    if (refutation !== undefined) {
      this.#conclusions.conclude(one, context, { reason: refutation })
      return undefined
    }
    let skipped: Skipped | undefined
    try {
      await this.#budget.within(check.run(context))
    } catch (error) {
      skipped = this.#skippedBy(error, id)
    } finally {
      await context.settle()
    }
    if (check.plain === true && !isRepeated) this.#noteReach(one, context, skipped)
    this.#leftovers.finish(id)
    // The resources of a finding stay for its reproduction. Exclusive checks run one at a time, and must not see the
    // deletions of the one before.
    if (context.problems.length === 0 && !isRepeated && check.exclusive !== true) await this.#leaveNothing(id)
    const cause = isRepeated || context.problems.length > 0 ? undefined : blockingCause(skipped)
    if (skipped !== undefined && cause !== undefined && check.exclusive !== true)
      this.#blocked.push({ one, context, skipped, cause })
    else if (
      repeated !== 'doubtful' &&
      check.exclusive !== true &&
      context.problems.length > 0 &&
      this.#disturbances.met(id, context.exchanges, since)
    )
      this.#doubtful.push(one)
    else this.#conclusions.conclude(one, context, skipped)
    return skipped
  }

  /** Why the plain request of an operation had no success; what another check sends may have one yet. */
  #noteReach({ check: { operation } }: Planned, context: RecordedCheck, skipped: Skipped | undefined): void {
    const [problem] = context.problems
    if (operation === undefined || (skipped === undefined && problem === undefined)) return
    const rejection = skipped === undefined ? problem?.exchange : skipped.obstacle
    this.#reach.failed(operation.operationId, {
      reason: skipped?.reason ?? `received ${rejection?.status} for a valid request`,
      needsExistingData: skipped?.needsExistingData === true,
      rejection,
    })
  }

  /** Deletes what a check created for itself. */
  readonly #leaveNothing = (check: string): Promise<void> => {
    this.#leftovers.finish(check)
    return cleanUpAfter(this.#parts, this.#leftovers, check)
  }

  /**
   * Why a check is skipped. A failure of the kit itself ends one check, not the run.
   * @throws what ends the run
   */
  #skippedBy(error: unknown, id: string): Skipped {
    if (error instanceof Unreachable || error instanceof TokenRejected) throw error
    if (error instanceof OutOfTime) this.#end ??= { kind: 'time-budget' }
    if (error instanceof NotObserved)
      return {
        reason: skipText(error.fact),
        fact: error.fact,
        ...(error.exchange !== undefined && { obstacle: error.exchange }),
        ...(error instanceof NeedsExistingData && { needsExistingData: true as const }),
      }
    const reason = `the kit failed: ${failureOf(error)}`
    this.#telling.report({ type: 'note', text: `${id}: ${reason}.` })
    return { reason }
  }

  async #learn(): Promise<void> {
    const learned = this.#learning?.learn({
      contextOf: (check) => createCheckContext(this.#parts, check, this.#seed),
      isOver: () => this.#isOver(),
      cleanUp: this.#leaveNothing,
      now: () => this.#clock.now(),
    })
    this.#learned = (await learned) ?? []
  }

  #isOver(): boolean {
    if (this.#options.signal?.aborted === true) this.#end ??= { kind: 'interrupted' }
    else if (this.#clock.now() > this.#deadline) this.#end ??= { kind: 'time-budget' }
    else if (this.#options.enough?.() === true) this.#end ??= { kind: 'enough' }
    return this.#end !== undefined
  }

  /** @throws what makes a report impossible */
  async #endBy(error: unknown): Promise<void> {
    if (error instanceof OutOfTime) this.#end ??= { kind: 'time-budget' }
    else if (error instanceof Unreachable && this.#recorder.requests > 0)
      this.#end = { kind: 'target-lost', error: error.message }
    else {
      this.#end = { kind: 'interrupted' } // stops the checks that run in parallel
      await this.#close()
      throw error
    }
  }

  #conclude(): void {
    for (const one of this.#doubtful) this.#conclusions.unreached(one)
    for (const { one, context, skipped } of this.#blocked) this.#conclusions.conclude(one, context, skipped)
    if (this.#options.responsesOnly !== true)
      for (const one of this.#schedule.rest()) this.#conclusions.unreached(one)
    this.#conclusions.compareHabits()
    for (const outcome of this.#recorder.outcomes()) this.#conclusions.report(outcome)
  }

  get #isAlive(): boolean {
    return this.#end?.kind !== 'target-lost'
  }

  async #reproduce(): Promise<ConformanceFinding[]> {
    this.#budget.beginRepeating()
    const findings = await reproduceFindings({
      findings: this.#conclusions.findings,
      planned: this.#planned,
      parts: this.#parts,
      ledger: this.#ledger,
      options: this.#options,
      seed: this.#seed,
      alive: this.#isAlive,
      budget: this.#budget,
    })
    for (const finding of findings) this.#telling.report({ type: 'finding', finding })
    return findings
  }

  /** @returns what is left on the target */
  async #cleanUp(): Promise<string[]> {
    this.#budget.beginCleanup()
    const left = this.#isAlive
      ? await cleanUp(this.#parts, this.#leftovers, this.#budget.end())
      : this.#leftovers.list().map(({ wire }) => wire.path)
    await this.#close()
    return [...left, ...this.#safety.singletons.left(), ...this.#safety.ownership.undeletable()]
  }

  /** A transport that the caller gave stays open. */
  async #close(): Promise<void> {
    if (this.#options.transport === undefined) await this.#transport.close()
  }

  #summarize(findings: readonly ConformanceFinding[], left: string[]): RunSummary {
    return {
      ...this.#conclusions.counts,
      requests: this.#recorder.requests,
      milliseconds: this.#clock.now() - this.#startedAt,
      coverage: this.#recorder.coverage(),
      reached: {
        operations: this.#reach.size,
        ofOperations: this.#reach.of,
        checks: this.#schedule.begun,
        ofChecks: this.#planned.length,
      },
      unreached: this.#reach.unreached(),
      inferences: this.#probes.report(),
      learned: this.#learned,
      causes: causesOf(findings),
      writes: this.#safety.writes.list(),
      left,
      ...(this.#end !== undefined && { endedEarly: this.#end }),
    }
  }

  #createParts(tokens: CheckContextParts['tokens']): CheckContextParts {
    const isSlow = (resource: Resource) => this.#schedule.bringForward(resource)
    const fixtures = new Fixtures(this.#options.recipes ?? {}, this.#seen, isSlow)
    return {
      plan: this.#plan,
      fixtures,
      transport: this.#transport,
      clock: this.#clock,
      pause: (milliseconds) => this.#budget.pause(milliseconds, this.#slots.wait),
      tokens,
      ...this.#safety,
      allowsExisting: this.#options.allowExistingData === true,
      deadline: this.#deadline,
      salt: this.#startedAt >>> 0,
      makeRoom: async (resource, check) => {
        const free = this.#leftovers.takeFinished(resource, MAX_DELETED_FOR_ROOM, check)
        for (const one of free) await remove(this.#parts, one, this.#deadline)
        return free.length > 0
      },
      begin: (request) => this.#disturbances.begin(request, this.#recorder.requests),
      recorded: () => this.#recorder.requests,
      record: (exchange, isShared, beganAt) => this.#recorder.record(exchange, isShared, beganAt),
    }
  }
}
