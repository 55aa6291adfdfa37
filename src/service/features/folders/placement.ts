/** The rules of the tree: where a folder may stand, and under which name. */
import { ApiError, validationError } from '../../errors.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import type { FolderRow } from './folderRows.ts'
import * as folderStore from './folderStore.ts'
import { DEEPEST, lineageOf, subtreeOf } from './folderTree.ts'

/** @throws ApiError NAME_TAKEN when another folder within the parent has the name */
export async function requireFreeName(tx: ReadTransaction, row: FolderRow, field: string): Promise<void> {
  const other = await folderStore.findNamed(tx, row.organization_id, row.parent_key, row.name)
  if (other === undefined || other.id === row.id) return
  const parent = (await lineageOf(tx, row.organization_id, row.parent_id)).path
  const place = parent === '' ? 'The root' : `The folder ${parent}`
  throw new ApiError('NAME_TAKEN', `${place} already holds a folder named ${row.name}.`, {
    details: { field, issue: `is ${row.name}; expected a name that no other folder in ${parent || '/'} has` },
  })
}

/** @throws ApiError VALIDATION_ERROR when the folder, as it is stored now, lies below itself */
export async function requireNoCycle(tx: ReadTransaction, row: FolderRow, field: string): Promise<void> {
  const { ids } = await lineageOf(tx, row.organization_id, row.id)
  if (!ids.includes(row.id, 1)) return
  const where = row.parent_id === row.id ? 'this folder itself' : 'which lies below this folder'
  throw validationError({ field, issue: `is ${row.parent_id}, ${where}; expected a folder outside it` })
}

/** @throws ApiError VALIDATION_ERROR when the folder, as it is stored now, or one below it lies too deep */
export async function requireDepth(tx: ReadTransaction, row: FolderRow, field: string): Promise<void> {
  const { depth } = await lineageOf(tx, row.organization_id, row.id)
  const height = (await subtreeOf(tx, row.organization_id, row.id)).at(-1)?.level ?? 1
  const deepest = depth + height - 1
  if (deepest <= DEEPEST) return
  const issue = `is ${row.parent_id}, which would put a folder at level ${deepest}; expected at most level ${DEEPEST}`
  throw validationError({ field, issue })
}
