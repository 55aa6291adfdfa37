/** A prompt as the database retains it, and as the contract shows it. */

import type { Execution, Prompt, PromptVersion } from '../../../../../generated/openapi.v1.ts'
import { requireFound, validationError } from '../../../errors.ts'
import type { EventData } from '../../../events/outbox.ts'
import { getEachOrThrow } from '../../../resources/batch.ts'
import { named, related } from '../../../resources/conditions.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { nameKey } from '../../../resources/nameKey.ts'
import { type PageRequest, readPage } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Database, ReadTransaction, WriteTransaction } from '../../../storage/database.ts'

export interface PromptRow {
  id: string
  organization_id: string
  folder_id: string | null
  name: string
  /** `name` as the name filter sees it. */
  name_key: string
  status: Prompt['status']
  version: number
  has_unpublished_changes: 0 | 1
  model: string | null
  temperature: number | null
  created_at: number
  created_by: string
  updated_at: number
  updated_by: string
  deleted_at: number | null
  deleted_by: string | null
  description: string | null
  /** JSON array; `prompt_tags` repeats it for the tag filter. */
  tags: string
  /** JSON object of label and version; `prompt_labels` repeats its names for the label filter. */
  labels: string
  /** JSON array, derived from `content`. */
  variables: string
  content: string
}

export function promptOf(row: PromptRow): Prompt {
  return {
    id: row.id,
    object: 'prompt',
    name: row.name,
    content: row.content,
    folderId: row.folder_id,
    version: row.version,
    status: row.status,
    hasUnpublishedChanges: row.has_unpublished_changes === 1,
    variables: JSON.parse(row.variables),
    description: row.description,
    tags: JSON.parse(row.tags),
    labels: JSON.parse(row.labels),
    model: row.model,
    temperature: row.temperature,
    createdAt: timestamp(row.created_at),
    createdBy: row.created_by,
    updatedAt: timestamp(row.updated_at),
    updatedBy: row.updated_by,
  }
}

/** A Map, so that no label can be treated as a property that every object has. */
export const labelsOf = (row: PromptRow): Map<string, number> =>
  new Map(Object.entries(JSON.parse(row.labels)))

// The SQL verbs over prompts. Every statement names the organization.

/** The columns that a change may touch. */
const mutable = [
  'folder_id',
  'name',
  'name_key',
  'status',
  'version',
  'has_unpublished_changes',
  'model',
  'temperature',
  'updated_at',
  'updated_by',
  'deleted_at',
  'deleted_by',
  'description',
  'tags',
  'labels',
  'variables',
  'content',
] as const satisfies readonly (keyof PromptRow)[]
const all = ['id', 'organization_id', 'created_at', 'created_by', ...mutable] as const

const INSERT = `INSERT INTO prompts (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`
const UPDATE = `UPDATE prompts SET ${mutable.map((column) => `${column} = ?`).join(', ')}
  WHERE organization_id = ? AND id = ?`
const FIND = 'SELECT * FROM prompts WHERE organization_id = ? AND id = ? AND deleted_at IS NULL'

export async function insert(tx: WriteTransaction, row: PromptRow): Promise<void> {
  await tx.run(INSERT, ...all.map((column) => row[column]))
  await writeTags(tx, row)
}

