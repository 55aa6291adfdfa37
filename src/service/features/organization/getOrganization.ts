import type { Handler } from '../../server/handler.ts'
import { getOrganizationOrThrow, organizationOf } from './model/organization.ts'

/** GET /organization: reads the organization that the credential belongs to. */
export const getOrganization: Handler<'getOrganization'> = ({ caller, database }) =>
  database.read(async (tx) => {
    const organization = await getOrganizationOrThrow(tx, caller.organizationId)
    return { status: 200, body: organizationOf(organization, caller.workspaceId) }
  })
