import { oneOf, required } from 'specwright/cli'
import { admit } from '../../features/organization/changeMember.ts'
import { memberOf } from '../../features/organization/model/member.ts'
import { addPerson } from '../../features/organization/model/organization.ts'
import { createPassword } from '../password.ts'
import { adminCommand } from './adminCommand.ts'
import { auditOperator } from './auditOperator.ts'
import {
  existingUserFlag,
  memberFlags,
  requireAddress,
  requireKnownAccountIsMeant,
  roleFlag,
  roles,
} from './memberFlags.ts'
import { getOrganizationOrThrow, operatorSource } from './organizationFlag.ts'

/**
 * Adds a person immediately, without an invitation; one who has no account gets one with a new password.
 * @throws ApiError CONFLICT for a member, and for an existing account without the flag that allows it
 */
export const addMember = adminCommand({
  words: 'member add',
  summary: 'Adds a person to an organization immediately, without an invitation.',
  flags: {
    ...memberFlags,
    ...roleFlag,
    ...existingUserFlag,
    name: { type: 'string', value: 'NAME', default: 'Member', help: "The person's name, for a new account." },
  },
  input: (given) => ({
    organizationId: required('organization', given.organization),
    email: requireAddress('email', given.email),
    role: oneOf('role', given.role, roles),
    name: given.name,
    existingUser: given['existing-user'],
  }),
  async run(services, { organizationId, email, role, name, existingUser }) {
    const { clock, database, random } = services
    const password = createPassword(random)
    const passwordHash = await services.passwords.hash(password)
    return database.write(async (tx) => {
      await getOrganizationOrThrow(tx, services, organizationId)
      const known = await requireKnownAccountIsMeant(tx, email, existingUser)
      const person = { name, email, passwordHash }
      const userId = known?.id ?? (await addPerson(tx, { ...services, now: clock.now() }, person))
      const source = await operatorSource(tx, organizationId)
      const member = await admit(tx, services, source, { email, role, userId })
      await auditOperator(tx, services, organizationId, 'member add', [member.id])
      return { ...memberOf(member), password: known ? null : password }
    })
  },
  format: ({ id, email, role, password }) =>
    [
      `Member    ${id}  ${email}, ${role}`,
      password === null
        ? 'The person was a user already and signs in as before.'
        : `Password  ${password}  (shown only now)`,
    ].join('\n'),
})
