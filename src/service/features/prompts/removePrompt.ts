import type { Caller, Services } from '../../http/handler.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import { promptDeleted } from './promptEvents.ts'
import type { PromptRow } from './promptRows.ts'
import * as promptStore from './promptStore.ts'

/** Deletes a prompt and raises `prompt.deleted`. Its row, versions and executions stay for audit. */
export async function removePrompt(
  tx: WriteTransaction,
  { caller, clock, outbox }: Pick<Services, 'clock' | 'outbox'> & { caller: Caller },
  current: PromptRow,
): Promise<void> {
  const now = clock.now()
  const by = caller.userId
  const deleted = { ...current, updated_at: now, updated_by: by, deleted_at: now, deleted_by: by }
  await promptStore.save(tx, current, deleted)
  await outbox.append(tx, caller, promptDeleted(deleted))
}
