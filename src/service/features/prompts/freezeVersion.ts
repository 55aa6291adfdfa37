import { createHash } from 'node:crypto'
import type { Caller, Services } from '../../http/handler.ts'
import type { PromptRow } from './promptRows.ts'
import type { VersionRow } from './versionRows.ts'

/**
 * The version that `prompt`, with its number already counted up, becomes at this moment.
 *
 * @param basedOnVersion the version it follows or repeats; null for the first one
 */
export function freezeVersion(
  { caller, ids }: Pick<Services, 'ids'> & { caller: Caller },
  prompt: PromptRow,
  more: { basedOnVersion: number | null; commitMessage: string | null },
): VersionRow {
  return {
    id: ids.create('pver'),
    organization_id: prompt.organization_id,
    prompt_id: prompt.id,
    version: prompt.version,
    content_hash: `sha256:${createHash('sha256').update(prompt.content).digest('hex')}`,
    model: prompt.model,
    temperature: prompt.temperature,
    commit_message: more.commitMessage,
    based_on_version: more.basedOnVersion,
    created_at: prompt.updated_at,
    created_by: caller.userId,
    variables: prompt.variables,
    content: prompt.content,
  }
}
