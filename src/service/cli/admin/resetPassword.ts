import { required } from 'specwright/cli'
import { endSessionsOf } from '../../features/oauth/queries.ts'
import { changePassword, findUserByEmail } from '../../features/organization/model/organization.ts'
import { activeMembershipsOf } from '../../features/organization/queries.ts'
import { createPassword } from '../password.ts'
import { AdminRejection, adminCommand } from './adminCommand.ts'
import { auditOperator } from './auditOperator.ts'

export const resetPassword = adminCommand({
  words: 'password reset',
  summary: 'Gives a user a new password.',
  flags: { email: { type: 'string', value: 'ADDRESS', help: "The user's e-mail address." } },
  input: (given) => ({ email: required('email', given.email) }),
  async run(services, { email }) {
    const { database, clock, random, environment } = services
    const password = createPassword(random)
    const passwordHash = await services.passwords.hash(password)
    await database.write(async (tx) => {
      const user = await findUserByEmail(tx, email)
      if (!user) throw new AdminRejection(`There is no user ${email} in ${environment}.`)
      await changePassword(tx, user.id, passwordHash, clock.now())
      for (const { organizationId } of await activeMembershipsOf(tx, user.id))
        await auditOperator(tx, services, organizationId, 'password reset', [user.id])
      await endSessionsOf(tx, user.id)
    })
    return { email, password }
  },
  format: ({ email, password }) => `New password of ${email}: ${password}  (shown only now)`,
})
