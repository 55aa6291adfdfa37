import type { Handler } from '../../server/handler.ts'
import * as memberStore from './model/member.ts'
import { memberOf } from './model/member.ts'

/** GET /organization/members/{memberId}: reads a member, removed ones too. */
export const getMember: Handler<'getMember'> = async ({ params, caller, database }) => {
  const member = await memberStore.getOrThrow(database, caller.organizationId, params.memberId)
  return { status: 200, body: memberOf(member) }
}
