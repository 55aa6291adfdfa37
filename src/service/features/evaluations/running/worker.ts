/**
 * Runs evaluations: one job each. Every result is stored with its event and its count in one transaction, which also
 * renews the claim on the job. Results that are there at the same time share it. The run ends in one transaction with its last event and the requested report.
 * After a kill, it continues from the stored results.
 */
import { setMaxListeners } from 'node:events'
import { ApiError } from '../../../errors.ts'
import type { Outbox } from '../../../events/outbox.ts'
import type { ClaimedJob, Jobs, Worker } from '../../../jobs/jobs.ts'
import type { Models } from '../../../models/models.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Identifiers } from '../../../runtime/identifiers.ts'
import { together } from '../../../runtime/together.ts'
import type { Database } from '../../../storage/database.ts'
import { parseTemplate } from '../../../template/parseTemplate.ts'
import { makeReport, type PlannedReport } from '../../reports/queries.ts'
import * as evaluationStore from '../model/evaluation.ts'
import { EVALUATION, evaluationEnded, evaluationStarted, type RunRow, sourceOf } from '../model/evaluation.ts'
import type { ResultRow } from '../model/result.ts'
import * as resultStore from '../model/result.ts'
import { prepareScorers } from '../scorers/index.ts'
import { evaluateCase, type Outcome, openCases, type Plan } from './evaluateCase.ts'
import { endingOf } from './summarise.ts'

interface EvaluationWorkerParts {
  database: Database
  jobs: Jobs
  outbox: Outbox
  models: Models
  clock: Clock
  ids: Identifiers
  /** Receives a defect of a scorer: the case is errored, and the run continues. */
  report: (error: unknown) => void
}

/** Milliseconds; between two heartbeats fits a lease thrice. */
const LEASE = 15_000
const HEARTBEAT = 5_000

/** Claims, those after restarts included, after which a run that fails by itself each time is given up. */
const MAX_CLAIMS = 100

/** A case with its result, which is not stored yet. */
interface DoneCase {
  /** In the run, from 1. */
  position: number
  outcome: Outcome
}

/** The run has ended by another's hand: it was cancelled. */
class RunEnded extends Error {}

export const createEvaluationWorker = (parts: EvaluationWorkerParts): Worker => new EvaluationWorker(parts)

class EvaluationWorker implements Worker {
  readonly kind = EVALUATION
  readonly concurrency = 32
  /** Runs of one organization at a time; its others wait. */
  readonly queueConcurrency = 4
  readonly lease = LEASE
  readonly #parts: EvaluationWorkerParts

  constructor(parts: EvaluationWorkerParts) {
    this.#parts = parts
  }

  async run(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const run = await this.#begin(job)
    if (run === undefined) return
    try {
      await this.#end(job, run, await this.#work(job, run, signal), signal)
    } catch (error) {
      if (!(error instanceof RunEnded)) throw error
      await this.#parts.database.write((tx) => this.#parts.jobs.complete(tx, job))
    }
  }

