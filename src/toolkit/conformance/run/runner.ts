/** Runs the trials of all rules against a target, and tells what happens as events. */
import { createCoverage, DocumentError } from '../../openapi/index.ts'
import { checkerOf } from '../../responses/checkResponse.ts'
import { responseChecks } from '../../responses/checks.ts'
import { createSafety } from '../safety/safety.ts'
import { createBudget } from './budget.ts'
import { createLedger } from './captures.ts'
import { cleanUp, cleanUpAfter, createLeftovers, remove } from './cleanup.ts'
import { describeRun, failureOf } from './description.ts'
import { createDisturbances } from './disturbance.ts'
import type { Recorded, RunSummary, TrialOutcome } from './events.ts'
import { createFindings, fromTrial, type NewFinding, suspicionOf } from './findings.ts'
import { createFixtures } from './fixtures.ts'
import { unusualHabits } from './habits.ts'
import { isUnsupportedByMock } from './notObserved.ts'
import type { RunOptions } from './options.ts'
import { bringForward, createPlan, type Planned, phaseOf, planTrials } from './plan.ts'
import { preflight, probe } from './preflight.ts'
import { reproduceFindings } from './reproduce.ts'
import { NotObserved } from './rule.ts'
import { createTransport, OutOfTime, Unreachable, withHeaders } from './send.ts'
import { createSlots } from './slots.ts'
import { createTelling } from './telling.ts'
import { createTokens, TokenRefused } from './tokens.ts'
import {
  createTrialContext,
  type Habit,
  type RecordedTrial,
  systemClock,
  type TrialContextParts,
} from './trialContext.ts'

const DEFAULT_BUDGET = 10 * 60_000
const DEFAULT_CONCURRENCY = 8
/** How many old items go at a time where a target holds so many only. */
const MADE_ROOM = 30

/**
 * Runs the kit. Resolves when the run is over, however it ended.
 * @throws DocumentError when the document cannot be used
 * @throws Unreachable when the target does not answer the first request
 */
