import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import * as executionStore from './model/execution.ts'
import { executionOf } from './model/execution.ts'
import * as promptStore from './model/prompt.ts'

/** GET /prompts/{promptId}/executions/{executionId}: reads one execution. */
export const getPromptExecution: Handler<'getPromptExecution'> = ({ params, caller, database }) =>
  database.read(async (tx) => {
    await promptStore.getOrThrow(tx, caller.organizationId, params.promptId)
    const row = await executionStore.find(tx, caller.organizationId, params.promptId, params.executionId)
    if (row === undefined) throw new ApiError('NOT_FOUND', 'The prompt has no execution with this id.')
    return { status: 200, body: executionOf(row) }
  })
