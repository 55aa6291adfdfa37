import { nameKey } from '../../resources/nameKey.ts'
import type { Handler, HandlerContext } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import { type DatasetRow, datasetOf } from './model/dataset.ts'
import { countActive } from './model/item.ts'
import { appendItems, requireConforming, requireSchema, validateItems } from './model/itemChanges.ts'

import * as versionStore from './model/version.ts'

/** POST /datasets: creates a dataset at version 1, with its first items. */
export const createDataset: Handler<'createDataset'> = async (context) => {
  const { items = [], inputSchema } = context.body
  requireSchema(inputSchema, 'inputSchema')
  const empty = newDataset(context)
  const validation = await validateItems(empty.input_schema, items, context)
  const dataset: DatasetRow = {
    ...empty,
    next_position: empty.next_position + items.length,
    item_count: items.length,
    active_count: countActive(items),
  }
  return context.transact(async (tx) => {
    const at = (index: number) => `items[${index}]`
    await requireConforming(tx, validation, empty.input_schema, items, context, at)
    await datasetStore.insert(tx, dataset)
    await versionStore.retain(tx, dataset)
    await appendItems(tx, context, empty, dataset.version, items)
    return { status: 201, body: datasetOf(dataset), location: `/datasets/${dataset.id}` }
  })
}

function newDataset({ body, caller, clock, ids }: HandlerContext<'createDataset'>): DatasetRow {
  const now = clock.now()
  const schema = body.inputSchema ?? null
  return {
    id: ids.create('dataset'),
    organization_id: caller.organizationId,
    name: body.name,
    name_key: nameKey(body.name),
    description: body.description ?? null,
    version: 1,
    item_count: 0,
    active_count: 0,
    first_position: 1,
    next_position: 1,
    schema_version: schema === null ? null : 1,
    input_schema: schema === null ? null : JSON.stringify(schema),
    created_at: now,
    created_by: caller.userId,
    updated_at: now,
    updated_by: caller.userId,
    deleted_at: null,
    deleted_by: null,
  }
}
