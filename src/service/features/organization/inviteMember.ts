import { timestamp } from '../../runtime/clock.ts'
import type { Handler } from '../../server/handler.ts'
import { authorizeDelegation } from './authorizeDelegation.ts'
import { authorizeOwnerChange } from './changeMember.ts'
import { invite } from './invitation.ts'
import { memberOf, scopesOfRole } from './model/member.ts'

/** POST /organization/members: invites an address; only the response contains the link. Raises `member.invited`. */
export const inviteMember: Handler<'inviteMember'> = (context) =>
  context.transact(async (tx) => {
    const { body, caller } = context
    await authorizeOwnerChange(tx, caller, [body.role])
    authorizeDelegation(caller, scopesOfRole[body.role], 'a member', 'role')
    const { member, url, expiresAt } = await invite(tx, context, caller, body)
    return {
      status: 201,
      body: { ...memberOf(member), invitationUrl: url, invitationExpiresAt: timestamp(expiresAt) },
      location: `/organization/members/${member.id}`,
    }
  })
