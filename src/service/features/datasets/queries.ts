/** The functions of datasets for other features. */
import type { DatasetItem } from '../../../../generated/openapi.v1.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import * as datasetStore from './model/dataset.ts'
import * as itemStore from './model/item.ts'
import { itemOf } from './model/item.ts'
import * as versionStore from './model/version.ts'

/** A dataset at one version, which never changes. */
export interface PinnedDataset {
  id: string
  organizationId: string
  version: number
  itemCount: number
  /** Items with the status `active`. */
  activeCount: number
}

/** An item of a version, with its place in the order of the items. */
export interface DatasetCase
  extends Pick<DatasetItem, 'id' | 'variables' | 'expectedOutput' | 'metadata' | 'scorers' | 'status'> {
  /** Above 0; grows along the items. */
  position: number
}

/**
 * @param version the present one when undefined
 * @returns undefined when there is no such dataset or version, when the dataset is deleted, and when it belongs
 *   to another organization
 */
export async function loadDataset(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
  version?: number,
): Promise<PinnedDataset | undefined> {
  const dataset = await datasetStore.find(tx, organizationId, id)
  const state =
    dataset === undefined || version === undefined || version === dataset.version
      ? dataset
      : await versionStore.find(tx, organizationId, id, version)
  if (state === undefined) return undefined
  return {
    id,
    organizationId,
    version: state.version,
    itemCount: state.item_count,
    activeCount: state.active_count,
  }
}

/**
 * The next items of a version, `disabled` ones included; also those of a dataset that was deleted meanwhile.
 *
 * @param after the position of the last item before them; 0 for the first ones
 * @param limit how many at most; none mean that there are no more
 */
export async function datasetItems(
  tx: ReadTransaction,
  organizationId: string,
  { id, version }: Pick<PinnedDataset, 'id' | 'version'>,
  after: number,
  limit: number,
): Promise<DatasetCase[]> {
  const state = await versionStore.find(tx, organizationId, id, version)
  if (state === undefined) return []
  const rows = await itemStore.following(tx, state, after, limit)
  return rows.map((row) => {
    const { id, variables, expectedOutput, metadata, scorers, status } = itemOf(row)
    return { id, position: row.position, variables, expectedOutput, metadata, scorers, status }
  })
}