  /** @returns the run; undefined when there is nothing left to do, and the job has ended. */
  #begin(job: ClaimedJob): Promise<RunRow | undefined> {
    return this.#parts.database.write(async (tx) => {
      const run = await evaluationStore.findRun(tx, job.subject)
      if (run?.status === 'running') return run
      if (run?.status !== 'queued') {
        await this.#parts.jobs.complete(tx, job)
        return undefined
      }
      const started = await evaluationStore.markStarted(tx, run, this.#parts.clock.now())
      await this.#parts.outbox.append(tx, sourceOf(run, run.triggered_by), evaluationStarted(started))
      return started
    })
  }

  /** @throws ApiError when the run can no longer be made: its model, for example, is configured no more */
  #planOf(run: RunRow): Plan {
    const { models, clock, report } = this.#parts
    const provider = models.find(run.model)
    if (provider === undefined)
      throw new ApiError('MODEL_PROVIDER_ERROR', `The model ${run.model} is not known any more.`)
    const { model, temperature } = run
    const tools = { models, clock, report }
    const scorers = prepareScorers(JSON.parse(run.scorers), tools)
    return { ...tools, model, provider, temperature, template: parseTemplate(run.content), scorers }
  }

  /** Behind the row of the job, which is this process's or nothing is stored. */
  #store(job: ClaimedJob, run: RunRow, cases: readonly DoneCase[]): Promise<void> {
    return this.#parts.database.claim(async (tx) => {
      await this.#parts.jobs.extend(tx, job)
      const now = this.#parts.clock.now()
      const rows = cases.map(
        ({ position, outcome }): ResultRow => ({
          ...outcome,
          id: this.#parts.ids.create('result'),
          evaluation_id: run.id,
          position,
          created_at: now,
        }),
      )
      const written = await resultStore.insert(tx, rows)
      if (written.length === 0) return
      if (!(await evaluationStore.countResults(tx, run.id, written))) throw new RunEnded()
      const data = written.map(resultStore.resultOf)
      await this.#parts.outbox.appendAll(tx, sourceOf(run), 'evaluation.test.completed', data)
    })
  }

  /** Retains the claim while the model is slow, and sees a cancellation. @returns what ends it */
  #heartbeat(job: ClaimedJob, run: RunRow, controller: AbortController): () => void {
    let cancel = () => {}
    const arm = () => {
      cancel = this.#parts.clock.after(HEARTBEAT, () => void beat())
    }
    const beat = async () => {
      try {
        await this.#parts.database.write(async (tx) => {
          await this.#parts.jobs.extend(tx, job)
          if (!(await evaluationStore.isRunning(tx, run.id))) throw new RunEnded()
        })
        if (!controller.signal.aborted) arm()
      } catch (error) {
        controller.abort(error)
      }
    }
    arm()
    return () => cancel()
  }

  /** Works through what is open; a failure of the whole run is its error. */
  async #work(job: ClaimedJob, run: RunRow, stopped: AbortSignal): Promise<ApiError | undefined> {
    const controller = new AbortController()
    setMaxListeners(0, controller.signal) // each case under way listens, which is not a leak
    const stop = () => controller.abort(stopped.reason)
    stopped.addEventListener('abort', stop, { once: true })
    const still = this.#heartbeat(job, run, controller)
    try {
      if (job.claims > MAX_CLAIMS) throw new ApiError('INTERNAL_ERROR', 'The service failed again and again.')
      const plan = this.#planOf(run)
      const cases = openCases(this.#parts.database, run)
      const store = together((done: readonly DoneCase[]) => this.#store(job, run, done), MAX_PENDING)
      await workThrough(
        cases,
        run.concurrency,
        controller,
        ({ item }) => evaluateCase(plan, item, controller.signal),
        ({ position }, outcome) => store({ position, outcome }),
      )
      return undefined
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    } finally {
      still()
      stopped.removeEventListener('abort', stop)
    }
  }

  async #end(job: ClaimedJob, run: RunRow, error: ApiError | undefined, stopped: AbortSignal): Promise<void> {
    const ending = await endingOf(this.#parts.database, run, error, async () => {
      stopped.throwIfAborted()
      await this.#parts.database.write((tx) => this.#parts.jobs.extend(tx, job))
    })
    const wanted: PlannedReport | undefined =
      run.report !== null && ending.status === 'completed' ? JSON.parse(run.report) : undefined
    await this.#parts.database.write(async (tx) => {
      const reportId = wanted && this.#parts.ids.create('report')
      const ended = await evaluationStore.markEnded(
        tx,
        run.id,
        { ...ending, ...(reportId && { reportId }) },
        this.#parts.clock.now(),
      )
      if (ended) await this.#parts.outbox.append(tx, sourceOf(run), evaluationEnded(ended))
      if (ended && wanted && reportId) {
        await makeReport(tx, this.#parts, {
          id: reportId,
          wanted,
          evaluationId: run.id,
          createdBy: run.created_by,
          source: sourceOf(run, 'automation'),
        })
      }
      await this.#parts.jobs.complete(tx, job)
    })
  }
}

/** Results that may wait for the disk together: the model does not wait for a commit, nor is memory filled. */
const MAX_PENDING = 64

/**
 * Works through `items` with `concurrency` hands. `work` makes a result, `keep` stores it; the hand continues to the next
 * item while its last one is being stored. The first failure aborts `controller` and is thrown once everything that
 * had begun has ended.
 */
async function workThrough<Item, Result>(
  items: AsyncIterator<Item>,
  concurrency: number,
  controller: AbortController,
  work: (item: Item) => Promise<Result>,
  store: (item: Item, result: Result) => Promise<void>,
): Promise<void> {
  const { signal } = controller
  const pending = new Set<Promise<void>>()
  const failed = (error: unknown) => controller.abort(error)

  const hand = async () => {
    while (!signal.aborted) {
      const next = await items.next()
      if (next.done || signal.aborted) return
      const result = await work(next.value)
      if (signal.aborted) return
      const stored: Promise<void> = store(next.value, result)
        .catch(failed)
        .finally(() => pending.delete(stored))
      pending.add(stored)
      if (pending.size >= MAX_PENDING) await Promise.race(pending)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, () => hand().catch(failed)))
  await Promise.all(pending)
  signal.throwIfAborted()
}
