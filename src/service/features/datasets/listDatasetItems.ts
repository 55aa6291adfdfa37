import type { Handler } from '../../server/handler.ts'
import * as itemStore from './model/item.ts'
import { itemOf, resolveState } from './model/item.ts'

/** GET /datasets/{datasetId}/items: lists the items of the present version or of an older one. */
export const listDatasetItems: Handler<'listDatasetItems'> = ({ params, query, caller, cursors, database }) =>
  database.read(async (tx) => {
    const state = await resolveState(tx, caller.organizationId, params.datasetId, query.version)
    const { rows, hasMore, nextCursor } = await itemStore.list(tx, cursors, state, {
      version: query.version,
      limit: query.limit,
      cursor: query.cursor,
      order: query.order ?? 'asc',
    })
    return { status: 200, body: { items: rows.map(itemOf), hasMore, nextCursor } }
  })
