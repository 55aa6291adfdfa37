import type { Handler } from '../../server/handler.ts'
import { getOrganizationOrThrow, subscriptionOf } from './model/organization.ts'

/** GET /organization/subscription: reads the plan and the limits that follow from it. Source: "Limits". */
export const getSubscription: Handler<'getSubscription'> = ({ caller, database, plans }) =>
  database.read(async (tx) => {
    const organization = await getOrganizationOrThrow(tx, caller.organizationId)
    return { status: 200, body: subscriptionOf(organization, plans) }
  })
