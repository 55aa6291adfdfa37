import { ApiError } from '../../errors.ts'
import type { Handler, HandlerContext } from '../../server/handler.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import * as promptStore from './model/prompt.ts'
import { type PromptRow, promptVersionCreated } from './model/prompt.ts'
import * as versionStore from './model/version.ts'
import { freezeVersion, requireVersion, versionOf } from './model/version.ts'

/**
 * POST /prompts/{promptId}/versions: publishes the draft under the next number or, with `fromVersion`, an older
 * version again. Numbers are counted inside the transaction, so that parallel calls leave no gap.
 */
export const createPromptVersion: Handler<'createPromptVersion'> = (context) =>
  context.transact(async (tx) => {
    const { params, body, caller, outbox } = context
    const current = await promptStore.getOrThrow(tx, caller.organizationId, params.promptId)
    const prompt = await published(tx, context, current)
    const version = freezeVersion(context, prompt, {
      basedOnVersion: body.fromVersion ?? (current.version || null),
      commitMessage: body.commitMessage ?? null,
    })
    await promptStore.save(tx, current, prompt)
    await versionStore.insert(tx, version)
    const resource = versionOf(version, prompt)
    await outbox.append(tx, caller, promptVersionCreated(prompt, resource))
    return { status: 201, body: resource, location: `/prompts/${prompt.id}/versions/${version.version}` }
  })

/** The prompt behind the publication: what is published is also its draft. */
async function published(
  tx: WriteTransaction,
  { body, caller, clock }: HandlerContext<'createPromptVersion'>,
  current: PromptRow,
): Promise<PromptRow> {
  if (body.fromVersion === undefined && current.has_unpublished_changes === 0) {
    throw new ApiError(
      'VERSION_UNCHANGED',
      `The draft equals version ${current.version}, the last published one; change it or name fromVersion.`,
    )
  }
  const source =
    body.fromVersion === undefined
      ? current
      : await requireVersion(tx, current, body.fromVersion, 'fromVersion')
  return {
    ...current,
    status: 'published',
    version: current.version + 1,
    has_unpublished_changes: 0,
    model: source.model,
    temperature: source.temperature,
    variables: source.variables,
    content: source.content,
    updated_at: clock.now(),
    updated_by: caller.userId,
  }
}
