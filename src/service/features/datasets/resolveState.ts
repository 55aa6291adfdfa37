import type { ReadTransaction } from '../../storage/database.ts'
import * as datasetStore from './datasetStore.ts'
import { type DatasetState, stateOf } from './itemStore.ts'
import * as versionStore from './versionStore.ts'

/**
 * The version of a dataset that a request asks for.
 *
 * @param version the present one when undefined
 * @throws ApiError NOT_FOUND when there is no such dataset or version
 */
export async function resolveState(
  tx: ReadTransaction,
  organizationId: string,
  datasetId: string,
  version: number | undefined,
): Promise<DatasetState> {
  const dataset = await datasetStore.demand(tx, organizationId, datasetId)
  if (version === undefined || version === dataset.version) return stateOf(dataset)
  return versionStore.demand(tx, organizationId, datasetId, version)
}
