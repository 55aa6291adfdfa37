import type { Handler } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import { removeDataset } from './model/datasetChanges.ts'

/** DELETE /datasets?id=…&id=…: deletes several datasets, all or none. */
export const deleteDatasets: Handler<'deleteDatasets'> = (context) =>
  context.transact(async (tx) => {
    const { query, caller } = context
    const at = (index: number) => `query.id[${index}]`
    const datasets = await datasetStore.getAllOrThrow(tx, caller.organizationId, query.id, at)
    for (const dataset of datasets) await removeDataset(tx, context, dataset)
    return { status: 204, body: undefined }
  })
