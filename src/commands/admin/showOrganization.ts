import { listAllKeys, statusOf } from '../../service/features/organization/model/apiKey.ts'

import * as memberStore from '../../service/features/organization/model/member.ts'
import {
  defaultWorkspace,
  organizationOf,
  subscriptionOf,
} from '../../service/features/organization/model/organization.ts'

import { required } from '../parseFlags.ts'
import { demandOrganization, organizationFlag } from './organizationFlag.ts'
import { verb } from './verb.ts'

export const showOrganization = verb({
  words: 'organization show',
  summary: 'Shows an organization with its plan, owners and counts.',
  reads: true,
  flags: organizationFlag,
  input: (given) => ({ organizationId: required('organization', given.organization) }),
  run: (services, { organizationId }) =>
    services.database.read(async (tx) => {
      const row = await demandOrganization(tx, services, organizationId)
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
  tell: ({ id, name, plan, limits, owners, members, invited, keysInForce, createdAt }) =>
    [
      `Organization  ${id}  ${name}`,
      `Plan          ${plan}: ${limits.requestsPerMinute} a minute, ${limits.requestsPerDay} a day, burst ${limits.burst}`,
      `Owners        ${owners.join(', ')}`,
      `Members       ${members}, invited ${invited}`,
      `Keys          ${keysInForce} in force`,
      `Created       ${createdAt}`,
    ].join('\n'),
})
