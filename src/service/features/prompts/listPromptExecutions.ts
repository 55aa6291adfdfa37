import { pageRequestOf } from '../../resources/paging.ts'
import type { Handler } from '../../server/handler.ts'
import * as executionStore from './model/execution.ts'
import { executionOf } from './model/execution.ts'
import * as promptStore from './model/prompt.ts'
import { parseSelector } from './model/version.ts'

/** GET /prompts/{promptId}/executions: lists the executions, failed ones included. */
export const listPromptExecutions: Handler<'listPromptExecutions'> = async (context) => {
  const { params, query, caller, cursors, database } = context
  const selector = query.version === undefined ? undefined : parseSelector(query.version)
  const version = selector === 'draft' ? null : selector
  const filters = { ...pageRequestOf(query), status: query.status, version }
  const { rows, hasMore, nextCursor } = await database.read(async (tx) => {
    await promptStore.demand(tx, caller.organizationId, params.promptId)
    return executionStore.list(tx, cursors, caller.organizationId, params.promptId, filters)
  })
  return { status: 200, body: { executions: rows.map(executionOf), hasMore, nextCursor } }
}
