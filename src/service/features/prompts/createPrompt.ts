import { nameKey } from '../../resources/nameKey.ts'
import type { Handler, HandlerContext } from '../../server/handler.ts'
import { requireFolder } from '../folders/queries.ts'
import * as promptStore from './model/prompt.ts'
import { type PromptRow, promptCreated, promptOf, promptVersionCreated } from './model/prompt.ts'
import { requireContent } from './model/promptChanges.ts'
import * as versionStore from './model/version.ts'
import { freezeVersion, versionOf } from './model/version.ts'

/**
 * POST /prompts: creates a prompt and, unless `draft` is true, publishes its first version immediately.
 * Source: "Create a prompt"; versions and drafts: docs/internals/decisions.md, "prompts and versions".
 */
export const createPrompt: Handler<'createPrompt'> = async (context) => {
  const { body, caller, outbox, transact } = context
  const prompt = newPrompt(context)
  return transact(async (tx) => {
    await requireFolder(tx, caller.organizationId, body.folderId, 'folderId')
    await promptStore.insert(tx, prompt)
    await outbox.append(tx, caller, promptCreated(prompt))
    if (prompt.version > 0) {
      const version = freezeVersion(context, prompt, { basedOnVersion: null, commitMessage: null })
      await versionStore.insert(tx, version)
      await outbox.append(tx, caller, promptVersionCreated(prompt, versionOf(version, prompt)))
    }
    return { status: 201, body: promptOf(prompt), location: `/prompts/${prompt.id}` }
  })
}

function newPrompt({ body, caller, clock, ids }: HandlerContext<'createPrompt'>): PromptRow {
  const now = clock.now()
  const draft = body.draft === true
  return {
    id: ids.create('prompt'),
    organization_id: caller.organizationId,
    folder_id: body.folderId ?? null,
    name: body.name,
    name_key: nameKey(body.name),
    status: draft ? 'draft' : 'published',
    version: draft ? 0 : 1,
    has_unpublished_changes: draft ? 1 : 0,
    model: body.model ?? null,
    temperature: body.temperature ?? null,
    created_at: now,
    created_by: caller.userId,
    updated_at: now,
    updated_by: caller.userId,
    deleted_at: null,
    deleted_by: null,
    description: body.description ?? null,
    tags: JSON.stringify(body.tags ?? []),
    labels: '{}',
    ...requireContent(body.content, 'content'),
  }
}
