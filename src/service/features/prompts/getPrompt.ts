import type { Handler } from '../../server/handler.ts'
import * as promptStore from './model/prompt.ts'
import { promptOf } from './model/prompt.ts'

/** GET /prompts/{promptId}: reads a prompt with its draft. */
export const getPrompt: Handler<'getPrompt'> = async ({ params, caller, database }) => {
  const prompt = await promptStore.getOrThrow(database, caller.organizationId, params.promptId)
  return { status: 200, body: promptOf(prompt) }
}
