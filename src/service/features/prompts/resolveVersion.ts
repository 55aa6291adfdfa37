/** Which text of a prompt a request means: a version by its number or label, or the draft. */
import type { VersionSelector } from '../../../../generated/openapi.v1.ts'
import { validationError } from '../../errors.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import { labelsOf, type PromptRow } from './promptRows.ts'
import type { VersionRow } from './versionRows.ts'
import * as versionStore from './versionStore.ts'

/** What can be rendered, run and compared: a version row, or a prompt row as the draft. */
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
  const row = await versionStore.find(tx, prompt.organization_id, prompt.id, version)
  if (row) return row
  const expected =
    prompt.version === 0
      ? 'no version is published yet'
      : `expected a published version, 1 to ${prompt.version}`
  throw validationError({ field, issue: `is ${version}; ${expected}` })
}

/** `latest` is no stored label: it always is the newest version. */
function numberOf(prompt: PromptRow, label: string): number {
  const labels = labelsOf(prompt)
  if (prompt.version > 0) labels.set('latest', prompt.version)
  const version = labels.get(label)
  if (version !== undefined) return version
  const known =
    labels.size === 0 ? 'the prompt has none' : `expected one of ${[...labels.keys()].sort().join(', ')}`
  throw validationError({ field: 'label', issue: `is ${label}; ${known}` })
}
