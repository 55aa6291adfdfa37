import type { Handler, HandlerContext } from '../../server/handler.ts'
import * as importStore from './transfer/imports.ts'
import { publish } from './transfer/publish.ts'
import { readCsv } from './transfer/readCsv.ts'
import { readJsonLines } from './transfer/readJsonLines.ts'
import type { Entry } from './transfer/record.ts'
import { beginStaging, type Staging, stage } from './transfer/stage.ts'

/** Items in one transaction: about 10 ms in which nothing else happens. */
const BATCH = 250
/** Bytes of the file in memory at a time. */
const BATCH_BYTES = 1_048_576

/**
 * POST /datasets/{datasetId}/import: adds the items of a file, or puts them in place of all others. The rows are
 * written while they arrive, where no one sees them; one short transaction publishes them.
 */
export const importDatasetItems: Handler<'importDatasetItems'> = async (context) => {
  const { mediaType, pieces } = context.upload
  const staging = await beginStaging(context)
  try {
    const entries = mediaType === 'text/csv' ? readCsv(pieces) : readJsonLines(pieces)
    for await (const batch of batchesOf(entries)) await stage(context, staging, batch)
    return await context.transact(async (tx) => ({ status: 200, body: await publish(tx, context, staging) }))
  } catch (error) {
    await discard(context, staging)
    throw error
  }
}

async function* batchesOf(entries: AsyncIterable<Entry>): AsyncGenerator<Entry[], void> {
  let batch: Entry[] = []
  let bytes = 0
  for await (const entry of entries) {
    batch.push(entry)
    bytes += entry.size
    if (batch.length < BATCH && bytes < BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

/** The sweeper removes later what cannot be removed now. */
async function discard({ database }: HandlerContext<'importDatasetItems'>, { row }: Staging): Promise<void> {
  let over = false
  while (!over) over = await database.write((tx) => importStore.discard(tx, row)).catch(() => true)
}
