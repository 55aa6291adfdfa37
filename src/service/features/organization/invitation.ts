/** Invitations: a link that is shown once and works once, stored as the digest of its token. */
import { createHash } from 'node:crypto'
import { ApiError } from '../../errors.ts'
import type { EventSource } from '../../events/outbox.ts'
import type { Services } from '../../server/handler.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import * as memberStore from './model/member.ts'
import { type MemberRow, memberOf, type Role } from './model/member.ts'

/** A week: longer than a holiday weekend, shorter than a link is forgotten in a mailbox. */
const LIFETIME = 7 * 86_400_000

interface Invitation {
  member: MemberRow
  /** `{app_url}/invitations/<token>`. */
  url: string
  /** Unix milliseconds. */
  expiresAt: number
}

/** The stored form of a token: its 256 random bits need no salt. */
export const digestOfInvitation = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Invites an address; one that was removed before retains its row. Raises `member.invited`.
 * @throws ApiError CONFLICT when the address is invited or a member already
 */
export async function invite(
  tx: WriteTransaction,
  services: Pick<Services, 'clock' | 'ids' | 'random' | 'outbox' | 'addresses'>,
  source: EventSource,
  { email, role }: { email: string; role: Role },
): Promise<Invitation> {
  const { clock, ids, random, outbox } = services
  const { organizationId } = source
  const known = await memberStore.findByEmail(tx, organizationId, email)
  if (known?.status === 'invited') {
    const remedy = 'remove the member to withdraw the invitation.'
    throw new ApiError('CONFLICT', `${email} is invited already; ${remedy}`)
  }
  if (known?.status === 'active') throw new ApiError('CONFLICT', `${email} is a member already.`)
  const now = clock.now()
  const token = random.bytes(32).toString('base64url')
  const expiresAt = now + LIFETIME
  const fresh = { id: ids.create('member'), organization_id: organizationId, created_at: now }
  const member: MemberRow = {
    ...(known ?? { ...fresh, email, email_key: email.toLowerCase() }),
    user_id: null,
    role,
    status: 'invited',
    invited_at: now,
    joined_at: null,
    removed_at: null,
    invitation_digest: digestOfInvitation(token),
    invitation_expires_at: expiresAt,
    updated_at: now,
  }
  await (known ? memberStore.save : memberStore.insert)(tx, member)
  await outbox.append(tx, source, { type: 'member.invited', data: memberOf(member) })
  return { member, url: `${services.addresses().appUrl}/invitations/${token}`, expiresAt }
}
