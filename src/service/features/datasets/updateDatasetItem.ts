import type { NewDatasetItem, UpdateDatasetItemRequest } from '../../../../generated/openapi.v1.ts'
import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as datasetStore from './model/dataset.ts'
import * as itemStore from './model/item.ts'
import { contentOf, type ItemContent, type ItemRow, itemOf, OPEN } from './model/item.ts'
import { requireConforming } from './model/itemChanges.ts'
import { nextVersion } from './model/version.ts'

/** PATCH /datasets/{datasetId}/items/{itemId}: changes an item instead, as a new version of the dataset. */
export const updateDatasetItem: Handler<'updateDatasetItem'> = (context) =>
  context.transact(async (tx) => {
    const { params, body, caller, clock, ifMatch } = context
    const dataset = await datasetStore.getOrThrow(tx, caller.organizationId, params.datasetId)
    const current = await itemStore.getOrThrow(tx, itemStore.stateOf(dataset), params.itemId)
    requireMatch(ifMatch, itemOf(current))
    const changed = changedItem(current, body)
    await requireConforming(tx, undefined, dataset.input_schema, [changed], context, () => '')
    const content = contentOf(changed)
    if (equal(current, content)) return { status: 200, body: itemOf(current) }
    const version = dataset.version + 1
    const item: ItemRow = {
      ...current,
      ...content,
      version_from: version,
      version_to: OPEN,
      import_id: '',
      updated_at: clock.now(),
    }
    await itemStore.close(tx, current, version)
    await itemStore.insert(tx, item)
    await nextVersion(tx, context, dataset, {
      active_count: dataset.active_count + activity(item) - activity(current),
    })
    return { status: 200, body: itemOf(item) }
  })

/** Properties that the body leaves out stay; null is a value of its own. */
function changedItem(current: ItemRow, changes: UpdateDatasetItemRequest): NewDatasetItem {
  const { variables, expectedOutput, metadata, scorers, status } = itemOf(current)
  return { variables, expectedOutput, metadata, scorers, status, ...changes }
}

const equal = (a: ItemContent, b: ItemContent): boolean =>
  (Object.keys(b) as (keyof ItemContent)[]).every((column) => a[column] === b[column])

const activity = ({ status }: ItemContent): number => (status === 'active' ? 1 : 0)
