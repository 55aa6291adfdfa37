import type { UpdatePromptRequest } from '../../../../../generated/openapi.v1.ts'
import { validationError } from '../../../errors.ts'
import { nameKey } from '../../../resources/nameKey.ts'
import type { Caller, Services } from '../../../server/handler.ts'
import type { WriteTransaction } from '../../../storage/database.ts'
import { parseTemplate } from '../../../template/parseTemplate.ts'
import { requireFolder } from '../../folders/queries.ts'
import * as promptStore from './prompt.ts'
import { type PromptRow, promptDeleted, promptUpdated } from './prompt.ts'
import type { VersionRow } from './version.ts'
import * as versionStore from './version.ts'

/**
 * Changes a prompt's draft or settings and raises `prompt.updated`; a change that changes nothing is not one.
 *
 * @param at the place in the body: `content`, or `prompts[2].content` in a batch
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

/** Properties that the body leaves out stay; null is a value of its own. */
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

// The draft of a prompt: its template, and whether it still is the version that was published last.

/**
 * The columns of a new content.
 *
 * @param field its place in the body
 * @throws ApiError VALIDATION_ERROR at `field`, with each rejected construct and its position
 */
export function requireContent(content: string, field: string): Pick<PromptRow, 'content' | 'variables'> {
  const { variables, rejected } = parseTemplate(content)
  const [first, ...others] = rejected.map(({ construct, line, column }) => ({
    field,
    issue: `has ${construct} at line ${line}, column ${column}; blocks are not part of the template grammar, write \\${construct} for the text itself`,
  }))
  if (first) throw validationError(first, ...others.slice(0, MAX_ISSUES))
  return { content, variables: JSON.stringify(variables) }
}

/** A hostile content could name 30 000; no one reads so many. */
const MAX_ISSUES = 20

/** Whether `draft` differs from `published`. */
function differs(draft: PromptRow, published: VersionRow): boolean {
  return (
    draft.content !== published.content ||
    draft.model !== published.model ||
    draft.temperature !== published.temperature
  )
}

/** Deletes a prompt and raises `prompt.deleted`. Its row, versions and executions stay for audit. */
export async function removePrompt(
  tx: WriteTransaction,
  { caller, clock, outbox }: Pick<Services, 'clock' | 'outbox'> & { caller: Caller },
  current: PromptRow,
): Promise<void> {
  const now = clock.now()
  const by = caller.userId
  const deleted = { ...current, updated_at: now, updated_by: by, deleted_at: now, deleted_by: by }
  await promptStore.save(tx, current, deleted)
  await outbox.append(tx, caller, promptDeleted(deleted))
}

/**
 * Gives a prompt these labels and raises `prompt.updated`: labels are settings, for they decide what an execution
 * by label runs. Labels that are the same already change nothing.
 */
export async function relabel(
  tx: WriteTransaction,
  { caller, clock, outbox }: Pick<Services, 'clock' | 'outbox'> & { caller: Caller },
  current: PromptRow,
  labels: Map<string, number>,
): Promise<PromptRow> {
  const sorted = [...labels].sort(([a], [b]) => (a < b ? -1 : 1))
  const changed: PromptRow = {
    ...current,
    labels: JSON.stringify(Object.fromEntries(sorted)),
    updated_at: clock.now(),
    updated_by: caller.userId,
  }
  if (changed.labels === current.labels) return current
  await promptStore.save(tx, current, changed)
  await outbox.append(tx, caller, promptUpdated(changed))
  return changed
}
