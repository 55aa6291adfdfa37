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
  const { status, createdAfter, createdBefore } = query
  const filters = { ...pageRequestOf(query), status, version, createdAfter, createdBefore }
  const { organizationId } = caller
  await database.read((tx) => promptStore.getOrThrow(tx, organizationId, params.promptId))
  const page = await executionStore.list(database, cursors, organizationId, params.promptId, filters)
  const { rows, hasMore, nextCursor } = page
  return { status: 200, body: { executions: rows.map(executionOf), hasMore, nextCursor } }
}
