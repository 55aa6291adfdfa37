import { required } from 'specwright/cli'
import { listAllKeys, statusOf } from '../../features/organization/model/apiKey.ts'
import * as memberStore from '../../features/organization/model/member.ts'
import {
  defaultWorkspace,
  organizationOf,
  subscriptionOf,
} from '../../features/organization/model/organization.ts'
import { adminCommand } from './adminCommand.ts'
import { getOrganizationOrThrow, organizationFlag } from './organizationFlag.ts'

export const showOrganization = adminCommand({
  words: 'organization show',
  summary: 'Shows an organization with its plan, owners and counts.',
  reads: true,
  flags: organizationFlag,
  input: (given) => ({ organizationId: required('organization', given.organization) }),
  run: (services, { organizationId }) =>
    services.database.read(async (tx) => {
      const row = await getOrganizationOrThrow(tx, services, organizationId)
      const members = await memberStore.listAll(tx, organizationId)
      const keys = await listAllKeys(tx, organizationId)
      const now = services.clock.now()
      const active = members.filter(({ status }) => status === 'active')
      const { requestsPerMinute, requestsPerDay, burst } = subscriptionOf(row, services.plans)
      return {
        ...organizationOf(row, await defaultWorkspace(tx, organizationId)),
        limits: { requestsPerMinute, requestsPerDay, burst },
        owners: active.filter(({ role }) => role === 'owner').map(({ email }) => email),
        members: active.length,
        invited: members.filter(({ status }) => status === 'invited').length,
        keysInForce: keys.filter((key) => statusOf(key, now) === 'active').length,
      }
    }),
  format: ({ id, name, plan, limits, owners, members, invited, keysInForce, createdAt }) =>
    [
      `Organization  ${id}  ${name}`,
      `Plan          ${plan}: ${limits.requestsPerMinute} a minute, ${limits.requestsPerDay} a day, burst ${limits.burst}`,
      `Owners        ${owners.join(', ')}`,
      `Members       ${members}, invited ${invited}`,
      `Keys          ${keysInForce} in force`,
      `Created       ${createdAt}`,
    ].join('\n'),
})
