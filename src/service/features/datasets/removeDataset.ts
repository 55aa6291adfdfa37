import type { WriteTransaction } from '../../storage/database.ts'
import type { DatasetRow } from './datasetRows.ts'
import * as datasetStore from './datasetStore.ts'
import type { Change } from './nextVersion.ts'

/** Deletes a dataset. Its versions stay for the evaluations that are pinned to them. */
export async function removeDataset(
  tx: WriteTransaction,
  { caller, clock }: Change,
  current: DatasetRow,
): Promise<void> {
  await datasetStore.save(tx, { ...current, deleted_at: clock.now(), deleted_by: caller.userId })
}
