import type { Prompt } from '../../../../generated/openapi.v1.ts'
import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as promptStore from './model/prompt.ts'
import { promptOf } from './model/prompt.ts'
import { changePrompt } from './model/promptChanges.ts'

/** PATCH /prompts: changes several prompts, all or none. */
export const updatePrompts: Handler<'updatePrompts'> = (context) =>
  context.transact(async (tx) => {
    const rows = await promptStore.getAllOrThrow(
      tx,
      context.caller.organizationId,
      context.body.prompts.map(({ id }) => id),
      (index) => `prompts[${index}].id`,
    )
    const prompts: Prompt[] = []
    for (const [index, { id: _, etag, ...changes }] of context.body.prompts.entries()) {
      const current = rows[index] as (typeof rows)[number]
      const at = (member: string) => `prompts[${index}].${member}`
      requireMatch(etag, promptOf(current), at('etag'))
      prompts.push(promptOf(await changePrompt(tx, context, current, changes, at)))
    }
    return { status: 200, body: { prompts } }
  })
