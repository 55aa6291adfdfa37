import type { Handler } from '../../server/handler.ts'
import * as promptStore from './model/prompt.ts'
import * as versionStore from './model/version.ts'
import { versionOf } from './model/version.ts'

/** GET /prompts/{promptId}/versions: lists the published versions. */
export const listPromptVersions: Handler<'listPromptVersions'> = async (context) => {
  const { params, query, caller, cursors, database } = context
  return database.read(async (tx) => {
    const prompt = await promptStore.getOrThrow(tx, caller.organizationId, params.promptId)
    const page = await versionStore.list(tx, cursors, caller.organizationId, prompt.id, query)
    const versions = page.rows.map((row) => versionOf(row, prompt))
    return { status: 200, body: { versions, hasMore: page.hasMore, nextCursor: page.nextCursor } }
  })
}
