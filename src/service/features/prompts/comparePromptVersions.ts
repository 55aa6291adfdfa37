import { SerializedJson } from '../../resources/serializedJson.ts'
import type { Handler } from '../../server/handler.ts'
import { COMPARED_HERE, compare, compareOnThread } from './model/comparison.ts'
import * as promptStore from './model/prompt.ts'
import { parseSelector, resolveVersion } from './model/version.ts'

/** GET /prompts/{promptId}/diff: compares two versions, or a version and the draft. */
export const comparePromptVersions: Handler<'comparePromptVersions'> = async (context) => {
  const { params, query, caller, database, workerThreads } = context
  const { from, to } = await database.read(async (tx) => {
    const prompt = await promptStore.getOrThrow(tx, caller.organizationId, params.promptId)
    return {
      from: await resolveVersion(tx, prompt, { version: parseSelector(query.from) }, 'query.from'),
      to: await resolveVersion(tx, prompt, { version: parseSelector(query.to) }, 'query.to'),
    }
  })
  const compared = { promptId: params.promptId, from, to }
  if (from.content.length + to.content.length <= COMPARED_HERE)
    return { status: 200, body: compare(compared) }
  return { status: 200, body: new SerializedJson(await compareOnThread(workerThreads, compared)) }
}
