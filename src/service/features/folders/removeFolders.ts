import { ApiError } from '../../errors.ts'
import type { Caller, Services } from '../../http/handler.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import { countPromptsIn, removePromptsIn } from '../prompts/queries.ts'
import type { FolderRow } from './folderRows.ts'
import * as folderStore from './folderStore.ts'
import { lineageOf, subtreeOf } from './folderTree.ts'

/**
 * Deletes folders, with all that they hold when `recursive`.
 *
 * @throws ApiError FOLDER_NOT_EMPTY when one holds prompts, or folders that are not among `folders`, and
 *   `recursive` is false
 */
export async function removeFolders(
  tx: WriteTransaction,
  context: Pick<Services, 'clock' | 'outbox'> & { caller: Caller },
  folders: readonly FolderRow[],
  recursive: boolean,
): Promise<void> {
  const organizationId = context.caller.organizationId
  if (!recursive) for (const folder of folders) await requireEmpty(tx, folder, folders)
  for (const folder of folders) {
    // one that lay below another of them is gone already, and its subtree is nothing
    for (const { id } of await subtreeOf(tx, organizationId, folder.id)) {
      await removePromptsIn(tx, context, id)
      await folderStore.remove(tx, organizationId, id)
    }
  }
}

async function requireEmpty(
  tx: WriteTransaction,
  folder: FolderRow,
  goingToo: readonly FolderRow[],
): Promise<void> {
  const children = await folderStore.childrenOf(tx, folder.organization_id, folder.id)
  const folders = children.filter((id) => !goingToo.some((other) => other.id === id)).length
  const prompts = await countPromptsIn(tx, folder.organization_id, folder.id)
  if (folders === 0 && prompts === 0) return
  const { path } = await lineageOf(tx, folder.organization_id, folder.id)
  const held = [count(folders, 'folder'), count(prompts, 'prompt')].filter((text) => text !== undefined)
  const message = `The folder ${path} holds ${held.join(' and ')}; empty it or ask for recursive=true.`
  throw new ApiError('FOLDER_NOT_EMPTY', message, { details: { folderId: folder.id, folders, prompts } })
}

const count = (number: number, noun: string): string | undefined =>
  number === 0 ? undefined : `${number} ${noun}${number === 1 ? '' : 's'}`
