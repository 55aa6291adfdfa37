/** A published version as the database keeps it, and as the contract shows it. */
import type { PromptVersion } from '../../../../generated/openapi.v1.ts'
import { timestamp } from '../../runtime/clock.ts'
import { labelsOf, type PromptRow } from './promptRows.ts'

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

/** @param prompt whose labels tell which of them point here */
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
