import type { Handler } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import { versionOf } from './model/dataset.ts'
import * as versionStore from './model/version.ts'

/** GET /datasets/{datasetId}/versions: lists the versions of a dataset. */
export const listDatasetVersions: Handler<'listDatasetVersions'> = (context) =>
  context.database.read(async (tx) => {
    const { params, query, caller, cursors } = context
    const { id, organization_id } = await datasetStore.getOrThrow(tx, caller.organizationId, params.datasetId)
    const { rows, hasMore, nextCursor } = await versionStore.list(tx, cursors, organization_id, id, query)
    return { status: 200, body: { versions: rows.map(versionOf), hasMore, nextCursor } }
  })
