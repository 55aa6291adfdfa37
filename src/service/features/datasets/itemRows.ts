/** An item as the database keeps it, and as the contract shows it. */
import type { DatasetItem, NewDatasetItem } from '../../../../generated/openapi.v1.ts'
import { timestamp } from '../../runtime/clock.ts'

/** `version_to` of a row that no version has ended. */
export const OPEN = Number.MAX_SAFE_INTEGER

/** What an item says, whenever it does. */
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
