/** A folder as the database keeps it, and as the contract shows it. */
import type { Folder } from '../../../../generated/openapi.v1.ts'
import { timestamp } from '../../runtime/clock.ts'

export interface FolderRow {
  id: string
  organization_id: string
  /** In Unicode normalisation form C, so that names that look the same are the same. */
  name: string
  /** `name` as the name filter sees it. */
  name_key: string
  parent_id: string | null
  /** `parent_id`, or '' at the root. */
  parent_key: string
  created_at: number
  updated_at: number
}

/** @param path names from the root down, which the row does not hold: a renamed folder would change them all */
export function folderOf(row: FolderRow, path: string): Folder {
  return {
    id: row.id,
    object: 'folder',
    name: row.name,
    parentId: row.parent_id,
    path,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

export const nameColumns = (name: string) => {
  const normalized = name.normalize('NFC')
  return { name: normalized, name_key: normalized.toLowerCase() }
}

export const parentColumns = (parentId: string | null) => ({
  parent_id: parentId,
  parent_key: parentId ?? '',
})
