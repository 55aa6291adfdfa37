/** The functions of prompts for other features. */
import type { PromptVersion } from '../../../../generated/openapi.v1.ts'
import { validationError } from '../../errors.ts'
import type { Caller, Services } from '../../server/handler.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import * as executionStore from './model/execution.ts'
import * as promptStore from './model/prompt.ts'
import { removePrompt } from './model/promptChanges.ts'
import * as versionStore from './model/version.ts'
import { requireVersion, versionOf } from './model/version.ts'

export { changedLines } from './model/changedLines.ts'
export type { ExecutionFigures } from './model/execution.ts'
export { chooseModel } from './model/execution.ts'

/** Whether the organization has this prompt, and it is not deleted. */
export async function promptExists(
  tx: ReadTransaction,
  organizationId: string,
  promptId: string,
): Promise<boolean> {
  return (await promptStore.find(tx, organizationId, promptId)) !== undefined
}

/**
 * A published version, undefined when there is none such or the prompt is deleted.
 *
 * @param version the last published one when absent
 */
export async function loadVersion(
  tx: ReadTransaction,
  organizationId: string,
  promptId: string,
  version?: number,
): Promise<PromptVersion | undefined> {
  const prompt = await promptStore.find(tx, organizationId, promptId)
  if (prompt === undefined) return undefined
  const row = await versionStore.find(tx, organizationId, promptId, version ?? prompt.version)
  return row && versionOf(row, prompt)
}

/** The part of a published version that a run needs; `model` and `temperature` are the version's, or else the prompt's. */
interface PinnedPrompt {
  /** Of the prompt. */
  name: string
  version: number
  content: string
  model: string | null
  temperature: number | null
}

/**
 * Pins a published version, the last one when `version` is undefined.
 *
 * @throws ApiError VALIDATION_ERROR at `promptId` or `promptVersion` when there is none such
 */
export async function pinPrompt(
  tx: ReadTransaction,
  organizationId: string,
  promptId: string,
  version: number | undefined,
): Promise<PinnedPrompt> {
  const prompt = await promptStore.find(tx, organizationId, promptId)
  if (prompt === undefined) {
    const issue = `is ${promptId}; expected the id of a prompt of this organization`
    throw validationError({ field: 'promptId', issue })
  }
  const row = await requireVersion(tx, prompt, version ?? prompt.version, 'promptVersion')
  return {
    name: prompt.name,
    version: row.version,
    content: row.content,
    model: row.model ?? prompt.model,
    temperature: row.temperature ?? prompt.temperature,
  }
}

/** How many prompts lie directly in a folder. */
export function countPromptsIn(
  tx: ReadTransaction,
  organizationId: string,
  folderId: string,
): Promise<number> {
  return promptStore.countIn(tx, organizationId, folderId)
}

/**
 * Deletes the prompts that lie directly in a folder, each with its `prompt.deleted`.
 * @param deleted called for each, with its number of characters
 */
export async function removePromptsIn(
  tx: WriteTransaction,
  context: Pick<Services, 'clock' | 'outbox'> & { caller: Caller },
  folderId: string,
  deleted: (characters: number) => void,
): Promise<void> {
  for (;;) {
    const prompts = await promptStore.someIn(tx, context.caller.organizationId, folderId)
    if (prompts.length === 0) return
    for (const prompt of prompts) {
      await removePrompt(tx, context, prompt)
      deleted(prompt.content.length)
    }
  }
}

/** The executions of a period for statistics, page by page: see `executionStore.figures`. */
export const executionFigures = executionStore.figures

/** The names of prompts by their ids, deleted ones included. */
export async function promptNames(
  tx: ReadTransaction,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const id of ids) {
    const name = await promptStore.nameOf(tx, organizationId, id)
    if (name !== undefined) names.set(id, name)
  }
  return names
}

/** The number of the last published version, 0 while there is none; undefined when there is no such prompt. */
export async function lastVersion(
  tx: ReadTransaction,
  organizationId: string,
  promptId: string,
): Promise<number | undefined> {
  return (await promptStore.find(tx, organizationId, promptId))?.version
}
