import type { Caller, Services } from '../../http/handler.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import { promptUpdated } from './promptEvents.ts'
import type { PromptRow } from './promptRows.ts'
import * as promptStore from './promptStore.ts'

/**
 * Gives a prompt these labels and raises `prompt.updated`: labels are settings, for they decide what an execution
 * by label runs. Labels that are the same already change nothing.
 */
export async function relabel(
  tx: WriteTransaction,
  { caller, clock, outbox }: Pick<Services, 'clock' | 'outbox'> & { caller: Caller },
  current: PromptRow,
  labels: Map<string, number>,
): Promise<PromptRow> {
  const sorted = [...labels].sort(([a], [b]) => (a < b ? -1 : 1))
  const changed: PromptRow = {
    ...current,
    labels: JSON.stringify(Object.fromEntries(sorted)),
    updated_at: clock.now(),
    updated_by: caller.userId,
  }
  if (changed.labels === current.labels) return current
  await promptStore.save(tx, current, changed)
  await outbox.append(tx, caller, promptUpdated(changed))
  return changed
}
