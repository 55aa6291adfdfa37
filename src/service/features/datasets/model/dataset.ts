/** A dataset and its versions as the database retains them, and as the contract shows them. */

import type { Dataset, DatasetVersion } from '../../../../../generated/openapi.v1.ts'
import { requireFound } from '../../../errors.ts'
import { getEachOrThrow } from '../../../resources/batch.ts'
import { named } from '../../../resources/conditions.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { nameKey } from '../../../resources/nameKey.ts'
import { type PageRequest, readPage } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Database, ReadTransaction, WriteTransaction } from '../../../storage/database.ts'

/** The common columns of a dataset and of each of its versions. */
export interface VersionedColumns {
  organization_id: string
  version: number
  item_count: number
  /** Items that evaluations do not leave out. */
  active_count: number
  /** Position of the first item; earlier positions belong only to older versions. */
  first_position: number
  /** Behind the last item. */
  next_position: number
  /** The version that brought the input schema; null when there is none. */
  schema_version: number | null
  /** JSON. */
  input_schema: string | null
}

export interface DatasetRow extends VersionedColumns {
  id: string
  name: string
  /** `name` as the name filter sees it. */
  name_key: string
  description: string | null
  created_at: number
  created_by: string
  updated_at: number
  updated_by: string
  deleted_at: number | null
  deleted_by: string | null
}

export interface VersionRow extends VersionedColumns {
  dataset_id: string
  created_at: number
  created_by: string
}

export function datasetOf(row: DatasetRow): Dataset {
  return {
    id: row.id,
    object: 'dataset',
    name: row.name,
    description: row.description,
    version: row.version,
    itemCount: row.item_count,
    inputSchema: schemaOf(row),
    createdAt: timestamp(row.created_at),
    createdBy: row.created_by,
    updatedAt: timestamp(row.updated_at),
    updatedBy: row.updated_by,
  }
}

export function versionOf(row: VersionRow): DatasetVersion {
  return {
    object: 'dataset_version',
    datasetId: row.dataset_id,
    version: row.version,
    itemCount: row.item_count,
    inputSchema: schemaOf(row),
    createdAt: timestamp(row.created_at),
    createdBy: row.created_by,
  }
}

const schemaOf = ({ input_schema }: VersionedColumns): Dataset['inputSchema'] =>
  input_schema === null ? null : JSON.parse(input_schema)

// The SQL verbs over datasets. Every statement names the organization.

/** The columns that a change may touch. */
const mutable = [
  'name',
  'name_key',
  'version',
  'item_count',
  'active_count',
  'first_position',
  'next_position',
  'schema_version',
  'updated_at',
  'updated_by',
  'deleted_at',
  'deleted_by',
  'description',
  'input_schema',
] satisfies readonly (keyof DatasetRow)[]
const all = ['id', 'organization_id', 'created_at', 'created_by', ...mutable] as const

const INSERT = `INSERT INTO datasets (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`
const UPDATE = `UPDATE datasets SET ${mutable.map((column) => `${column} = ?`).join(', ')}
  WHERE organization_id = ? AND id = ?`
const FIND = 'SELECT * FROM datasets WHERE organization_id = ? AND id = ? AND deleted_at IS NULL'

export async function insert(tx: WriteTransaction, row: DatasetRow): Promise<void> {
  await tx.run(INSERT, ...all.map((column) => row[column]))
}

export async function save(tx: WriteTransaction, row: DatasetRow): Promise<void> {
  await tx.run(UPDATE, ...mutable.map((column) => row[column]), row.organization_id, row.id)
}

/** Undefined when there is none, when it is deleted, and when it belongs to another organization. */
export function find(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<DatasetRow | undefined> {
  return tx.get<DatasetRow>(FIND, organizationId, id)
}

/** @throws ApiError NOT_FOUND where `find` finds nothing */
export async function getOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<DatasetRow> {
  return requireFound('dataset', await find(tx, organizationId, id))
}

/** The datasets of a batch, as `getEachOrThrow` has it. */
export const getAllOrThrow = (
  tx: ReadTransaction,
  organizationId: string,
  ids: readonly string[],
  at: (index: number) => string,
): Promise<DatasetRow[]> => getEachOrThrow('dataset', ids, at, (id) => find(tx, organizationId, id))

/** One page of datasets; each sort runs on its own index. */
export async function list(
  database: Pick<Database, 'all' | 'read' | 'idsNamed'>,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest & { name?: string | undefined },
) {
  return readPage<DatasetRow>(database, cursors, query, {
    identity: ['listDatasets', organizationId],
    sorts: { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name' },
    from: 'datasets',
    where: { organization_id: organizationId },
    and: [{ sql: 'deleted_at IS NULL' }],
    selections: [named({ kind: 'datasets', organizationId }, query.name && nameKey(query.name))],
  })
}
