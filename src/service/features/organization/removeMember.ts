import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import { authorizeOwnerChange, remove } from './changeMember.ts'
import * as memberStore from './model/member.ts'
import { memberOf } from './model/member.ts'

/** DELETE /organization/members/{memberId}: removes a member, or revokes an invitation. Raises `member.removed`. */
export const removeMember: Handler<'removeMember'> = (context) =>
  context.transact(async (tx) => {
    const { params, caller, ifMatch } = context
    const current = await memberStore.getOrThrow(tx, caller.organizationId, params.memberId)
    requireMatch(ifMatch, memberOf(current))
    await authorizeOwnerChange(tx, caller, [current.role])
    await remove(tx, context, caller, current)
    return { status: 204, body: undefined }
  })
