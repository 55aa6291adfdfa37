import { contentDisposition, fileNameOf } from '../../resources/attachment.ts'
import type { Handler } from '../../server/handler.ts'
import type { Database } from '../../storage/database.ts'
import * as datasetStore from './model/dataset.ts'
import * as itemStore from './model/item.ts'
import { type ItemRow, resolveState } from './model/item.ts'

import { writeCsv, writeJsonLines } from './transfer/writeItems.ts'

/** Items in memory at a time. */
const BATCH = 250

/** GET /datasets/{datasetId}/export: sends all items of a version; they are read while they are sent. */
export const exportDatasetItems: Handler<'exportDatasetItems'> = async ({
  params,
  query,
  caller,
  database,
}) => {
  const { state, name } = await database.read(async (tx) => ({
    state: await resolveState(tx, caller.organizationId, params.datasetId, query.version),
    name: (await datasetStore.getOrThrow(tx, caller.organizationId, params.datasetId)).name,
  }))
  const format = query.format === 'csv' ? 'csv' : 'jsonl'
  const fileName = fileNameOf(name, `, version ${state.version}.${format}`, 'dataset')
  const headers = { 'Content-Disposition': contentDisposition(fileName) }
  const batches = () => batchesOf(database, state)
  return format === 'csv'
    ? { status: 200, headers, contentType: 'text/csv; charset=utf-8', body: writeCsv(batches) }
    : { status: 200, headers, contentType: 'application/jsonl; charset=utf-8', body: writeJsonLines(batches) }
}

/** A version never changes, so that each batch may be read in a transaction of its own. */
async function* batchesOf(
  database: Database,
  state: itemStore.DatasetState,
): AsyncGenerator<ItemRow[], void> {
  let after = 0
  for (;;) {
    const rows = await database.read((tx) => itemStore.following(tx, state, after, BATCH))
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.position
  }
}
