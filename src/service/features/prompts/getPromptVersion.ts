import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import * as promptStore from './model/prompt.ts'
import * as versionStore from './model/version.ts'
import { versionOf } from './model/version.ts'

/** GET /prompts/{promptId}/versions/{version}: reads one published version. */
export const getPromptVersion: Handler<'getPromptVersion'> = ({ params, caller, database }) =>
  database.read(async (tx) => {
    const prompt = await promptStore.getOrThrow(tx, caller.organizationId, params.promptId)
    const version = await versionStore.find(tx, caller.organizationId, prompt.id, params.version)
    if (version === undefined) throw new ApiError('NOT_FOUND', 'The prompt has no version with this number.')
    return { status: 200, body: versionOf(version, prompt) }
  })
