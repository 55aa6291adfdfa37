import { required } from 'specwright/cli'
import * as memberStore from '../../features/organization/model/member.ts'
import { memberOf } from '../../features/organization/model/member.ts'
import { adminCommand } from './adminCommand.ts'
import { getOrganizationOrThrow, organizationFlag } from './organizationFlag.ts'

export const listMembers = adminCommand({
  words: 'member list',
  summary: 'Lists the members of an organization, the oldest first.',
  reads: true,
  flags: organizationFlag,
  input: (given) => ({ organizationId: required('organization', given.organization) }),
  run: (services, { organizationId }) =>
    services.database.read(async (tx) => {
      await getOrganizationOrThrow(tx, services, organizationId)
      return { members: (await memberStore.listAll(tx, organizationId)).map((row) => ({ ...memberOf(row) })) }
    }),
  format: ({ members }) =>
    members
      .map(({ id, role, status, email }) => `${id}  ${status.padEnd(7)}  ${role.padEnd(6)}  ${email}`)
      .join('\n'),
})
