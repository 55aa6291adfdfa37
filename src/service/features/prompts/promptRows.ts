/** A prompt as the database keeps it, and as the contract shows it. */
import type { Prompt } from '../../../../generated/openapi.v1.ts'
import { timestamp } from '../../runtime/clock.ts'

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

/** One form for names that differ in case or in how their accents are encoded. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** A Map, so that no label can be taken for a member that every object has. */
export const labelsOf = (row: PromptRow): Map<string, number> =>
  new Map(Object.entries(JSON.parse(row.labels)))
