import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as folderStore from './model/folder.ts'
import { folderOf, lineageOf } from './model/folder.ts'

import { removeFolders } from './model/folderChanges.ts'

/** DELETE /folders/{folderId}: deletes an empty folder or, with `recursive`, all that it contains as well. */
export const deleteFolder: Handler<'deleteFolder'> = (context) =>
  context.transact(async (tx) => {
    const { params, query, caller, ifMatch } = context
    const current = await folderStore.getOrThrow(tx, caller.organizationId, params.folderId)
    const { path } = await lineageOf(tx, caller.organizationId, current.id)
    requireMatch(ifMatch, folderOf(current, path))
    await removeFolders(tx, context, [current], query.recursive === true)
    return { status: 204, body: undefined }
  })
