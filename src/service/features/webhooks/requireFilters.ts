import type { WebhookFilters } from '../../../../generated/openapi.v1.ts'
import { validationError } from '../../errors.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import { requireFolder } from '../folders/queries.ts'
import { promptExists } from '../prompts/queries.ts'

/**
 * Lets a change go on when all that its filters name is there.
 * @param at where the body holds a member of the filters, such as `filters.folderIds[0]`
 * @throws ApiError VALIDATION_ERROR there
 */
export async function requireFilters(
  tx: ReadTransaction,
  organizationId: string,
  filters: Partial<WebhookFilters> | undefined,
  at: (member: string) => string,
): Promise<void> {
  for (const [i, id] of (filters?.promptIds ?? []).entries()) {
    if (await promptExists(tx, organizationId, id)) continue
    const issue = `is ${id}; expected the id of a prompt of this organization`
    throw validationError({ field: at(`promptIds[${i}]`), issue })
  }
  for (const [i, id] of (filters?.folderIds ?? []).entries())
    await requireFolder(tx, organizationId, id, at(`folderIds[${i}]`))
}
