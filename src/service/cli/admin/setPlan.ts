import { oneOf, required } from 'specwright/cli'
import { changePlan } from '../../features/organization/changePlan.ts'
import { planNames } from '../../features/organization/model/organization.ts'
import { adminCommand } from './adminCommand.ts'
import { auditOperator } from './auditOperator.ts'
import { getOrganizationOrThrow, organizationFlag } from './organizationFlag.ts'

/** Changes the plan and raises `subscription.updated`. */
export const setPlan = adminCommand({
  words: 'plan set',
  summary: 'Puts an organization on another plan, from the next request on.',
  flags: {
    ...organizationFlag,
    plan: { type: 'string', value: 'PLAN', help: 'free, pro, business or enterprise.' },
  },
  input: (given) => ({
    organizationId: required('organization', given.organization),
    plan: oneOf('plan', given.plan, planNames),
  }),
  run: (services, { organizationId, plan }) =>
    services.database.write(async (tx) => {
      await getOrganizationOrThrow(tx, services, organizationId)
      const previousPlan = await changePlan(tx, services, organizationId, plan)
      await auditOperator(tx, services, organizationId, 'plan set', [organizationId])
      return { organizationId, plan, previousPlan }
    }),
  format: ({ organizationId, plan, previousPlan }) =>
    plan === previousPlan
      ? `${organizationId} is on ${plan} already.`
      : `${organizationId} is on ${plan} now; it was on ${previousPlan}.`,
})
