import type { DatasetImport } from '../../../../../generated/openapi.v1.ts'
import { ApiError } from '../../../errors.ts'
import type { WriteTransaction } from '../../../storage/database.ts'
import type { DatasetRow } from '../model/dataset.ts'
import * as datasetStore from '../model/dataset.ts'
import { requireRoom } from '../model/item.ts'
import { type Change, nextVersion } from '../model/version.ts'
import * as importStore from './imports.ts'
import type { Staging } from './stage.ts'

/**
 * Makes the version that has the staged rows: they are not touched, however many there are.
 * @throws ApiError CONFLICT when the dataset changed meanwhile so that the file may no longer fit; NOT_FOUND
 */
export async function publish(
  tx: WriteTransaction,
  context: Change,
  staging: Staging,
): Promise<DatasetImport> {
  const { row, mode, count, active } = staging
  const current = await datasetStore.getOrThrow(tx, row.organization_id, row.dataset_id)
  requireUnchanged(current, staging)
  const replace = mode === 'replace'
  let dataset = current
  if (count > 0 || (replace && current.item_count > 0)) {
    requireRoom(count + (replace ? 0 : current.item_count))
    await importStore.publish(tx, row, current.version + 1)
    dataset = await nextVersion(tx, context, current, {
      item_count: count + (replace ? 0 : current.item_count),
      active_count: active + (replace ? 0 : current.active_count),
      // Earlier positions belong to only the older versions.
      ...(replace && { first_position: row.first_position }),
    })
  }
  return {
    object: 'dataset_import',
    datasetId: dataset.id,
    mode,
    version: dataset.version,
    importedCount: count,
    itemCount: dataset.item_count,
  }
}

/**
 * Items added meanwhile do not matter to those that are added, unless they may have the same ids. But the file
 * was validated by one input schema, and anyone who replaces all items must have known them.
 */
function requireUnchanged(current: DatasetRow, { dataset, mode, named, row }: Staging): void {
  const sameVersion = current.version === dataset.version
  const fits =
    mode === 'append' &&
    !named &&
    current.input_schema === dataset.input_schema &&
    current.first_position <= row.first_position
  if (sameVersion || fits) return
  throw new ApiError(
    'CONFLICT',
    `The dataset went from version ${dataset.version} to ${current.version} while the file was read; nothing was imported. Send it again.`,
  )
}
