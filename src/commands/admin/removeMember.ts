import { remove } from '../../service/features/organization/changeMember.ts'
import { memberOf } from '../../service/features/organization/model/member.ts'
import { required } from '../parseFlags.ts'
import { auditOperator } from './auditOperator.ts'
import { demandMember, memberFlags } from './memberFlags.ts'
import { operatorSource } from './organizationFlag.ts'
import { verb } from './verb.ts'

export const removeMember = verb({
  words: 'member remove',
  summary: 'Removes a member, whose keys and tokens end with the next request.',
  flags: memberFlags,
  input: (given) => ({
    organizationId: required('organization', given.organization),
    email: required('email', given.email),
  }),
  run: (services, { organizationId, email }) =>
    services.database.write(async (tx) => {
      const member = await demandMember(tx, organizationId, email)
      const source = await operatorSource(tx, organizationId)
      const gone = await remove(tx, services, source, member)
      await auditOperator(tx, services, organizationId, 'member remove', [member.id])
      return { ...memberOf(gone) }
    }),
  tell: ({ email }) => `${email} is no member any more.`,
})
