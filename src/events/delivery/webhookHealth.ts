/** What the outcomes of attempts do to their webhook: it is disabled when its endpoint is gone or failed for days. */
import type { Webhook } from '../../../generated/openapi.v1.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import { isSuccess } from './retrySchedule.ts'
import type { AttemptResult } from './sender.ts'

type DisabledReason = NonNullable<Webhook['disabledReason']>

/** Failures alone for so long disable a webhook. */
const PATIENCE = 5 * 24 * 3_600_000

/**
 * @param webhook as it was when the attempt began
 * @param now the end of the attempt, in Unix milliseconds
 */
export async function noteOutcome(
  tx: WriteTransaction,
  { webhook_id: webhookId, failing_since }: { webhook_id: string; failing_since: number | null },
  result: AttemptResult,
  now: number,
): Promise<void> {
  if (isSuccess(result)) {
    // Whatever failed while this attempt was under way is forgiven by the next success.
    if (failing_since === null) return
    await tx.run(
      'UPDATE webhooks SET failing_since = NULL WHERE id = ? AND failing_since IS NOT NULL',
      webhookId,
    )
    return
  }
  await tx.run('UPDATE webhooks SET failing_since = ? WHERE id = ? AND failing_since IS NULL', now, webhookId)
  if (result.answered && result.httpStatus === 410) await disable(tx, webhookId, 'endpoint_gone', now, now)
  else await disable(tx, webhookId, 'repeated_failures', now, now - PATIENCE)
}

/** Disables an active webhook that has been failing since `since` or longer. */
const disable = (tx: WriteTransaction, id: string, reason: DisabledReason, now: number, since: number) =>
  tx.run(
    `UPDATE webhooks SET status = 'disabled', disabled_reason = ?, updated_at = ?
     WHERE id = ? AND status = 'active' AND failing_since <= ?`,
    ...[reason, now, id, since],
  )
