import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as folderStore from './model/folder.ts'
import { folderOf, lineagesOf } from './model/folder.ts'
import { changeFolders, type FolderEdit } from './model/folderChanges.ts'

/** PATCH /folders: changes several folders, all or none. */
export const updateFolders: Handler<'updateFolders'> = (context) =>
  context.transact(async (tx) => {
    const { body, caller } = context
    const ids = body.folders.map(({ id }) => id)
    const rows = await folderStore.getAllOrThrow(
      tx,
      caller.organizationId,
      ids,
      (index) => `folders[${index}].id`,
    )
    const lineages = await lineagesOf(tx, caller.organizationId, ids)
    const edits: FolderEdit[] = body.folders.map(({ id, etag, ...changes }, index) => {
      const current = rows[index] as (typeof rows)[number]
      const at = (member: string) => `folders[${index}].${member}`
      requireMatch(etag, folderOf(current, lineages.get(id)?.path ?? ''), at('etag'))
      return { current, changes, at }
    })
    return { status: 200, body: { folders: await changeFolders(tx, context, edits) } }
  })
