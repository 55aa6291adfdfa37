import { ApiError } from '../../errors.ts'
import { requireMatchOfOne } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as promptStore from './model/prompt.ts'
import { labelsOf } from './model/prompt.ts'
import { relabel } from './model/promptChanges.ts'
import { labelledForms } from './model/version.ts'

/** DELETE /prompts/{promptId}/labels/{label}: removes a label; the version stays. */
export const deletePromptLabel: Handler<'deletePromptLabel'> = (context) =>
  context.transact(async (tx) => {
    const { params, caller, ifMatch } = context
    const current = await promptStore.getOrThrow(tx, caller.organizationId, params.promptId)
    const forms = await labelledForms(tx, current, params.label)
    const labels = labelsOf(current)
    if (!labels.delete(params.label)) {
      throw new ApiError('NOT_FOUND', 'The prompt has no label with this name.')
    }
    requireMatchOfOne(ifMatch, forms)
    await relabel(tx, context, current, labels)
    return { status: 204, body: undefined }
  })
