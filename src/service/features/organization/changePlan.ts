import type { Services } from '../../server/handler.ts'
import type { PlanName } from '../../server/steps/rateLimit/plans.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import * as organizationStore from './model/organization.ts'
import { subscriptionOf } from './model/organization.ts'

/**
 * Puts an organization on another plan, which counts from its next request on, and raises `subscription.updated`;
 * the plan that it has already changes nothing. For the administrator.
 *
 * @returns the plan before
 * @throws ApiError NOT_FOUND
 */
export async function changePlan(
  tx: WriteTransaction,
  { clock, outbox, plans }: Pick<Services, 'clock' | 'outbox' | 'plans'>,
  organizationId: string,
  plan: PlanName,
): Promise<PlanName> {
  const { plan: previousPlan } = await organizationStore.getOrganizationOrThrow(tx, organizationId)
  if (previousPlan === plan) return previousPlan
  await organizationStore.changePlan(tx, organizationId, plan, clock.now())
  const organization = await organizationStore.getOrganizationOrThrow(tx, organizationId)
  const workspaceId = await organizationStore.defaultWorkspace(tx, organizationId)
  await outbox.append(
    tx,
    { organizationId, workspaceId, triggeredBy: 'billing' },
    { type: 'subscription.updated', data: { ...subscriptionOf(organization, plans), previousPlan } },
  )
  return previousPlan
}
