/** A membership as the database keeps it, and as the contract and its events show it. */
import type { Member } from '../../../../generated/openapi.v1.ts'
import { timestamp } from '../../runtime/clock.ts'
import type { Role } from './roles.ts'

export type MemberStatus = 'invited' | 'active' | 'removed'

export interface MemberRow {
  id: string
  organization_id: string
  /** Null until the invitation is accepted. */
  user_id: string | null
  email: string
  /** The address in lower case. */
  email_key: string
  role: Role
  status: MemberStatus
  invited_at: number
  joined_at: number | null
  removed_at: number | null
  /** SHA-256 of the token in the invitation's link. */
  invitation_digest: string | null
  invitation_expires_at: number | null
  created_at: number
  updated_at: number
}

export const memberOf = (row: MemberRow): Member => ({
  id: row.id,
  object: 'member',
  userId: row.user_id,
  email: row.email,
  role: row.role,
  status: row.status,
  invitedAt: timestamp(row.invited_at),
  joinedAt: row.joined_at === null ? null : timestamp(row.joined_at),
  removedAt: row.removed_at === null ? null : timestamp(row.removed_at),
})
