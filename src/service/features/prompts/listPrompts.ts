import type { Handler } from '../../server/handler.ts'
import * as promptStore from './model/prompt.ts'
import { promptOf } from './model/prompt.ts'

/** GET /prompts: lists the prompts of the organization; a prompt has to meet every filter. */
export const listPrompts: Handler<'listPrompts'> = async ({ query, caller, cursors, database }) => {
  const { rows, hasMore, nextCursor } = await promptStore.list(
    database,
    cursors,
    caller.organizationId,
    query,
  )
  return { status: 200, body: { prompts: rows.map(promptOf), hasMore, nextCursor } }
}
