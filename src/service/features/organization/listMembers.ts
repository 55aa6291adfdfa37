import type { Handler } from '../../http/handler.ts'
import { memberOf } from './memberRows.ts'
import * as memberStore from './memberStore.ts'

/** GET /organization/members: lists those who are invited, those who joined and those who were removed. */
export const listMembers: Handler<'listMembers'> = async ({ query, caller, cursors, database }) => {
  const { rows, hasMore, nextCursor } = await database.read((tx) =>
    memberStore.list(tx, cursors, caller.organizationId, query),
  )
  return { status: 200, body: { members: rows.map(memberOf), hasMore, nextCursor } }
}
