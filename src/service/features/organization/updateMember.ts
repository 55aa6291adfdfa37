import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import { authorizeDelegation } from './authorizeDelegation.ts'
import { authorizeOwnerChange, changeRole } from './changeMember.ts'
import * as memberStore from './model/member.ts'
import { memberOf, scopesOfRole } from './model/member.ts'

/** PATCH /organization/members/{memberId}: gives a member another role, from their next request on. */
export const updateMember: Handler<'updateMember'> = ({ params, body, caller, clock, ifMatch, transact }) =>
  transact(async (tx) => {
    const current = await memberStore.getOrThrow(tx, caller.organizationId, params.memberId)
    requireMatch(ifMatch, memberOf(current))
    const role = body.role ?? current.role
    await authorizeOwnerChange(tx, caller, [current.role, role])
    // The member's present scopes may stay when another user removes the rest.
    const gained = [...scopesOfRole[role]].filter((scope) => !scopesOfRole[current.role].has(scope))
    authorizeDelegation(caller, gained, 'a member', 'role')
    return { status: 200, body: memberOf(await changeRole(tx, clock.now(), current, role)) }
  })
