/** The SQL verbs over folders. Every statement names the organization. */
import type { ReadTransaction } from '../../storage/database.ts'

export interface FolderRow {
  id: string
  organization_id: string
  name: string
  parent_id: string | null
  /** `parent_id`, or '' at the root. */
  parent_key: string
  created_at: number
  updated_at: number
}

export function find(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<FolderRow | undefined> {
  return tx.get<FolderRow>('SELECT * FROM folders WHERE organization_id = ? AND id = ?', organizationId, id)
}
