/**
 * An import writes its rows while they arrive, in transactions of their own, where no one sees them; one last
 * transaction publishes them all.
 */
import type { ReplacingDatasetItem, UpdateDatasetRequest } from '../../../../../generated/openapi.v1.ts'
import { ApiError, type Issue } from '../../../errors.ts'
import type { HandlerContext } from '../../../server/handler.ts'
import type { WriteTransaction } from '../../../storage/database.ts'
import type { DatasetRow } from '../model/dataset.ts'
import * as datasetStore from '../model/dataset.ts'
import * as itemStore from '../model/item.ts'
import { contentOf, OPEN, requireRoom } from '../model/item.ts'
import { type ItemValidator, itemValidatorOf } from '../model/itemChanges.ts'
import * as importStore from './imports.ts'
import { type ImportRow, POSITIONS, SWEEP_AFTER, SWEEPER } from './imports.ts'
import { type Entry, faultAt, type Place } from './record.ts'

type Context = HandlerContext<'importDatasetItems'>

/** An import under way. */
export interface Staging {
  row: ImportRow
  /** The dataset as it was at the beginning. */
  dataset: DatasetRow
  mode: 'append' | 'replace'
  validator: ItemValidator
  count: number
  active: number
  /** Whether an item of the file named its id. */
  named: boolean
}

/** @throws ApiError NOT_FOUND */
export async function beginStaging(context: Context): Promise<Staging> {
  const { params, query, caller, clock, ids, jobs, database } = context
  const { row, dataset } = await database.write(async (tx) => {
    const current = await datasetStore.getOrThrow(tx, caller.organizationId, params.datasetId)
    const row: ImportRow = {
      id: ids.create('import'),
      dataset_id: current.id,
      organization_id: current.organization_id,
      version: null,
      first_position: current.next_position,
      touched_at: clock.now(),
    }
    await importStore.insert(tx, row)
    await datasetStore.save(tx, { ...current, next_position: current.next_position + POSITIONS })
    // Should this process die, the sweeper must remove the rows.
    const queueKey = current.organization_id
    await jobs.enqueue(tx, { kind: SWEEPER, subject: row.id, queueKey, runAt: clock.now() + SWEEP_AFTER })
    return { row, dataset: current }
  })
  const mode = query.mode ?? 'append'
  return {
    row,
    dataset,
    mode,
    validator: itemValidatorOf(dataset.input_schema, context),
    count: 0,
    active: 0,
    named: false,
  }
}

/**
 * Writes a batch of items.
 * @throws ApiError VALIDATION_ERROR for the first entry that is not an acceptable item
 */
export async function stage(context: Context, staging: Staging, entries: readonly Entry[]): Promise<void> {
  requireRoom(entries.length + staging.count + (staging.mode === 'append' ? staging.dataset.item_count : 0))
  const items = await conforming(context, entries)
  for (const [index, item] of items.entries()) {
    const [first, ...others] = staging.validator.issuesOf(item)
    if (first) throw faultAt(entries[index] as Place, first, ...others)
  }
  const now = context.clock.now()
  await context.database.write(async (tx) => {
    if ((await importStore.touch(tx, staging.row, now)) === 0) throw new Error('The import was swept away.')
    for (const [index, item] of items.entries()) {
      if (item.id !== undefined) await requireFree(tx, staging, item.id, entries[index] as Place)
      await itemStore.insert(tx, {
        dataset_id: staging.dataset.id,
        position: staging.row.first_position + staging.count + index,
        id: item.id ?? context.ids.create('item'),
        version_from: 0,
        version_to: OPEN,
        import_id: staging.row.id,
        organization_id: staging.dataset.organization_id,
        created_at: now,
        updated_at: now,
        ...contentOf(item),
      })
    }
  })
  staging.count += items.length
  staging.active += items.filter(({ status }) => status !== 'disabled').length
  staging.named ||= items.some(({ id }) => id !== undefined)
}

/** The entries as `PATCH /datasets/{datasetId}` would accept them in `items`. */
async function conforming({ conform }: Context, entries: readonly Entry[]): Promise<ReplacingDatasetItem[]> {
  try {
    const values = entries.map(({ value }) => value)
    const body: UpdateDatasetRequest = await conform('updateDataset', { items: values })
    return body.items ?? []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const issues = (error.details.issues as Issue[]).map(({ field, issue }) => {
      const [, index = '0', member = ''] = /^items\[(\d+)\]\.?(.*)$/s.exec(field) ?? []
      return { index: Number(index), field: member === '' ? 'body' : member, issue }
    })
    const index = Math.min(...issues.map((one) => one.index))
    const [first, ...others] = issues.filter((one) => one.index === index)
    throw first ? faultAt(entries[index] as Place, withoutIndex(first), ...others.map(withoutIndex)) : error
  }
}

const withoutIndex = ({ field, issue }: Issue): Issue => ({ field, issue })

/** An id is once in a file, and in no present item that stays. */
async function requireFree(tx: WriteTransaction, staging: Staging, id: string, place: Place): Promise<void> {
  if (await importStore.has(tx, staging.row, id)) {
    throw faultAt(place, {
      field: 'id',
      issue: `is ${id}, which occurs earlier in the file; expected each item once`,
    })
  }
  if (staging.mode === 'replace') return
  if ((await itemStore.find(tx, itemStore.stateOf(staging.dataset), id)) === undefined) return
  throw faultAt(place, {
    field: 'id',
    issue: `is ${id}, which the dataset has already; expected a new one, or mode=replace`,
  })
}
