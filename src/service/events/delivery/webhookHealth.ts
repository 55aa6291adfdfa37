/** The effect of attempts on their webhook: it is disabled when its endpoint is gone or failed for days. */
import type { Webhook } from '../../../../generated/openapi.v1.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import type { DueAttempt } from './attempts.ts'
import { isSuccess } from './retrySchedule.ts'
import type { AttemptResult } from './sender.ts'

type DisabledReason = NonNullable<Webhook['disabledReason']>

/** Only failures for so long disable a webhook. */
const PATIENCE = 5 * 24 * 3_600_000

/** The result of an attempt, as far as its webhook depends on it. */
export interface Outcome {
  attempt: Pick<DueAttempt, 'webhook_id' | 'url'>
  result: AttemptResult
  /** The end of the attempt, in Unix milliseconds. */
  now: number
}

/**
 * The result of an attempt counts for its address: a webhook that has another one by now retains its
 * clean slate (docs/internals/decisions.md, "a new URL of a webhook").
 */
export async function noteOutcomes(tx: WriteTransaction, outcomes: readonly Outcome[]): Promise<void> {
  let successful = ''
  for (const { attempt, result, now } of outcomes) {
    // A second success right after the first changes nothing.
    const target = isSuccess(result) ? `${attempt.webhook_id} ${attempt.url}` : ''
    if (target === '' || target !== successful) await noteOutcome(tx, attempt, result, now)
    successful = target
  }
}

async function noteOutcome(
  tx: WriteTransaction,
  attempt: Outcome['attempt'],
  result: AttemptResult,
  now: number,
): Promise<void> {
  const target = [attempt.webhook_id, attempt.url] as const
  if (isSuccess(result)) {
    // For any outcome at the start: failures during the attempt are forgiven too.
    await tx.run(
      'UPDATE webhooks SET failing_since = NULL WHERE id = ? AND url = ? AND failing_since IS NOT NULL',
      ...target,
    )
    return
  }
  await tx.run(
    'UPDATE webhooks SET failing_since = ? WHERE id = ? AND url = ? AND failing_since IS NULL',
    now,
    ...target,
  )
  if (result.responded && result.httpStatus === 410) await disable(tx, target, 'endpoint_gone', now, now)
  else await disable(tx, target, 'repeated_failures', now, now - PATIENCE)
}

/** Disables an active webhook that has been failing since `since` or longer. */
const disable = (
  tx: WriteTransaction,
  target: readonly [id: string, url: string],
  reason: DisabledReason,
  now: number,
  since: number,
) =>
  tx.run(
    `UPDATE webhooks SET status = 'disabled', disabled_reason = ?, updated_at = ?
     WHERE id = ? AND url = ? AND status = 'active' AND failing_since <= ?`,
    reason,
    now,
    ...target,
    since,
  )
