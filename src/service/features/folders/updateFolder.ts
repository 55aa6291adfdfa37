import type { Folder } from '../../../../generated/openapi.v1.ts'
import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as folderStore from './model/folder.ts'
import { folderOf, lineageOf } from './model/folder.ts'
import { changeFolders } from './model/folderChanges.ts'

/** PATCH /folders/{folderId}: renames a folder or moves it below another one, with all its contents. */
export const updateFolder: Handler<'updateFolder'> = (context) =>
  context.transact(async (tx) => {
    const { params, body, caller, ifMatch } = context
    const current = await folderStore.getOrThrow(tx, caller.organizationId, params.folderId)
    const { path } = await lineageOf(tx, caller.organizationId, current.id)
    requireMatch(ifMatch, folderOf(current, path))
    const [folder] = await changeFolders(tx, context, [{ current, changes: body, at: (member) => member }])
    return { status: 200, body: folder as Folder }
  })
