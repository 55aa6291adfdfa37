import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import { datasetOf } from './model/dataset.ts'
import { changeDataset, validateChange } from './model/datasetChanges.ts'

/** PATCH /datasets/{datasetId}: changes the settings of a dataset, or replaces its items, as its next version. */
export const updateDataset: Handler<'updateDataset'> = async (context) => {
  const { params, body, caller, ifMatch } = context
  const validation = await validateChange(context, params.datasetId, body)
  return context.transact(async (tx) => {
    const current = await datasetStore.getOrThrow(tx, caller.organizationId, params.datasetId)
    requireMatch(ifMatch, datasetOf(current))
    return { status: 200, body: datasetOf(await changeDataset(tx, context, current, body, validation)) }
  })
}
