import { required } from 'specwright/cli'
import { remove } from '../../features/organization/changeMember.ts'
import { memberOf } from '../../features/organization/model/member.ts'
import { adminCommand } from './adminCommand.ts'
import { auditOperator } from './auditOperator.ts'
import { getMemberOrThrow, memberFlags } from './memberFlags.ts'
import { operatorSource } from './organizationFlag.ts'

export const removeMember = adminCommand({
  words: 'member remove',
  summary:
    'Removes a person from an organization. Their keys and tokens are rejected from the next request on.',
  flags: memberFlags,
  input: (given) => ({
    organizationId: required('organization', given.organization),
    email: required('email', given.email),
  }),
  run: (services, { organizationId, email }) =>
    services.database.write(async (tx) => {
      const member = await getMemberOrThrow(tx, organizationId, email)
      const source = await operatorSource(tx, organizationId)
      const gone = await remove(tx, services, source, member)
      await auditOperator(tx, services, organizationId, 'member remove', [member.id])
      return { ...memberOf(gone) }
    }),
  format: ({ email }) => `${email} was removed from the organization.`,
})
