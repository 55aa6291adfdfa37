/** The rules over memberships, anyone who changes them: a handler, a page or the administrator. */
import { ApiError } from '../../errors.ts'
import type { EventSource } from '../../events/outbox.ts'
import type { Caller, Services } from '../../server/handler.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import { revokeKeysOf } from './model/apiKey.ts'
import * as memberStore from './model/member.ts'
import { type MemberRow, mayChangeOwners, memberOf, type Role } from './model/member.ts'

/**
 * Lets a change continue that touches no owner, or that an owner makes.
 * @param roles the roles that the member has before and after
 * @throws ApiError FORBIDDEN
 */
export async function authorizeOwnerChange(
  tx: ReadTransaction,
  caller: Caller,
  roles: readonly Role[],
): Promise<void> {
  if (!roles.includes('owner')) return
  const self = await memberStore.findByUser(tx, caller.organizationId, caller.userId)
  if (self?.status === 'active' && mayChangeOwners(self.role)) return
  throw new ApiError('FORBIDDEN', 'Only an owner may make, change or remove an owner.')
}

/**
 * Makes a user an active member, whether the address was invited, was removed before or is new. Raises
 * `member.joined`.
 * @throws ApiError CONFLICT when the address is a member already
 */
export async function admit(
  tx: WriteTransaction,
  { clock, ids, outbox }: Pick<Services, 'clock' | 'ids' | 'outbox'>,
  source: EventSource,
  { email, role, userId }: { email: string; role: Role; userId: string },
): Promise<MemberRow> {
  const { organizationId } = source
  const known = await memberStore.findByEmail(tx, organizationId, email)
  if (known?.status === 'active') throw new ApiError('CONFLICT', `${email} is a member already.`)
  const now = clock.now()
  const fresh = { id: ids.create('member'), organization_id: organizationId, created_at: now }
  const member: MemberRow = {
    ...(known ?? { ...fresh, email, email_key: email.toLowerCase() }),
    user_id: userId,
    role,
    status: 'active',
    joined_at: now,
    removed_at: null,
    updated_at: now,
    invited_at: known?.status === 'invited' ? known.invited_at : now,
    invitation_digest: null,
    invitation_expires_at: null,
  }
  await (known ? memberStore.save : memberStore.insert)(tx, member)
  await outbox.append(tx, source, { type: 'member.joined', data: memberOf(member) })
  return member
}

/**
 * Gives a member another role.
 * @throws ApiError CONFLICT for the last owner, INVALID_STATE for a member who was removed
 */
export async function changeRole(
  tx: WriteTransaction,
  now: number,
  member: MemberRow,
  role: Role,
): Promise<MemberRow> {
  if (member.status === 'removed')
    throw new ApiError('INVALID_STATE', 'The member was removed; invite the address again.')
  if (member.role === role) return member
  await requireAnotherOwner(tx, member)
  const changed = { ...member, role, updated_at: now }
  await memberStore.save(tx, changed)
  return changed
}

/**
 * Removes a member of the organization, or revokes an invitation. Keys that act as the member are revoked, so that
 * coming back does not revive them. Raises `member.removed`, except for a member who is already removed.
 * @throws ApiError CONFLICT for the last owner
 */
export async function remove(
  tx: WriteTransaction,
  { clock, outbox }: Pick<Services, 'clock' | 'outbox'>,
  source: EventSource,
  member: MemberRow,
): Promise<MemberRow> {
  if (member.status === 'removed') return member
  await requireAnotherOwner(tx, member)
  const now = clock.now()
  const gone: MemberRow = {
    ...member,
    status: 'removed',
    removed_at: now,
    updated_at: now,
    invitation_digest: null,
    invitation_expires_at: null,
  }
  await memberStore.save(tx, gone)
  if (gone.user_id !== null) await revokeKeysOf(tx, gone.organization_id, gone.user_id, now)
  await outbox.append(tx, source, { type: 'member.removed', data: memberOf(gone) })
  return gone
}

async function requireAnotherOwner(tx: ReadTransaction, member: MemberRow): Promise<void> {
  if (member.role !== 'owner' || member.status !== 'active') return
  if ((await memberStore.countOwners(tx, member.organization_id)) > 1) return
  throw new ApiError(
    'CONFLICT',
    'The last owner cannot be removed or given another role; make another member an owner first.',
  )
}
