import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import { getOrganizationOrThrow, organizationOf, rename } from './model/organization.ts'

/** PATCH /organization: names the organization otherwise; the plan is the administrator's to change. */
export const updateOrganization: Handler<'updateOrganization'> = ({
  body,
  caller,
  clock,
  ifMatch,
  transact,
}) =>
  transact(async (tx) => {
    const { organizationId, workspaceId } = caller
    const current = await getOrganizationOrThrow(tx, organizationId)
    requireMatch(ifMatch, organizationOf(current, workspaceId))
    if (body.name !== undefined && body.name !== current.name)
      await rename(tx, organizationId, body.name, clock.now())
    const changed = await getOrganizationOrThrow(tx, organizationId)
    return { status: 200, body: organizationOf(changed, workspaceId) }
  })
