/** A published version as the database retains it, and as the contract shows it. */

import { createHash } from 'node:crypto'
import type { PromptVersion, VersionSelector } from '../../../../../generated/openapi.v1.ts'
import { validationError } from '../../../errors.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, pageOf } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Caller, Services } from '../../../server/handler.ts'
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'
import { labelsOf, type PromptRow, promptOf } from './prompt.ts'

export interface VersionRow {
  id: string
  organization_id: string
  prompt_id: string
  version: number
  /** `sha256:` and the hexadecimal digest of `content`. */
  content_hash: string
  model: string | null
  temperature: number | null
  commit_message: string | null
  based_on_version: number | null
  created_at: number
  created_by: string
  /** JSON array. */
  variables: string
  content: string
}

/** @param prompt whose labels show which of them point here */
export function versionOf(row: VersionRow, prompt: PromptRow): PromptVersion {
  return {
    id: row.id,
    object: 'prompt_version',
    promptId: row.prompt_id,
    version: row.version,
    content: row.content,
    variables: JSON.parse(row.variables),
    model: row.model,
    temperature: row.temperature,
    commitMessage: row.commit_message,
    contentHash: row.content_hash,
    labels: [...labelsOf(prompt)]
      .filter(([, version]) => version === row.version)
      .map(([label]) => label)
      .sort(),
    basedOnVersion: row.based_on_version,
    createdAt: timestamp(row.created_at),
    createdBy: row.created_by,
  }
}

// The SQL verbs over published versions: they are written once and never change.

const columns = [
  'id',
  'organization_id',
  'prompt_id',
  'version',
  'content_hash',
  'model',
  'temperature',
  'commit_message',
  'based_on_version',
  'created_at',
  'created_by',
  'variables',
  'content',
] as const satisfies readonly (keyof VersionRow)[]
const INSERT = `INSERT INTO prompt_versions (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
const FIND = 'SELECT * FROM prompt_versions WHERE organization_id = ? AND prompt_id = ? AND version = ?'

export async function insert(tx: WriteTransaction, row: VersionRow): Promise<void> {
  await tx.run(INSERT, ...columns.map((column) => row[column]))
}

/**
 * The resource at a label's address, in both forms of responses: the version that the label names, as in GET, and the
 * prompt, as in PUT. A tag of either names the label's state.
 */
export async function labelledForms(
  tx: ReadTransaction,
  prompt: PromptRow,
  label: string,
): Promise<object[]> {
  const number = labelsOf(prompt).get(label)
  const version = number === undefined ? undefined : await find(tx, prompt.organization_id, prompt.id, number)
  return [...(version === undefined ? [] : [versionOf(version, prompt)]), promptOf(prompt)]
}

export function find(
  tx: ReadTransaction,
  organizationId: string,
  promptId: string,
  version: number,
): Promise<VersionRow | undefined> {
  return tx.get<VersionRow>(FIND, organizationId, promptId, version)
}

/** One page of versions. Their numbers are in the order of their making, so the list runs on the numbers' index. */
export async function list(
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  promptId: string,
  query: PageRequest,
) {
  const page = pageOf(cursors, query, {
    identity: ['listPromptVersions', organizationId, promptId],
    sorts: { createdAt: 'version' },
    where: { organization_id: organizationId, prompt_id: promptId },
  })
  return page.read<VersionRow>(tx, 'SELECT * FROM prompt_versions')
}

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

// Which text of a prompt a request means: a version by its number or label, or the draft.

/** A text that can be rendered, run and compared: a version row, or a prompt row as the draft. */
export interface Runnable {
  /** Null: the draft. */
  version: number | null
  content: string
  /** JSON array. */
  variables: string
  model: string | null
  temperature: number | null
}

/** The contract's word for a version or the draft. */
export const selectorOf = ({ version }: Runnable): VersionSelector => version ?? 'draft'

/** A version as a query parameter names it: its number, or `draft`. */
export const parseSelector = (text: string): VersionSelector => (text === 'draft' ? text : Number(text))

/**
 * Without `version` and `label` the last published version is meant, or the draft while none is published.
 *
 * @param field where the request names the version
 * @throws ApiError VALIDATION_ERROR at `field` or `label` when there is none such
 */
export async function resolveVersion(
  tx: ReadTransaction,
  prompt: PromptRow,
  wanted: { version?: VersionSelector | undefined; label?: string | undefined },
  field = 'version',
): Promise<Runnable> {
  const { version, label } = wanted
  if (label !== undefined) return requireVersion(tx, prompt, numberOf(prompt, label), 'label')
  if (version === 'draft' || (version === undefined && prompt.version === 0))
    return { ...prompt, version: null }
  return requireVersion(tx, prompt, version ?? prompt.version, field)
}

/** @throws ApiError VALIDATION_ERROR at `field` when the prompt has no such version */
export async function requireVersion(
  tx: ReadTransaction,
  prompt: PromptRow,
  version: number,
  field: string,
): Promise<VersionRow> {
  const row = await find(tx, prompt.organization_id, prompt.id, version)
  if (row) return row
  const expected =
    prompt.version === 0
      ? 'no version is published yet'
      : `expected a published version, 1 to ${prompt.version}`
  throw validationError({ field, issue: `is ${version}; ${expected}` })
}

/** `latest` is not a stored label: it always is the newest version. */
function numberOf(prompt: PromptRow, label: string): number {
  const labels = labelsOf(prompt)
  if (prompt.version > 0) labels.set('latest', prompt.version)
  const version = labels.get(label)
  if (version !== undefined) return version
  const known =
    labels.size === 0 ? 'the prompt has none' : `expected one of ${[...labels.keys()].sort().join(', ')}`
  throw validationError({ field: 'label', issue: `is ${label}; ${known}` })
}
