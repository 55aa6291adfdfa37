import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import * as promptStore from './model/prompt.ts'
import { labelsOf } from './model/prompt.ts'
import * as versionStore from './model/version.ts'
import { versionOf } from './model/version.ts'

/** GET /prompts/{promptId}/labels/{label}: reads the version that the label points at. */
export const getPromptLabel: Handler<'getPromptLabel'> = ({ params, caller, database }) =>
  database.read(async (tx) => {
    const prompt = await promptStore.getOrThrow(tx, caller.organizationId, params.promptId)
    const number = labelsOf(prompt).get(params.label)
    const version =
      number === undefined ? undefined : await versionStore.find(tx, caller.organizationId, prompt.id, number)
    if (version === undefined) throw new ApiError('NOT_FOUND', 'The prompt has no label with this name.')
    return { status: 200, body: versionOf(version, prompt) }
  })