export async function runConformance(options: RunOptions): Promise<RunSummary> {
  const { document, target, seed = 1, clock = systemClock } = options
  if (document.kind !== 'openapi')
    throw new DocumentError('UNKNOWN_KIND', `${document.source}: expected an OpenAPI document.`)
  const concurrency = options.concurrency ?? DEFAULT_CONCURRENCY
  const { tell, requireAllTold } = createTelling(options.subscribers)
  const startedAt = clock.now()
  const deadline = startedAt + (options.timeBudget ?? DEFAULT_BUDGET)
  const plan = createPlan(options)
  const planned = planTrials(plan, options)
  const budget = createBudget(clock, deadline, () => options.signal?.aborted === true)
  const line = withHeaders(
    options.transport ?? createTransport(target, options.ca, concurrency * 2, options.maxBody),
    plan.headers,
  )
  const transport = budget.bound(line)
  const checker = checkerOf(document, options.closed === true)
  const isSelected = (id: string | undefined) => options.operations?.(id) ?? true
  const selected = plan.api.operations.filter(({ operationId }) => isSelected(operationId))
  const coverage = createCoverage(selected)
  const ledger = createLedger()
  const slots = createSlots(concurrency, clock)
  const fixtures = createFixtures(options.recipes ?? {}, (resource) => bringForward(planned, next, resource))
  const findings = createFindings()
  const tokens = createTokens(options.ca, clock, budget.left)
  const safety = createSafety({
    plan,
    transport: budget.boundToEnd(line),
    tokens,
    clock,
    recorded: () => requests,
  })
  const { ownership, writes } = safety
  const leftovers = createLeftovers(plan, (path) => ownership.ownerOf(path) !== undefined)
  const allowsExisting = options.allowExistingData === true
  const disturbances = createDisturbances(plan)
  /** Trials to be run once more, alone; each with what to tell when there is no time for that. */
  const doubtful: { one: Planned; conclude(): void }[] = []
  const habits: Habit[] = []
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const checked = new Map<string, Set<string>>()
  const counted = ({ provenance }: { provenance: string }) =>
    options.specifiedOnly !== true || provenance === 'specified'
  let requests = 0
  let endedEarly: string | undefined

  const suspect = (finding: NewFinding) => {
    findings.add(finding)
    tell({ type: 'suspicion', suspicion: suspicionOf(finding) })
  }
  /** Notes which rules of single answers an operation's answers keep and break. */
  const check = (exchange: Recorded) => {
    if (!isSelected(exchange.operationId ?? undefined)) return
    const operationId = exchange.operationId ?? ''
    const broken = checked.get(operationId) ?? new Set()
    checked.set(operationId, broken)
    for (const problem of problemsOf(exchange)) {
      if (options.ruleIds !== undefined && !options.ruleIds.includes(problem.rule)) continue
      broken.add(problem.rule)
      const constraint = `answer ${exchange.status}${problem.pointer ?? ''}`
      suspect({ ...problem, constraint, exchange, trial: exchange.trial, place: undefined, with: [] })
    }
  }
  const unchecked = new Set<string>()
  const succeeded = new Set<string>()
  const problemsOf = (exchange: Recorded) => {
    try {
      return checker.check(exchange, { profile: options.specifiedOnly ? 'core' : 'full' })
    } catch (error) {
      const text = `The answers of ${exchange.operationId} are not judged: ${failureOf(error)}.`
      if (!unchecked.has(text)) tell({ type: 'note', text })
      unchecked.add(text)
      return []
    }
  }
  const creates = ({ operationId, method, status }: Recorded): boolean =>
    status === 201 ||
    (method === 'POST' && plan.graph.resources.some(({ create }) => create?.operationId === operationId))
  const parts: TrialContextParts = {
    plan,
    fixtures,
    transport,
    clock,
    pause: (milliseconds) => budget.pause(milliseconds, slots.wait),
    tokens,
    ...safety,
    allowsExisting,
    deadline,
    salt: startedAt >>> 0,
    async makeRoom(resource) {
      const free = leftovers.takeFinished(resource, MADE_ROOM)
      for (const one of free) await remove(parts, one, deadline)
      return free.length > 0
    },
    begin: (request) => disturbances.begin(request, requests),
    recorded: () => requests,
    record(exchange, keep, beganAt = requests) {
      const recorded: Recorded = { ...exchange, number: ++requests }
      writes.sent(recorded, { status: recorded.status, creates: creates(recorded) })
      if (recorded.status === 0) {
        tell({ type: 'exchange', exchange: recorded })
        return recorded // there is no answer to check
      }
      ledger.note(recorded)
      ownership.note(recorded, beganAt)
      leftovers.note(recorded, keep)
      if (recorded.operationId !== null && recorded.status < 300 && isSelected(recorded.operationId))
        succeeded.add(recorded.operationId)
      if (recorded.operationId !== null) coverage.record(recorded.operationId, recorded.status)
      // What went to another address is none of this document's.
      if (!/^https?:/.test(recorded.path) && !isUnsupportedByMock(recorded)) check(recorded)
      tell({ type: 'exchange', exchange: recorded })
      return recorded
    },
  }
  const outcome = (told: TrialOutcome) => {
    counts[told.outcome]++
    tell({ type: 'outcome', outcome: told })
  }
  const runOne = async (one: Planned, alone = false) => {
    const { id, trial } = one
    const context = createTrialContext(alone ? { ...parts, salt: parts.salt + 2 } : parts, id, seed)
    const since = requests
    let reason: string | undefined
    let obstacle: TrialOutcome['obstacle']
    try {
      await trial.run(context)
    } catch (error) {
      if (error instanceof Unreachable || error instanceof TokenRefused) throw error
      if (error instanceof OutOfTime) endedEarly ??= 'time budget'
      // One trial that the kit cannot finish is no reason to tell nothing of the others.
      reason = error instanceof NotObserved ? error.message : `the kit failed: ${failureOf(error)}`
      if (!(error instanceof NotObserved)) tell({ type: 'note', text: `${id}: ${reason}.` })
      else if (error.exchange !== undefined) obstacle = obstacleOf(error.exchange)
    } finally {
      await context.settle()
    }
    leftovers.finish(id)
    // What a finding shows stays as it is; what is alone is in nobody's way, and the next may hear of the deletion.
    if (context.problems.length === 0 && !alone && trial.exclusive !== true)
      await cleanUpAfter(parts, leftovers, id)
    const conclude = () => conclusion(one, context, reason, obstacle)
    if (!alone && context.problems.length > 0 && disturbances.met(id, context.exchanges, since))
      doubtful.push({ one, conclude })
    else conclude()
  }
  const conclusion = (
    { id, rule, trial }: Planned,
    context: RecordedTrial,
    reason: string | undefined,
    obstacle: TrialOutcome['obstacle'],
  ) => {
    if (options.answersAlone === true) return
    const operationId = trial.operation?.operationId ?? null
    const excuse = plan.hints.excused?.find(
      (one) =>
        one.rule === rule.id &&
        (one.operation ?? operationId) === operationId &&
        (one.trial ?? trial.name) === trial.name,
    )
    if (excuse === undefined) habits.push(...context.habits)
    const found = context.problems.map((problem) => fromTrial(rule.id, trial, id, problem))
    const broken = excuse === undefined ? found.filter(counted) : []
    for (const finding of broken) suspect(finding)
    const kind =
      broken.length > 0 ? 'failed' : reason !== undefined || excuse !== undefined ? 'skipped' : 'passed'
    outcome({
      trial: id,
      rule: rule.id,
      operationId,
      constraint: trial.constraint ?? trial.name,
      outcome: kind,
      ...(kind === 'skipped' && { reason: excuse?.reason ?? reason ?? '' }),
      ...(kind === 'skipped' && excuse === undefined && obstacle !== undefined && { obstacle }),
    })
  }
  const notReached = ({ id, rule, trial }: Planned) =>
    outcome({
      trial: id,
      rule: rule.id,
      operationId: trial.operation?.operationId ?? null,
      constraint: trial.constraint ?? trial.name,
      outcome: 'skipped',
      reason: `${endedEarly}: the run was over before its turn`,
      unreached: true,
    })

  let next = 0
  const isOver = () => {
    if (options.signal?.aborted === true) endedEarly ??= 'interrupted'
    else if (clock.now() > deadline) endedEarly ??= 'time budget'
    else if (options.enough?.() === true) endedEarly ??= 'enough was found'
    return endedEarly !== undefined
  }
  const work = async (until: number): Promise<void> => {
    while (next < until && !isOver())
      await slots.act(async () => {
        const one = next < until && !isOver() ? planned[next++] : undefined
        if (one !== undefined) await runOne(one)
      })
  }
  const beside = (phase: 0 | 1) => Promise.all(Array.from({ length: slots.begun }, () => work(endOf(phase))))
  tell({ type: 'run-started', run: describeRun(options, planned.length, plan, startedAt) })
  for (const text of options.notes ?? []) tell({ type: 'note', text })
  const endOf = (phase: 0 | 1) => planned.filter((one) => phaseOf(one) <= phase).length
  try {
    await probe(transport)
    if (options.replay === undefined) await preflight(parts, target)
    await beside(0)
    await beside(1)
    while (doubtful.length > 0 && !isOver()) {
      const next = doubtful.shift()
      if (next !== undefined) await runOne(next.one, true)
    }
    await work(planned.length)
  } catch (error) {
    if (error instanceof OutOfTime) endedEarly ??= 'time budget'
    else if (!(error instanceof Unreachable) || requests === 0) {
      endedEarly = 'the run cannot go on' // nor does what is under way beside
      if (options.transport === undefined) await transport.close()
      throw error
    } else endedEarly = `the target stopped answering: ${error.message}`
  }
  for (const { conclude } of doubtful) conclude()
  if (options.answersAlone !== true) for (const one of planned.slice(next)) notReached(one)
  for (const finding of unusualHabits(habits).filter(counted)) suspect(finding)
  const ids = Object.keys(responseChecks).filter((id) => options.ruleIds?.includes(id) ?? true)
  for (const [operationId, broken] of checked) {
    if (operationId === '') continue
    for (const rule of ids) {
      const kind = broken.has(rule) ? 'failed' : 'passed'
      outcome({
        trial: `${rule}:${operationId}`,
        rule,
        operationId,
        constraint: 'answers',
        outcome: kind,
        ofAnswers: true,
      })
    }
  }
  const alive = !(endedEarly?.startsWith('the target') ?? false)
  const reproduction = { findings, planned, parts, ledger, options, seed, alive }
  budget.beginRepeating()
  const told = await reproduceFindings({ ...reproduction, until: budget.end() })
  for (const finding of told) tell({ type: 'finding', finding })
  budget.beginCleanup()
  const left = alive
    ? await cleanUp(parts, leftovers, budget.end())
    : leftovers.list().map(({ wire }) => wire.path)
  if (options.transport === undefined) await transport.close()
  const summary: RunSummary = {
    passed: counts.passed,
    failed: counts.failed,
    skipped: counts.skipped,
    requests,
    milliseconds: clock.now() - startedAt,
    coverage: coverage.report(options.excuses ?? []),
    reached: {
      operations: succeeded.size,
      ofOperations: selected.length,
      checks: next,
      ofChecks: planned.length,
    },
    writes: writes.list(),
    left: [...left, ...parts.singletons.left()],
    ...(endedEarly !== undefined && { endedEarly }),
  }
  tell({ type: 'run-finished', summary })
  requireAllTold()
  return summary
}

const obstacleOf = ({ operationId, status }: Recorded) => ({ operationId, status })
