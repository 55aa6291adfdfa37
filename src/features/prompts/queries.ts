/** What other features may ask of prompts. */
import type { PromptVersion } from '../../../generated/openapi.v1.ts'
import type { Caller, Services } from '../../http/handler.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import * as promptStore from './promptStore.ts'
import { removePrompt } from './removePrompt.ts'
import { versionOf } from './versionRows.ts'
import * as versionStore from './versionStore.ts'

export { fillIn } from './fillIn.ts'

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
