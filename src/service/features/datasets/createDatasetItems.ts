import type { DatasetItem } from '../../../../generated/openapi.v1.ts'
import type { Handler } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import { countActive, itemOf, requireRoom } from './model/item.ts'
import { appendItems, requireConforming, validateItems } from './model/itemChanges.ts'
import { nextVersion } from './model/version.ts'

/** POST /datasets/{datasetId}/items: adds items behind the present ones, as one new version. */
export const createDatasetItems: Handler<'createDatasetItems'> = async (context) => {
  const { params, body, caller, database } = context
  const found = await datasetStore.find(database, caller.organizationId, params.datasetId)
  const validation = found && (await validateItems(found.input_schema, body.items, context))
  return context.transact(async (tx) => {
    const current = await datasetStore.getOrThrow(tx, caller.organizationId, params.datasetId)
    requireRoom(current.item_count + body.items.length)
    const at = (index: number) => `items[${index}]`
    await requireConforming(tx, validation, current.input_schema, body.items, context, at)
    const rows = await appendItems(tx, context, current, current.version + 1, body.items)
    const { version } = await nextVersion(tx, context, current, {
      next_position: current.next_position + rows.length,
      item_count: current.item_count + rows.length,
      active_count: current.active_count + countActive(body.items),
    })
    const items: DatasetItem[] = []
    for (const row of rows) {
      items.push(itemOf(row))
      await tx.turn()
    }
    return {
      status: 201,
      body: { items, datasetVersion: version },
      location: `/datasets/${current.id}/items`,
    }
  })
}
