import type { Caller, Services } from '../../http/handler.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import type { DatasetRow } from './datasetRows.ts'
import * as datasetStore from './datasetStore.ts'
import * as versionStore from './versionStore.ts'

/** Who changes a dataset, and when. */
export type Change = Pick<Services, 'clock'> & { caller: Caller }

/**
 * Makes the next version of a dataset.
 *
 * @param changes the columns that differ from the version before
 * @returns the dataset as it is now
 */
export async function nextVersion(
  tx: WriteTransaction,
  { caller, clock }: Change,
  current: DatasetRow,
  changes: Partial<DatasetRow>,
): Promise<DatasetRow> {
  const version = current.version + 1
  const dataset: DatasetRow = {
    ...current,
    ...changes,
    version,
    updated_at: clock.now(),
    updated_by: caller.userId,
  }
  if (dataset.input_schema !== current.input_schema) {
    dataset.schema_version = dataset.input_schema === null ? null : version
  }
  await datasetStore.save(tx, dataset)
  await versionStore.keep(tx, dataset)
  return dataset
}
