/** The functions of folders for other features. */
import { validationError } from '../../errors.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import * as folderStore from './model/folder.ts'

/**
 * Lets a change continue when the folder that a body names is there.
 *
 * @param folderId null and undefined name no folder, which is always there
 * @param field where the body names it
 * @throws ApiError VALIDATION_ERROR at `field`
 */
export async function requireFolder(
  tx: ReadTransaction,
  organizationId: string,
  folderId: string | null | undefined,
  field: string,
): Promise<void> {
  if (folderId === null || folderId === undefined) return
  if (await folderStore.find(tx, organizationId, folderId)) return
  throw validationError({ field, issue: `is ${folderId}; expected the id of a folder of this organization` })
}
