import type { FlagTable } from 'specwright/cli'
import {
  defaultWorkspace,
  findOrganization,
  type OrganizationRow,
} from '../../features/organization/model/organization.ts'
import type { Services } from '../../server/handler.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import { AdminRejection } from './adminCommand.ts'

/** The flag of the commands that concern one organization. */
export const organizationFlag = {
  organization: { type: 'string', value: 'ID', help: 'The organization, by its id.' },
} as const satisfies FlagTable

/** @throws AdminRejection when the environment has no such organization */
export async function getOrganizationOrThrow(
  tx: ReadTransaction,
  { environment }: Pick<Services, 'environment'>,
  id: string,
): Promise<OrganizationRow> {
  const organization = await findOrganization(tx, id)
  if (!organization) throw new AdminRejection(`There is no organization ${id} in ${environment}.`)
  return organization
}

/** In whose name the administrator raises an event of an organization. */
export const operatorSource = async (tx: ReadTransaction, organizationId: string) =>
  ({
    organizationId,
    workspaceId: await defaultWorkspace(tx, organizationId),
    triggeredBy: 'system',
  }) as const
