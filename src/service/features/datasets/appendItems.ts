import type { ReplacingDatasetItem } from '../../../../generated/openapi.v1.ts'
import type { Services } from '../../http/handler.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import type { DatasetRow } from './datasetRows.ts'
import { contentOf, type ItemRow, OPEN } from './itemRows.ts'
import * as itemStore from './itemStore.ts'

/**
 * Writes items behind the last one; whoever calls it makes the version that they belong to.
 *
 * @param dataset as it is before them
 * @param version the first one that has them
 * @returns their rows, in the order of `items`
 */
export async function appendItems(
  tx: WriteTransaction,
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  dataset: DatasetRow,
  version: number,
  items: readonly ReplacingDatasetItem[],
): Promise<ItemRow[]> {
  const now = clock.now()
  const rows = items.map((item, index): ItemRow => {
    return {
      dataset_id: dataset.id,
      position: dataset.next_position + index,
      id: item.id ?? ids.create('item'),
      version_from: version,
      version_to: OPEN,
      import_id: '',
      organization_id: dataset.organization_id,
      created_at: now,
      updated_at: now,
      ...contentOf(item),
    }
  })
  for (const row of rows) await itemStore.insert(tx, row)
  return rows
}
