import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import * as itemStore from './model/item.ts'
import { itemOf } from './model/item.ts'
import { nextVersion } from './model/version.ts'

/** DELETE /datasets/{datasetId}/items/{itemId}: removes an item, as a new version of the dataset. */
export const deleteDatasetItem: Handler<'deleteDatasetItem'> = (context) =>
  context.transact(async (tx) => {
    const { params, caller, ifMatch } = context
    const dataset = await datasetStore.getOrThrow(tx, caller.organizationId, params.datasetId)
    const current = await itemStore.getOrThrow(tx, itemStore.stateOf(dataset), params.itemId)
    requireMatch(ifMatch, itemOf(current))
    await itemStore.close(tx, current, dataset.version + 1)
    await nextVersion(tx, context, dataset, {
      item_count: dataset.item_count - 1,
      active_count: dataset.active_count - (current.status === 'active' ? 1 : 0),
    })
    return { status: 204, body: undefined }
  })
