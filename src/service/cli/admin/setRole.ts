import { oneOf, required } from 'specwright/cli'
import { changeRole } from '../../features/organization/changeMember.ts'
import { memberOf } from '../../features/organization/model/member.ts'
import { adminCommand } from './adminCommand.ts'
import { auditOperator } from './auditOperator.ts'
import { getMemberOrThrow, memberFlags, roleFlag, roles } from './memberFlags.ts'

export const setRole = adminCommand({
  words: 'member role',
  summary: 'Gives a member another role, from the next request on.',
  flags: { ...memberFlags, ...roleFlag },
  input: (given) => ({
    organizationId: required('organization', given.organization),
    email: required('email', given.email),
    role: oneOf('role', given.role, roles),
  }),
  run: (services, { organizationId, email, role }) =>
    services.database.write(async (tx) => {
      const member = await getMemberOrThrow(tx, organizationId, email)
      const changed = await changeRole(tx, services.clock.now(), member, role)
      await auditOperator(tx, services, organizationId, 'member role', [member.id])
      return { ...memberOf(changed) }
    }),
  format: ({ email, role }) => `${email} is ${role} now.`,
})
