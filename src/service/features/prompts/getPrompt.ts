import type { Handler } from '../../http/handler.ts'
import { promptOf } from './promptRows.ts'
import * as promptStore from './promptStore.ts'

/** GET /prompts/{promptId}: reads a prompt with its draft. */
export const getPrompt: Handler<'getPrompt'> = async ({ params, caller, database }) => {
  const prompt = await database.read((tx) => promptStore.demand(tx, caller.organizationId, params.promptId))
  return { status: 200, body: promptOf(prompt) }
}
