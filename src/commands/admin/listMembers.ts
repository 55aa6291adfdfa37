import * as memberStore from '../../service/features/organization/model/member.ts'
import { memberOf } from '../../service/features/organization/model/member.ts'
import { required } from '../parseFlags.ts'
import { demandOrganization, organizationFlag } from './organizationFlag.ts'
import { verb } from './verb.ts'

export const listMembers = verb({
  words: 'member list',
  summary: 'Lists the members of an organization, the oldest first.',
  reads: true,
  flags: organizationFlag,
  input: (given) => ({ organizationId: required('organization', given.organization) }),
  run: (services, { organizationId }) =>
    services.database.read(async (tx) => {
      await demandOrganization(tx, services, organizationId)
      return { members: (await memberStore.listAll(tx, organizationId)).map((row) => ({ ...memberOf(row) })) }
    }),
  tell: ({ members }) =>
    members
      .map(({ id, role, status, email }) => `${id}  ${status.padEnd(7)}  ${role.padEnd(6)}  ${email}`)
      .join('\n'),
})
