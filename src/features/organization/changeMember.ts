/** The rules over memberships, whoever changes them: a handler, a page or the operator. */
import { ApiError } from '../../errors.ts'
import type { EventSource } from '../../events/outbox.ts'
import type { Caller, Services } from '../../http/handler.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import { revokeKeysOf } from './apiKeyStore.ts'
import { type MemberRow, memberOf } from './memberRows.ts'
import * as memberStore from './memberStore.ts'
import type { Role } from './roles.ts'

/**
 * Lets a change go on that touches no owner, or that an owner makes: an admin must not be able to rise by it.
 * @param roles the roles that the member has before and after
 * @throws ApiError FORBIDDEN
 */
export async function permitOwners(
  tx: ReadTransaction,
  caller: Caller,
  roles: readonly Role[],
): Promise<void> {
  if (!roles.includes('owner')) return
  const self = await memberStore.findByUser(tx, caller.organizationId, caller.userId)
  if (self?.role === 'owner' && self.status === 'active') return
  throw new ApiError('FORBIDDEN', 'Only an owner may make, change or remove an owner.')
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
 * Removes a member, or takes an invitation back; keys that act as the member are revoked for good, so that coming
 * back does not revive them. Raises `member.removed`; a member who was removed before stays so in silence.
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
    ...{ status: 'removed', removed_at: now, updated_at: now },
    ...{ invitation_digest: null, invitation_expires_at: null },
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
