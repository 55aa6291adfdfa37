import { pageRequestOf } from '../../resources/paging.ts'
import type { Handler } from '../../server/handler.ts'
import * as folderStore from './model/folder.ts'
import { foldersOf } from './model/folder.ts'

/** GET /folders: lists the folders of the organization, or those directly within one. */
export const listFolders: Handler<'listFolders'> = async ({ query, caller, cursors, database }) => {
  const parentKey = query.parentId === 'root' ? '' : query.parentId
  const filters = { ...pageRequestOf(query), name: query.name, parentKey }
  const page = await folderStore.list(database, cursors, caller.organizationId, filters)
  const ids = page.rows.map((row) => row.id)
  const folders = await database.read((tx) => foldersOf(tx, caller.organizationId, ids))
  return { status: 200, body: { folders, hasMore: page.hasMore, nextCursor: page.nextCursor } }
}
