import type { Handler } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import { countActive, itemOf, requireRoom } from './model/item.ts'
import { appendItems, requireConforming } from './model/itemChanges.ts'

import { nextVersion } from './model/version.ts'

/** POST /datasets/{datasetId}/items: adds items behind the present ones, as one new version. */
export const createDatasetItems: Handler<'createDatasetItems'> = (context) =>
  context.transact(async (tx) => {
    const { params, body, caller } = context
    const current = await datasetStore.demand(tx, caller.organizationId, params.datasetId)
    requireRoom(current.item_count + body.items.length)
    requireConforming(current.input_schema, body.items, context, (index) => `items[${index}]`)
    const rows = await appendItems(tx, context, current, current.version + 1, body.items)
    const { version } = await nextVersion(tx, context, current, {
      next_position: current.next_position + rows.length,
      item_count: current.item_count + rows.length,
      active_count: current.active_count + countActive(body.items),
    })
    return {
      status: 201,
      body: { items: rows.map(itemOf), datasetVersion: version },
      location: `/datasets/${current.id}/items`,
    }
  })