/** Undefined when there is none, when it is deleted, and when it belongs to another organization. */
export function find(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<PromptRow | undefined> {
  return tx.get<PromptRow>(FIND, organizationId, id)
}

/** The name of a prompt, deleted or not. */
export async function nameOf(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<string | undefined> {
  const sql = 'SELECT name FROM prompts WHERE organization_id = ? AND id = ?'
  return (await tx.get<{ name: string }>(sql, organizationId, id))?.name
}

/** @throws ApiError NOT_FOUND where `find` finds nothing */
export async function getOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<PromptRow> {
  return requireFound('prompt', await find(tx, organizationId, id))
}

/** Characters of content in the prompts of one batch, for all of which its commit is one piece of work. */
const MAX_CHARACTERS = 2 * 2 ** 20

/**
 * The prompts of a batch, as `getEachOrThrow` has it.
 * @throws ApiError VALIDATION_ERROR where their contents are too long together
 */
export async function getAllOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  ids: readonly string[],
  at: (index: number) => string,
): Promise<PromptRow[]> {
  const rows = await getEachOrThrow('prompt', ids, at, (id) => find(tx, organizationId, id))
  let characters = 0
  for (const [index, { content }] of rows.entries()) {
    characters += content.length
    if (characters <= MAX_CHARACTERS) continue
    const issue = `is the prompt with which the contents have ${characters} characters; expected at most ${MAX_CHARACTERS} in one request`
    throw validationError({ field: at(index), issue })
  }
  return rows
}

/** Writes all of `changed`, which `before` was until now. */
export async function save(tx: WriteTransaction, before: PromptRow, changed: PromptRow): Promise<void> {
  await tx.run(UPDATE, ...mutable.map((column) => changed[column]), changed.organization_id, changed.id)
  if (changed.tags !== before.tags) {
    await tx.run(
      'DELETE FROM prompt_tags WHERE organization_id = ? AND prompt_id = ?',
      changed.organization_id,
      changed.id,
    )
    await writeTags(tx, changed)
  }
  if (changed.labels !== before.labels) {
    await tx.run(
      'DELETE FROM prompt_labels WHERE organization_id = ? AND prompt_id = ?',
      changed.organization_id,
      changed.id,
    )
    await writeLabels(tx, changed)
  }
}

async function writeTags(tx: WriteTransaction, row: PromptRow): Promise<void> {
  for (const tag of JSON.parse(row.tags) as string[]) {
    await tx.run(
      'INSERT INTO prompt_tags (organization_id, tag, prompt_id) VALUES (?, ?, ?)',
      row.organization_id,
      tag,
      row.id,
    )
  }
}

async function writeLabels(tx: WriteTransaction, row: PromptRow): Promise<void> {
  for (const label of labelsOf(row).keys()) {
    await tx.run(
      'INSERT INTO prompt_labels (organization_id, label, prompt_id) VALUES (?, ?, ?)',
      row.organization_id,
      label,
      row.id,
    )
  }
}

interface PromptFilters {
  folderId?: string | undefined
  /** A part of the name, without regard to case. */
  name?: string | undefined
  status?: PromptRow['status'] | undefined
  tag?: string | undefined
  label?: string | undefined
}

/** One page of prompts; each sort runs on its own index, within the organization, the folder or the status. */
export async function list(
  database: Pick<Database, 'all' | 'read' | 'idsNamed'>,
  cursors: Cursors,
  organizationId: string,
  query: PromptFilters & PageRequest,
) {
  const having = (table: string, column: string, value: string | undefined) =>
    value === undefined
      ? undefined
      : related(table, 'prompt_id', { organization_id: organizationId, [column]: value }, 'prompts')
  return readPage<PromptRow>(database, cursors, query, {
    identity: ['listPrompts', organizationId],
    sorts: { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name' },
    from: 'prompts',
    where: { organization_id: organizationId },
    and: [{ sql: 'deleted_at IS NULL' }],
    filters: { folder_id: query.folderId === 'root' ? null : query.folderId, status: query.status },
    selections: [
      named({ kind: 'prompts', organizationId }, query.name && nameKey(query.name)),
      having('prompt_labels', 'label', query.label),
      having('prompt_tags', 'tag', query.tag),
    ],
  })
}

export async function countIn(
  tx: ReadTransaction,
  organizationId: string,
  folderId: string,
): Promise<number> {
  const sql = `SELECT count(*) AS count FROM prompts
    WHERE organization_id = ? AND folder_id = ? AND deleted_at IS NULL`
  return (await tx.get<{ count: number }>(sql, organizationId, folderId))?.count ?? 0
}

/** Some of the prompts directly in a folder: their contents may be long, so they never all come in parallel. */
export function someIn(tx: ReadTransaction, organizationId: string, folderId: string): Promise<PromptRow[]> {
  const sql = `SELECT * FROM prompts
    WHERE organization_id = ? AND folder_id = ? AND deleted_at IS NULL ORDER BY created_at, id LIMIT 16`
  return tx.all<PromptRow>(sql, organizationId, folderId)
}

// The events of prompts: the seven specified fields with `object`, and next to them, as an extension, the version
// or the execution that the event is about. Source: "Envelope".

export const promptCreated = (row: PromptRow) => event('prompt.created', row, promptData(row))

export const promptUpdated = (row: PromptRow) => event('prompt.updated', row, promptData(row))

export const promptDeleted = (row: PromptRow) => event('prompt.deleted', row, promptData(row))

export const promptVersionCreated = (row: PromptRow, promptVersion: PromptVersion) =>
  event('prompt.version.created', row, { ...promptData(row), promptVersion })

export const promptExecuted = (row: PromptRow, execution: Execution) =>
  event('prompt.executed', row, { ...promptData(row), execution })

function promptData(row: PromptRow): EventData<'prompt.created'> {
  return {
    id: row.id,
    object: 'prompt',
    name: row.name,
    content: row.content,
    folderId: row.folder_id,
    version: row.version,
    updatedAt: timestamp(row.updated_at),
    updatedBy: row.updated_by,
  }
}

/** The properties for webhook filters are next to the data. */
function event<T extends string, D>(type: T, row: PromptRow, data: D) {
  return { type, data, promptId: row.id, folderId: row.folder_id }
}
