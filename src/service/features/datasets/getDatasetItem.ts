import type { Handler } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import * as itemStore from './model/item.ts'
import { itemOf } from './model/item.ts'

/** GET /datasets/{datasetId}/items/{itemId}: reads an item of the present version. */
export const getDatasetItem: Handler<'getDatasetItem'> = ({ params, caller, database }) =>
  database.read(async (tx) => {
    const dataset = await datasetStore.getOrThrow(tx, caller.organizationId, params.datasetId)
    const item = await itemStore.getOrThrow(tx, itemStore.stateOf(dataset), params.itemId)
    return { status: 200, body: itemOf(item) }
  })
