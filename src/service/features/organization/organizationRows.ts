/** An organization and its subscription, as the contract shows them. */
import type { Organization, Subscription } from '../../../../generated/openapi.v1.ts'
import type { Services } from '../../http/handler.ts'
import { timestamp } from '../../runtime/clock.ts'
import type { OrganizationRow } from './organizationStore.ts'

export const organizationOf = (row: OrganizationRow, workspaceId: string): Organization => ({
  id: row.id,
  object: 'organization',
  name: row.name,
  plan: row.plan,
  workspaceId,
  createdAt: timestamp(row.created_at),
  updatedAt: timestamp(row.updated_at),
})

export function subscriptionOf(row: OrganizationRow, plans: Services['plans']): Subscription {
  const { perMinute, perDay, burst } = plans[row.plan]
  return {
    object: 'subscription',
    organizationId: row.id,
    plan: row.plan,
    requestsPerMinute: perMinute,
    requestsPerDay: perDay,
    burst,
    updatedAt: timestamp(row.plan_since),
  }
}
