import type { Handler } from '../../server/handler.ts'
import * as folderStore from './model/folder.ts'
import { folderOf, lineageOf } from './model/folder.ts'

/** GET /folders/{folderId}: reads a folder with its path. */
export const getFolder: Handler<'getFolder'> = ({ params, caller, database }) =>
  database.read(async (tx) => {
    const folder = await folderStore.getOrThrow(tx, caller.organizationId, params.folderId)
    const { path } = await lineageOf(tx, caller.organizationId, folder.id)
    return { status: 200, body: folderOf(folder, path) }
  })
