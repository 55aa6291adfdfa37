import type { Handler } from '../../server/handler.ts'
import * as promptStore from './model/prompt.ts'
import { removePrompt } from './model/promptChanges.ts'

/** DELETE /prompts?id=…&id=…: deletes several prompts, all or none. */
export const deletePrompts: Handler<'deletePrompts'> = (context) =>
  context.transact(async (tx) => {
    const { query, caller } = context
    const at = (index: number) => `query.id[${index}]`
    const prompts = await promptStore.getAllOrThrow(tx, caller.organizationId, query.id, at)
    for (const prompt of prompts) await removePrompt(tx, context, prompt)
    return { status: 204, body: undefined }
  })
