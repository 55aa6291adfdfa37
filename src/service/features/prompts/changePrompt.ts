import type { UpdatePromptRequest } from '../../../../generated/openapi.v1.ts'
import type { Caller, Services } from '../../http/handler.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import { requireFolder } from '../folders/queries.ts'
import { differs, requireContent } from './draft.ts'
import { promptUpdated } from './promptEvents.ts'
import { nameKey, type PromptRow } from './promptRows.ts'
import * as promptStore from './promptStore.ts'
import * as versionStore from './versionStore.ts'

/**
 * Changes a prompt's draft or settings and raises `prompt.updated`; a change that changes nothing is none.
 *
 * @param at where the body holds a member: `content`, or `prompts[2].content` in a batch
 * @returns the prompt as it is now
 * @throws ApiError VALIDATION_ERROR at `content` or `folderId`
 */
export async function changePrompt(
  tx: WriteTransaction,
  { caller, clock, outbox }: Pick<Services, 'clock' | 'outbox'> & { caller: Caller },
  current: PromptRow,
  changes: UpdatePromptRequest,
  at: (member: string) => string = (member) => member,
): Promise<PromptRow> {
  await requireFolder(tx, caller.organizationId, changes.folderId, at('folderId'))
  const changed = applied(current, changes, at)
  if (equal(current, changed)) return current
  changed.has_unpublished_changes = (await unpublished(tx, changed)) ? 1 : 0
  changed.updated_at = clock.now()
  changed.updated_by = caller.userId
  await promptStore.save(tx, current, changed)
  await outbox.append(tx, caller, promptUpdated(changed))
  return changed
}

/** Members that the body leaves out stay; null is a value of its own. */
function applied(
  current: PromptRow,
  changes: UpdatePromptRequest,
  at: (member: string) => string,
): PromptRow {
  const changed = { ...current }
  if (changes.name !== undefined)
    Object.assign(changed, { name: changes.name, name_key: nameKey(changes.name) })
  if (changes.folderId !== undefined) changed.folder_id = changes.folderId
  if (changes.description !== undefined) changed.description = changes.description
  if (changes.tags !== undefined) changed.tags = JSON.stringify(changes.tags)
  if (changes.model !== undefined) changed.model = changes.model
  if (changes.temperature !== undefined) changed.temperature = changes.temperature
  if (changes.content !== undefined) Object.assign(changed, requireContent(changes.content, at('content')))
  return changed
}

function equal(a: PromptRow, b: PromptRow): boolean {
  return (Object.keys(a) as (keyof PromptRow)[]).every((column) => a[column] === b[column])
}

async function unpublished(tx: WriteTransaction, prompt: PromptRow): Promise<boolean> {
  const published = await versionStore.find(tx, prompt.organization_id, prompt.id, prompt.version)
  return published === undefined || differs(prompt, published)
}
