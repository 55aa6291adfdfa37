import { ApiError } from '../../errors.ts'
import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as promptStore from './model/prompt.ts'
import { labelsOf, promptOf } from './model/prompt.ts'
import { relabel } from './model/promptChanges.ts'

/** DELETE /prompts/{promptId}/labels/{label}: removes a label; the version stays. */
export const deletePromptLabel: Handler<'deletePromptLabel'> = (context) =>
  context.transact(async (tx) => {
    const { params, caller, ifMatch } = context
    const current = await promptStore.demand(tx, caller.organizationId, params.promptId)
    const labels = labelsOf(current)
    if (!labels.delete(params.label)) {
      throw new ApiError('NOT_FOUND', 'The prompt has no label with this name.')
    }
    requireMatch(ifMatch, promptOf(current))
    await relabel(tx, context, current, labels)
    return { status: 204, body: undefined }
  })
