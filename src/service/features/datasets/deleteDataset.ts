import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import { datasetOf } from './model/dataset.ts'
import { removeDataset } from './model/datasetChanges.ts'

/** DELETE /datasets/{datasetId}: the dataset returns 404 from now on; evaluations that used it stay. */
export const deleteDataset: Handler<'deleteDataset'> = (context) =>
  context.transact(async (tx) => {
    const { params, caller, ifMatch } = context
    const current = await datasetStore.getOrThrow(tx, caller.organizationId, params.datasetId)
    requireMatch(ifMatch, datasetOf(current))
    await removeDataset(tx, context, current)
    return { status: 204, body: undefined }
  })
