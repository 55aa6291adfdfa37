import type { Handler } from '../../server/handler.ts'
import * as memberStore from './model/member.ts'
import { memberOf } from './model/member.ts'

/** GET /organization/members: lists those who are invited, those who joined and those who were removed. */
export const listMembers: Handler<'listMembers'> = async ({ query, caller, cursors, database }) => {
  const { rows, hasMore, nextCursor } = await memberStore.list(
    database,
    cursors,
    caller.organizationId,
    query,
  )
  return { status: 200, body: { members: rows.map(memberOf), hasMore, nextCursor } }
}
