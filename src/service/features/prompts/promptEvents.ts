/**
 * The events of prompts: the seven specified fields with `object`, and beside them, as an extension, the version
 * or the execution that the event is about. Source: "Envelope".
 */
import type { Execution, PromptVersion } from '../../../../generated/openapi.v1.ts'
import type { EventData } from '../../events/outbox.ts'
import { timestamp } from '../../runtime/clock.ts'
import type { PromptRow } from './promptRows.ts'

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

/** What webhook filters look at stands beside the data. */
function event<T extends string, D>(type: T, row: PromptRow, data: D) {
  return { type, data, promptId: row.id, folderId: row.folder_id }
}
