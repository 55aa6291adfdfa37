import type { ReplacingDatasetItem, UpdateDatasetRequest } from '../../../../../generated/openapi.v1.ts'
import { type Issue, validationError } from '../../../errors.ts'
import { nameKey } from '../../../resources/nameKey.ts'
import type { Services } from '../../../server/handler.ts'
import type { WriteTransaction } from '../../../storage/database.ts'
import type { DatasetRow } from './dataset.ts'
import * as datasetStore from './dataset.ts'
import * as itemStore from './item.ts'
import { countActive } from './item.ts'
import {
  appendItems,
  type ItemValidation,
  requireConforming,
  requireSchema,
  validateItems,
} from './itemChanges.ts'
import { type Change, nextVersion } from './version.ts'

/**
 * Changes a dataset and makes its next version; a change that changes nothing is not one.
 *
 * @param validation of the items, as `validateChange` made it
 * @param at the place in the body: `name`, or `datasets[2].name` in a batch
 * @returns the dataset as it is now
 * @throws ApiError VALIDATION_ERROR at `inputSchema` or `items`
 */
export async function changeDataset(
  tx: WriteTransaction,
  context: Change & Pick<Services, 'ids' | 'models'>,
  current: DatasetRow,
  changes: UpdateDatasetRequest,
  validation: ItemValidation | undefined,
  at: (member: string) => string = (member) => member,
): Promise<DatasetRow> {
  requireSchema(changes.inputSchema, at('inputSchema'))
  const changed = applied(current, changes)
  const { items } = changes
  if (items === undefined) {
    return equal(current, changed) ? current : nextVersion(tx, context, current, changed)
  }
  const atItem = (index: number) => at(`items[${index}]`)
  await requireConforming(tx, validation, changed.input_schema, items, context, atItem)
  await requireKnown(tx, current, items, (index) => at(`items[${index}].id`))
  await appendItems(tx, context, current, current.version + 1, items)
  return nextVersion(tx, context, current, {
    ...changed,
    // Earlier positions belong to only the older versions.
    first_position: current.next_position,
    next_position: current.next_position + items.length,
    item_count: items.length,
    active_count: countActive(items),
  })
}

/** Validates the items of a change ahead of its transaction; undefined where there are none, or the schema is not one. */
export async function validateChange(
  context: Pick<Services, 'database' | 'models'> & Change,
  datasetId: string,
  { items, inputSchema }: UpdateDatasetRequest,
): Promise<ItemValidation | undefined> {
  if (items === undefined) return undefined
  const current = await datasetStore.find(context.database, context.caller.organizationId, datasetId)
  if (current === undefined) return undefined
  try {
    requireSchema(inputSchema, 'inputSchema')
  } catch {
    return undefined // the change itself reports it, where it is its turn
  }
  const changed = applied(current, inputSchema === undefined ? {} : { inputSchema })
  return validateItems(changed.input_schema, items, context)
}

/** Properties that the body leaves out stay; null is a value of its own. */
function applied(current: DatasetRow, changes: UpdateDatasetRequest): DatasetRow {
  const changed = { ...current }
  if (changes.name !== undefined)
    Object.assign(changed, { name: changes.name, name_key: nameKey(changes.name) })
  if (changes.description !== undefined) changed.description = changes.description
  if (changes.inputSchema !== undefined)
    changed.input_schema = changes.inputSchema === null ? null : JSON.stringify(changes.inputSchema)
  return changed
}

const equal = (a: DatasetRow, b: DatasetRow): boolean =>
  (Object.keys(a) as (keyof DatasetRow)[]).every((column) => a[column] === b[column])

/** An item that names an id continues as that one, which must be there, and only once. */
async function requireKnown(
  tx: WriteTransaction,
  current: DatasetRow,
  items: readonly ReplacingDatasetItem[],
  at: (index: number) => string,
): Promise<void> {
  const issues: Issue[] = []
  const seen = new Set<string>()
  for (const [index, { id }] of items.entries()) {
    if (id === undefined) continue
    if (seen.has(id))
      issues.push({ field: at(index), issue: `is ${id}, which was named before; expected each item once` })
    else if (!(await itemStore.find(tx, itemStore.stateOf(current), id)))
      issues.push({ field: at(index), issue: `is ${id}; expected the id of an item of this dataset` })
    seen.add(id)
  }
  const [first, ...others] = issues
  if (first) throw validationError(first, ...others)
}

/** Deletes a dataset. Its versions stay for the evaluations that are pinned to them. */
export async function removeDataset(
  tx: WriteTransaction,
  { caller, clock }: Change,
  current: DatasetRow,
): Promise<void> {
  await datasetStore.save(tx, { ...current, deleted_at: clock.now(), deleted_by: caller.userId })
}
