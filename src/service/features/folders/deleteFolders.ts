import type { Handler } from '../../server/handler.ts'
import * as folderStore from './model/folder.ts'
import { removeFolders } from './model/folderChanges.ts'

/** DELETE /folders?id=…&id=…: deletes several folders, all or none. */
export const deleteFolders: Handler<'deleteFolders'> = (context) =>
  context.transact(async (tx) => {
    const { query, caller } = context
    const at = (index: number) => `query.id[${index}]`
    const folders = await folderStore.getAllOrThrow(tx, caller.organizationId, query.id, at)
    await removeFolders(tx, context, folders, query.recursive === true)
    return { status: 204, body: undefined }
  })
