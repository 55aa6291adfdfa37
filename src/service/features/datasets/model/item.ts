/** An item as the database retains it, and as the contract shows it. */
import type { DatasetItem, NewDatasetItem } from '../../../../../generated/openapi.v1.ts'
import { ApiError, requireFound } from '../../../errors.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, pageOf } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { ReadTransaction, Value, WriteTransaction } from '../../../storage/database.ts'
import type { DatasetRow, VersionedColumns } from './dataset.ts'
import * as datasetStore from './dataset.ts'
import * as versionStore from './version.ts'

/** `version_to` of a row that no version has ended. */
export const OPEN = Number.MAX_SAFE_INTEGER

/** The content of an item. */
export interface ItemContent {
  status: DatasetItem['status']
  /** JSON array, or null. */
  scorers: string | null
  /** JSON object. */
  metadata: string
  /** JSON object of strings. */
  variables: string
  expected_output: string | null
}

export interface ItemRow extends ItemContent {
  dataset_id: string
  position: number
  id: string
  /** The first version with this row; 0 for one that came by an import, whose version decides. */
  version_from: number
  /** The first version without it. */
  version_to: number
  /** '' when it came by no import. */
  import_id: string
  organization_id: string
  created_at: number
  updated_at: number
}

export function itemOf(row: ItemRow): DatasetItem {
  return {
    id: row.id,
    object: 'dataset_item',
    datasetId: row.dataset_id,
    variables: JSON.parse(row.variables),
    expectedOutput: row.expected_output,
    metadata: JSON.parse(row.metadata),
    scorers: row.scorers === null ? null : JSON.parse(row.scorers),
    status: row.status,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

export function contentOf(item: NewDatasetItem): ItemContent {
  return {
    status: item.status ?? 'active',
    scorers: item.scorers == null ? null : JSON.stringify(item.scorers),
    metadata: JSON.stringify(item.metadata ?? {}),
    variables: JSON.stringify(item.variables),
    expected_output: item.expectedOutput ?? null,
  }
}

export const countActive = (items: readonly { status?: DatasetItem['status'] }[]): number =>
  items.filter(({ status }) => status !== 'disabled').length

// The SQL verbs over the items of datasets. Every statement names the organization.

/** A dataset at one of its versions. */
export type DatasetState = Pick<
  VersionedColumns,
  'organization_id' | 'version' | 'first_position' | 'next_position'
> & { dataset_id: string }

export const stateOf = (dataset: DatasetRow): DatasetState => ({ ...dataset, dataset_id: dataset.id })

const columns = [
  'dataset_id',
  'position',
  'id',
  'version_from',
  'version_to',
  'import_id',
  'organization_id',
  'status',
  'created_at',
  'updated_at',
  'scorers',
  'metadata',
  'variables',
  'expected_output',
] satisfies readonly (keyof ItemRow)[]
const INSERT = `INSERT INTO dataset_items (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
const CLOSE = `UPDATE dataset_items SET version_to = ?
  WHERE organization_id = ? AND dataset_id = ? AND position = ? AND id = ? AND version_from = ?`

/**
 * That a row belongs to a version (see the migration).
 * @param position with an expression, the planner does not read all positions where an id finds the row immediately:
 *  0.1 ms instead of 85 among 100 000 rows
 */
const visible = (
  position: string,
) => `${position} >= ? AND ${position} < ? AND version_from <= ? AND version_to > ?
  AND (import_id = '' OR EXISTS (
    SELECT 1 FROM dataset_imports i WHERE i.id = dataset_items.import_id AND i.version <= ?))`
const VISIBLE = visible('position')

const visibleIn = ({ version, first_position, next_position }: DatasetState): Value[] => [
  first_position,
  next_position,
  version,
  version,
  version,
]

export async function insert(tx: WriteTransaction, row: ItemRow): Promise<void> {
  await tx.run(INSERT, ...columns.map((column) => row[column]))
}

/** Ends a row: `version` is the first one without it. */
export async function close(tx: WriteTransaction, row: ItemRow, version: number): Promise<void> {
  const { organization_id, dataset_id, position, id, version_from } = row
  await tx.run(CLOSE, version, organization_id, dataset_id, position, id, version_from)
}

/** The item with this id; undefined when this version has none. */
export function find(tx: ReadTransaction, state: DatasetState, id: string): Promise<ItemRow | undefined> {
  return tx.get<ItemRow>(
    `SELECT * FROM dataset_items
      WHERE organization_id = ? AND dataset_id = ? AND id = ? AND ${visible('position + 0')}`,
    state.organization_id,
    state.dataset_id,
    id,
    ...visibleIn(state),
  )
}

/** @throws ApiError NOT_FOUND where `find` finds nothing */
export async function getOrThrow(tx: ReadTransaction, state: DatasetState, id: string): Promise<ItemRow> {
  return requireFound('item', await find(tx, state, id))
}

/** Characters that items read at a time may have, but for the first of them. */
const MAX_CHARACTERS = 2 ** 20
/** Of an item: its JSON columns and its text. */
const lengthOf = ({ variables, metadata, scorers, expected_output }: ItemContent): number =>
  variables.length + metadata.length + (scorers ?? '').length + (expected_output ?? '').length

/** The next items of a version behind a position, in their order; none when there are no more, fewer where they are long. */
export async function following(
  tx: ReadTransaction,
  state: DatasetState,
  after: number,
  limit: number,
): Promise<ItemRow[]> {
  const read = (position: number, most: number) =>
    tx.all<ItemRow>(
      `SELECT * FROM dataset_items
        WHERE organization_id = ? AND dataset_id = ? AND ${VISIBLE}
        ORDER BY position, id LIMIT ?`,
      state.organization_id,
      state.dataset_id,
      ...visibleIn({ ...state, first_position: Math.max(position + 1, state.first_position) }),
      most,
    )
  const rows: ItemRow[] = []
  for (let characters = 0; rows.length < limit && characters < MAX_CHARACTERS; ) {
    const next = await read(rows.at(-1)?.position ?? after, Math.min(ITEMS_AT_ONCE, limit - rows.length))
    for (const row of next) characters += lengthOf(row)
    rows.push(...next)
    if (next.length < ITEMS_AT_ONCE) break
  }
  return rows
}

/** Items of a mebibyte each, the longest, are read so many at a time. */
const ITEMS_AT_ONCE = 16

/**
 * One page of the items of a version. Without a version the list continues through the present one, whatever was added
 * since the page before.
 */
export async function list(
  tx: ReadTransaction,
  cursors: Cursors,
  state: DatasetState,
  query: PageRequest & { version?: number | undefined },
) {
  const { organization_id, dataset_id } = state
  const page = pageOf(cursors, query, {
    identity: ['listDatasetItems', organization_id],
    sorts: { position: 'position' },
    where: { organization_id, dataset_id },
    and: [{ sql: VISIBLE, values: visibleIn(state), scope: [query.version ?? 'present'] }],
  })
  return page.read<ItemRow>(tx, 'SELECT * FROM dataset_items')
}

/** Items that a dataset may have (docs/internals/decisions.md, "maxima"). */
const MAX_ITEMS = 1_000_000

/** @throws ApiError CONFLICT when so many items are too many */
export function requireRoom(items: number): void {
  if (items <= MAX_ITEMS) return
  const message = `The dataset would have ${items} items; ${MAX_ITEMS} is the most it may have.`
  throw new ApiError('CONFLICT', message)
}

/**
 * The version of a dataset that a request names.
 *
 * @param version the present one when undefined
 * @throws ApiError NOT_FOUND when there is no such dataset or version
 */
export async function resolveState(
  tx: ReadTransaction,
  organizationId: string,
  datasetId: string,
  version: number | undefined,
): Promise<DatasetState> {
  const dataset = await datasetStore.getOrThrow(tx, organizationId, datasetId)
  if (version === undefined || version === dataset.version) return stateOf(dataset)
  return versionStore.getOrThrow(tx, organizationId, datasetId, version)
}
