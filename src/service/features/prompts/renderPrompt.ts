import type { Handler } from '../../server/handler.ts'
import { fillIn } from './model/execution.ts'
import * as promptStore from './model/prompt.ts'
import { resolveVersion, selectorOf } from './model/version.ts'

/** POST /prompts/{promptId}/render: the text that an execution would send to the model; nothing is run, stored or announced. */
export const renderPrompt: Handler<'renderPrompt'> = async ({ params, body, caller, database }) => {
  const runnable = await database.read(async (tx) => {
    const prompt = await promptStore.getOrThrow(tx, caller.organizationId, params.promptId)
    return resolveVersion(tx, prompt, body)
  })
  const { text, warnings } = fillIn(runnable.content, body.variables, body.strict)
  return {
    status: 200,
    body: {
      object: 'prompt_rendering',
      promptId: params.promptId,
      version: selectorOf(runnable),
      renderedPrompt: text,
      warnings,
    },
  }
}
