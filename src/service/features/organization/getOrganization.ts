import type { Handler } from '../../http/handler.ts'
import { organizationOf } from './organizationRows.ts'
import { demandOrganization } from './organizationStore.ts'

/** GET /organization: reads the organization that the credential belongs to. */
export const getOrganization: Handler<'getOrganization'> = ({ caller, database }) =>
  database.read(async (tx) => {
    const organization = await demandOrganization(tx, caller.organizationId)
    return { status: 200, body: organizationOf(organization, caller.workspaceId) }
  })
