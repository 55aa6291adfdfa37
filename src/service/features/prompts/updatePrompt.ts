import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as promptStore from './model/prompt.ts'
import { promptOf } from './model/prompt.ts'
import { changePrompt } from './model/promptChanges.ts'

/** PATCH /prompts/{promptId}: changes the draft or the settings; published versions stay as they are. */
export const updatePrompt: Handler<'updatePrompt'> = (context) =>
  context.transact(async (tx) => {
    const { params, body, caller, ifMatch } = context
    const current = await promptStore.getOrThrow(tx, caller.organizationId, params.promptId)
    requireMatch(ifMatch, promptOf(current))
    return { status: 200, body: promptOf(await changePrompt(tx, context, current, body)) }
  })
