import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as promptStore from './model/prompt.ts'
import { promptOf } from './model/prompt.ts'
import { removePrompt } from './model/promptChanges.ts'

/** DELETE /prompts/{promptId}: the prompt returns 404 from now on; its history is stored. */
export const deletePrompt: Handler<'deletePrompt'> = (context) =>
  context.transact(async (tx) => {
    const { params, caller, ifMatch } = context
    const current = await promptStore.getOrThrow(tx, caller.organizationId, params.promptId)
    requireMatch(ifMatch, promptOf(current))
    await removePrompt(tx, context, current)
    return { status: 204, body: undefined }
  })
