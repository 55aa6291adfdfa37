import type { Folder, UpdateFolderRequest } from '../../../../../generated/openapi.v1.ts'
import { ApiError } from '../../../errors.ts'
import type { Caller, Services } from '../../../server/handler.ts'
import type { WriteTransaction } from '../../../storage/database.ts'
import { countPromptsIn, removePromptsIn } from '../../prompts/queries.ts'
import { requireFolder } from '../queries.ts'
import * as folderStore from './folder.ts'
import {
  type FolderRow,
  folderOf,
  lineageOf,
  lineagesOf,
  nameColumns,
  parentColumns,
  requireDepth,
  requireFreeName,
  requireNoCycle,
  subtreeOf,
} from './folder.ts'

/** One folder of a request and what becomes of it. */
export interface FolderEdit {
  current: FolderRow
  changes: UpdateFolderRequest
  /** Where the body contains a property: `name`, or `folders[2].name` in a batch. */
  at: (member: string) => string
}

/**
 * Renames and moves folders. Names, cycles and depths are checked against the state after the last change, so that two
 * folders can swap their names or places in one request.
 *
 * @returns the folders as they are now, in the order of `edits`
 * @throws ApiError NAME_TAKEN; VALIDATION_ERROR at `parentId`
 */
export async function changeFolders(
  tx: WriteTransaction,
  { caller, clock }: Pick<Services, 'clock'> & { caller: Caller },
  edits: readonly FolderEdit[],
): Promise<Folder[]> {
  const organizationId = caller.organizationId
  const rows: FolderRow[] = []
  for (const { current, changes, at } of edits) {
    await requireFolder(tx, organizationId, changes.parentId, at('parentId'))
    const changed = applied(current, changes)
    // out of one another's way first, to a place that no folder has: the unique index looks at every statement
    if (changed !== current) await folderStore.save(tx, { ...current, parent_key: `moving ${current.id}` })
    rows.push(changed === current ? current : { ...changed, updated_at: clock.now() })
  }
  const moved = edits.map(({ current, at }, index) => ({ current, at, row: rows[index] as FolderRow }))
  for (const { current, row, at } of moved) {
    if (row === current) continue
    await requireFreeName(tx, row, at('name'))
    await folderStore.save(tx, row)
  }
  const elsewhere = moved.filter(({ current, row }) => row.parent_key !== current.parent_key)
  for (const { row, at } of elsewhere) await requireNoCycle(tx, row, at('parentId'))
  for (const { row, at } of elsewhere) await requireDepth(tx, row, at('parentId'))

  const lineages = await lineagesOf(
    tx,
    organizationId,
    rows.map((row) => row.id),
  )
  return rows.map((row) => folderOf(row, lineages.get(row.id)?.path ?? ''))
}

/** `current` itself when nothing changes. */
function applied(current: FolderRow, { name, parentId }: UpdateFolderRequest): FolderRow {
  const changed = {
    ...current,
    ...(name === undefined ? {} : nameColumns(name)),
    ...(parentId === undefined ? {} : parentColumns(parentId)),
  }
  return changed.name === current.name && changed.parent_key === current.parent_key ? current : changed
}

/**
 * Folders and prompts that one request deletes. Each takes about 0.3 ms, and as much again for each webhook that learns of
 * it, for which other changes wait.
 */
const MAX_DELETED = 1_000
/** Characters of content in the prompts among them: the commit is one piece of work, of about 10 ms for a million. */
const MAX_CHARACTERS = 4 * 2 ** 20

/**
 * Deletes folders, with all their contents when `recursive`.
 *
 * @throws ApiError CONFLICT when they contain more than one request may delete
 * @throws ApiError FOLDER_NOT_EMPTY when one contains prompts, or folders that are not among `folders`, and
 *   `recursive` is false
 */
export async function removeFolders(
  tx: WriteTransaction,
  context: Pick<Services, 'clock' | 'outbox'> & { caller: Caller },
  folders: readonly FolderRow[],
  recursive: boolean,
): Promise<void> {
  const organizationId = context.caller.organizationId
  if (!recursive) {
    for (const folder of folders) await requireEmpty(tx, folder, folders)
  } else {
    await requireFew(tx, organizationId, folders)
  }
  let characters = 0
  const deleted = (more: number) => {
    characters += more
    if (characters > MAX_CHARACTERS) throw tooMuch(`prompts of more than ${MAX_CHARACTERS} characters`)
  }
  for (const folder of folders) {
    // one that lay below another of them is gone already, and its subtree is nothing
    for (const { id } of await subtreeOf(tx, organizationId, folder.id)) {
      await removePromptsIn(tx, context, id, deleted)
      await folderStore.remove(tx, organizationId, id)
    }
  }
}

async function requireFew(
  tx: WriteTransaction,
  organizationId: string,
  folders: readonly FolderRow[],
): Promise<void> {
  const ids = new Set<string>()
  for (const folder of folders)
    for (const { id } of await subtreeOf(tx, organizationId, folder.id, MAX_DELETED + 1)) ids.add(id)
  let contained = ids.size
  for (const id of ids) {
    if (contained > MAX_DELETED) break
    contained += await countPromptsIn(tx, organizationId, id)
  }
  if (contained > MAX_DELETED) throw tooMuch(`more than ${MAX_DELETED} folders and prompts`)
}

const tooMuch = (what: string): ApiError =>
  new ApiError(
    'CONFLICT',
    `The request would delete ${what}, which is more than one may; delete the folders below one by one, or prompts by DELETE /prompts.`,
  )

async function requireEmpty(
  tx: WriteTransaction,
  folder: FolderRow,
  goingToo: readonly FolderRow[],
): Promise<void> {
  const children = await folderStore.childrenOf(tx, folder.organization_id, folder.id)
  const folders = children.filter((id) => !goingToo.some((other) => other.id === id)).length
  const prompts = await countPromptsIn(tx, folder.organization_id, folder.id)
  if (folders === 0 && prompts === 0) return
  const { path } = await lineageOf(tx, folder.organization_id, folder.id)
  const contained = [count(folders, 'folder'), count(prompts, 'prompt')].filter((text) => text !== undefined)
  const message = `The folder ${path} contains ${contained.join(' and ')}. Empty it, or send recursive=true.`
  throw new ApiError('FOLDER_NOT_EMPTY', message, { details: { folderId: folder.id, folders, prompts } })
}

const count = (number: number, noun: string): string | undefined =>
  number === 0 ? undefined : `${number} ${noun}${number === 1 ? '' : 's'}`
