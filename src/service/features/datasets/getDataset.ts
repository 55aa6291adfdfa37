import type { Handler } from '../../http/handler.ts'
import { datasetOf } from './datasetRows.ts'
import * as datasetStore from './datasetStore.ts'

/** GET /datasets/{datasetId}: reads a dataset, without its items. */
export const getDataset: Handler<'getDataset'> = async ({ params, caller, database }) => {
  const dataset = await database.read((tx) =>
    datasetStore.demand(tx, caller.organizationId, params.datasetId),
  )
  return { status: 200, body: datasetOf(dataset) }
}
