/** A dataset and its versions as the database keeps them, and as the contract shows them. */
import type { Dataset, DatasetVersion } from '../../../../generated/openapi.v1.ts'
import { timestamp } from '../../runtime/clock.ts'

/** What a dataset and each of its versions have. */
export interface VersionedColumns {
  organization_id: string
  version: number
  item_count: number
  /** Items that evaluations do not leave out. */
  active_count: number
  /** Position of the first item; what lies before belongs to older versions alone. */
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

/** One form for names that differ in case or in how their accents are encoded. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()
