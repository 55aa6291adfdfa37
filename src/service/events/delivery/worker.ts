/**
 * Makes the attempts: loads one, signs it afresh, sends it, and records its outcome together with the next
 * attempt in one transaction. A crash before that transaction makes the same attempt again, with the same bytes.
 */
import { type ClaimedJob, ClaimLost, type Jobs, type Worker } from '../../jobs/jobs.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Identifiers } from '../../runtime/identifiers.ts'
import type { Random } from '../../runtime/random.ts'
import { together } from '../../runtime/together.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import type { Database, WriteTransaction } from '../../storage/database.ts'
import { signatureHeaders } from '../signature.ts'
import { createSigningSecrets } from '../signingSecrets.ts'
import {
  DELIVERY,
  type DeliveryOutcome,
  type DueAttempt,
  type Ending,
  endAttempt,
  enqueueAttempts,
  loadAttempts,
  type NewAttempt,
  reasonToSkip,
  type SkipReason,
} from './attempts.ts'
import { ATTEMPTS, isRetried, isSuccess, retryDelay } from './retrySchedule.ts'
import type { AttemptResult, Sender } from './sender.ts'
import { noteOutcomes, type Outcome } from './webhookHealth.ts'

interface DeliveryWorkerParts {
  database: Database
  jobs: Jobs
  keyring: Keyring
  clock: Clock
  random: Random
  ids: Identifiers
  sender: Sender
  /** Divides the delays between attempts. */
  retryTimeScale: number
  /** Receives each attempt that ended, once that is durable. */
  ended?: ((outcome: DeliveryOutcome) => void) | undefined
}

/** An attempt that ended, which is not stored yet. */
interface EndedAttempt {
  job: ClaimedJob
  ending: Ending
  /** Absent where it was not sent: its webhook does not depend on it. */
  outcome?: Outcome
  next?: NewAttempt
}

/** Attempts whose ends share a transaction. */
const MAX_TOGETHER = 64

const USER_AGENT = 'prompt-service-webhooks/1'

export function createDeliveryWorker(parts: DeliveryWorkerParts): Worker<DueAttempt | undefined> {
  const { clock, sender } = parts
  const end = createEnding(parts)
  const secretsOf = createSigningSecrets(parts.keyring)

  async function run(job: ClaimedJob, signal: AbortSignal, attempt: DueAttempt | undefined): Promise<void> {
    if (!attempt) return skip(job, 'WEBHOOK_DELETED')
    const reason = reasonToSkip(attempt.webhook_status)
    if (reason) return skip(job, reason)
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      ...signatureHeaders(attempt.body, secretsOf(attempt, clock.now()), Math.floor(clock.now() / 1000)),
    }
    const result = await sender.send({ url: new URL(attempt.url), headers, body: attempt.body }, signal)
    await record(job, attempt, result)
  }

  const skip = (job: ClaimedJob, errorCode: SkipReason): Promise<void> =>
    end({ job, ending: { ...UNANSWERED, status: 'skipped', errorCode } })

  async function record(job: ClaimedJob, attempt: DueAttempt, result: AttemptResult): Promise<void> {
    const now = clock.now()
    const number = attempt.attempt_number
    const retried = isRetried(result) && number < ATTEMPTS
    const nextAttemptAt = retried ? now + delayAfter(number, result, now) : null
    const ending = { ...describe(result), status: statusOf(result, number), nextAttemptAt }
    await end({
      job,
      ending,
      ...(ending.status !== 'skipped' && { outcome: { attempt, result, now } }),
      ...(nextAttemptAt !== null && { next: nextAttempt(attempt, now, nextAttemptAt) }),
    })
  }

  const delayAfter = (number: number, result: AttemptResult, now: number): number => {
    const retryAfter = result.responded ? result.retryAfter : undefined
    return Math.round(retryDelay(number, retryAfter, now, parts.random.fraction()) / parts.retryTimeScale)
  }

  const nextAttempt = (attempt: DueAttempt, createdAt: number, dueAt: number) => ({
    id: parts.ids.create('delivery'),
    organizationId: attempt.organization_id,
    webhookId: attempt.webhook_id,
    eventId: attempt.event_id,
    eventType: attempt.event_type,
    apiVersion: attempt.api_version,
    attemptNumber: attempt.attempt_number + 1,
    createdAt,
    dueAt,
    skippedBecause: null,
  })

  return {
    kind: DELIVERY,
    // An organization's 100 webhooks, all of them hanging, take 400 places and leave room for the others.
    concurrency: 512,
    queueConcurrency: 4,
    // Well beyond the deadline of an attempt: no living worker loses its lease.
    lease: 45_000,
    load: (tx, claimed) =>
      loadAttempts(
        tx,
        claimed.map(({ subject }) => subject),
      ),
    run,
  }
}

type EndingParts = Pick<DeliveryWorkerParts, 'database' | 'jobs' | 'ended'>

/** @returns a function that ends an attempt, together with others; it throws `ClaimLost` when another worker has the job */
function createEnding({ database, jobs, ended = () => {} }: EndingParts) {
  async function settle(tx: WriteTransaction, attempts: readonly EndedAttempt[]): Promise<void> {
    const outcomes = attempts.flatMap(({ outcome }) => outcome ?? [])
    await noteOutcomes(tx, outcomes)
    for (const { job, ending } of attempts) {
      await endAttempt(tx, job.subject, ending)
      tx.afterCommit(() => ended(ending.status))
    }
    const following = attempts.flatMap(({ next }) => next ?? [])
    await enqueueAttempts(tx, jobs, following)
  }

  const endTogether = together(
    (attempts: readonly EndedAttempt[]) =>
      // Each statement is right whatever others did meanwhile: serializable, the ends of one webhook's attempts would collide.
      database.claim((tx) => {
        // In one order everywhere: processes that change the same webhooks would otherwise wait for each other.
        const inOrder = attempts.toSorted((a, b) => (a.job.queueKey < b.job.queueKey ? -1 : 1))
        const byJob = new Map(inOrder.map((attempt) => [attempt.job, attempt]))
        return jobs.completeAll(tx, [...byJob.keys()], (done) =>
          settle(
            tx,
            done.map((job) => byJob.get(job) as EndedAttempt),
          ),
        )
      }),
    MAX_TOGETHER,
  )

  return async (attempt: EndedAttempt): Promise<void> => {
    const done = await endTogether(attempt)
    if (!done.includes(attempt.job)) throw new ClaimLost(attempt.job)
  }
}

const UNANSWERED = {
  httpStatus: null,
  responseTime: null,
  deliveredAt: null,
  nextAttemptAt: null,
  errorCode: null,
  responseBody: null,
}

function describe(result: AttemptResult): Omit<Ending, 'status'> {
  if (!result.responded) return { ...UNANSWERED, errorCode: result.errorCode }
  const { httpStatus, responseTime, respondedAt, responseBody } = result
  return { ...UNANSWERED, httpStatus, responseTime, deliveredAt: respondedAt, responseBody }
}

function statusOf(result: AttemptResult, attemptNumber: number): Ending['status'] {
  if (isSuccess(result)) return 'success'
  if (!result.responded && result.errorCode === 'ADDRESS_REFUSED') return 'skipped'
  return isRetried(result) && attemptNumber >= ATTEMPTS ? 'exhausted' : 'failed'
}
