import type { Handler } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import { datasetOf } from './model/dataset.ts'

/** GET /datasets/{datasetId}: reads a dataset, without its items. */
export const getDataset: Handler<'getDataset'> = async ({ params, caller, database }) => {
  const dataset = await datasetStore.getOrThrow(database, caller.organizationId, params.datasetId)
  return { status: 200, body: datasetOf(dataset) }
}
