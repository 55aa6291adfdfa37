/** What other features may ask of prompts. */
import type { PromptVersion } from '../../../generated/openapi.v1.ts'
import type { Caller, Services } from '../../http/handler.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import * as executionStore from './executionStore.ts'
import * as promptStore from './promptStore.ts'
import { removePrompt } from './removePrompt.ts'
import { versionOf } from './versionRows.ts'
import * as versionStore from './versionStore.ts'

export type { ExecutionFigures } from './executionStore.ts'
export { fillIn } from './fillIn.ts'
export { lineDiff } from './lineDiff.ts'

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

/** How many prompts lie directly in a folder. */
export function countPromptsIn(
  tx: ReadTransaction,
  organizationId: string,
  folderId: string,
): Promise<number> {
  return promptStore.countIn(tx, organizationId, folderId)
}

/** Deletes the prompts that lie directly in a folder, each with its `prompt.deleted`. */
export async function removePromptsIn(
  tx: WriteTransaction,
  context: Pick<Services, 'clock' | 'outbox'> & { caller: Caller },
  folderId: string,
): Promise<void> {
  for (;;) {
    const prompts = await promptStore.someIn(tx, context.caller.organizationId, folderId)
    if (prompts.length === 0) return
    for (const prompt of prompts) await removePrompt(tx, context, prompt)
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
