import type { Handler, HandlerContext } from '../../server/handler.ts'
import * as folderStore from './model/folder.ts'
import {
  type FolderRow,
  folderOf,
  lineageOf,
  nameColumns,
  parentColumns,
  requireDepth,
  requireFreeName,
} from './model/folder.ts'

import { requireFolder } from './queries.ts'

/** POST /folders: creates a folder at the root or within another one. */
export const createFolder: Handler<'createFolder'> = (context) =>
  context.transact(async (tx) => {
    const folder = newFolder(context)
    await requireFolder(tx, folder.organization_id, folder.parent_id, 'parentId')
    await requireFreeName(tx, folder, 'name')
    await folderStore.insert(tx, folder)
    await requireDepth(tx, folder, 'parentId')
    const { path } = await lineageOf(tx, folder.organization_id, folder.id)
    return { status: 201, body: folderOf(folder, path), location: `/folders/${folder.id}` }
  })

function newFolder({ body, caller, clock, ids }: HandlerContext<'createFolder'>): FolderRow {
  const now = clock.now()
  return {
    id: ids.create('folder'),
    organization_id: caller.organizationId,
    ...nameColumns(body.name),
    ...parentColumns(body.parentId ?? null),
    created_at: now,
    created_by: caller.userId,
    updated_at: now,
  }
}
