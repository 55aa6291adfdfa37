/** The functions of organizations for other features. */
import type { PlanName } from '../../server/steps/rateLimit/plans.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import type { MemberStatus, Role } from './model/member.ts'
import { findUserByEmail, type UserRow } from './model/organization.ts'

export { acceptInvitation, findInvitation, type OpenInvitation } from './acceptInvitation.ts'
export { authorizeDelegation } from './authorizeDelegation.ts'

export {
  allScopes,
  countOwners,
  effectiveScopes,
  isScope,
  mayChangeOwners,
  type Role,
  scopesOfRole,
} from './model/member.ts'

/** A user's membership in an organization, with the organization's part of each request. */
interface Membership {
  workspaceId: string
  role: Role
  status: MemberStatus
  plan: PlanName
}

/** The membership of a user, whatever its status; what counts is the present role of an active one. */
export async function membershipOf(
  tx: ReadTransaction,
  organizationId: string,
  userId: string,
): Promise<Membership | undefined> {
  const row = await tx.get<Omit<Membership, 'workspaceId'> & { workspace_id: string }>(
    `SELECT w.id AS workspace_id, m.role, m.status, o.plan
     FROM memberships m
     JOIN organizations o ON o.id = m.organization_id
     JOIN workspaces w ON w.organization_id = m.organization_id AND w.is_default = 1
     WHERE m.organization_id = ? AND m.user_id = ?`,
    organizationId,
    userId,
  )
  return row && { workspaceId: row.workspace_id, role: row.role, status: row.status, plan: row.plan }
}

/** The person with this e-mail address; no service user. */
export async function findPerson(tx: ReadTransaction, email: string): Promise<UserRow | undefined> {
  const user = await findUserByEmail(tx, email)
  return user?.kind === 'person' ? user : undefined
}

/** The organizations that a user is an active member of, the oldest membership first. */
export async function activeMembershipsOf(
  tx: ReadTransaction,
  userId: string,
): Promise<{ organizationId: string; organizationName: string; role: Role }[]> {
  const rows = await tx.all<{ id: string; name: string; role: Role }>(
    `SELECT o.id, o.name, m.role
     FROM memberships m JOIN organizations o ON o.id = m.organization_id
     WHERE m.user_id = ? AND m.status = 'active' ORDER BY m.created_at, m.id`,
    userId,
  )
  return rows.map(({ id, name, role }) => ({ organizationId: id, organizationName: name, role }))
}
