import type { Handler } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import { datasetOf } from './model/dataset.ts'

/** GET /datasets: lists the datasets of the organization. */
export const listDatasets: Handler<'listDatasets'> = async ({ query, caller, cursors, database }) => {
  const { rows, hasMore, nextCursor } = await datasetStore.list(
    database,
    cursors,
    caller.organizationId,
    query,
  )
  return { status: 200, body: { datasets: rows.map(datasetOf), hasMore, nextCursor } }
}
