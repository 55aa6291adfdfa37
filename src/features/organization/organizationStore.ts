/** SQL verbs on organizations, their workspaces, users and memberships. */
import type { PlanName } from '../../http/authenticate.ts'
import type { Identifiers } from '../../runtime/identifiers.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import type { Role } from './roles.ts'

export const planNames: readonly PlanName[] = ['free', 'pro', 'business', 'enterprise']

export type MemberStatus = 'invited' | 'active' | 'removed'

export interface NewOrganization {
  name: string
  plan: PlanName
  owner: {
    name: string
    email: string
    /** Of `hashPassword`, made before the transaction; null: the owner cannot sign in yet. */
    passwordHash: string | null
  }
}

export interface CreatedOrganization {
  organizationId: string
  workspaceId: string
  ownerId: string
  /** False when a user with this e-mail address was there: that user owns the organization too, password unchanged. */
  ownerIsNew: boolean
}

/** Writes an organization with its default workspace and its owner, an active member. */
export async function createOrganization(
  tx: WriteTransaction,
  services: { ids: Identifiers; now: number },
  organization: NewOrganization,
): Promise<CreatedOrganization> {
  const { ids, now } = services
  const { name, plan, owner } = organization
  const organizationId = ids.create('org')
  const workspaceId = ids.create('ws')
  await tx.run(
    'INSERT INTO organizations VALUES (?, ?, ?, ?, ?, ?)',
    organizationId,
    name,
    plan,
    now,
    now,
    now,
  )
  await tx.run('INSERT INTO workspaces VALUES (?, ?, ?, 1, ?)', workspaceId, organizationId, 'Default', now)
  const known = await findUserByEmail(tx, owner.email)
  const ownerId = known?.id ?? ids.create('user')
  if (!known) {
    await tx.run(
      'INSERT INTO users (id, kind, name, email, email_key, password_hash, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[
        ownerId,
        'person',
        owner.name,
        owner.email,
        owner.email.toLowerCase(),
        owner.passwordHash,
        now,
        now,
      ],
    )
  }
  await addMember(tx, services, { organizationId, userId: ownerId, role: 'owner', status: 'active' })
  return { organizationId, workspaceId, ownerId, ownerIsNew: !known }
}

/** Writes a membership and answers its id. */
export async function addMember(
  tx: WriteTransaction,
  { ids, now }: { ids: Identifiers; now: number },
  member: { organizationId: string; userId: string; role: Role; status: MemberStatus },
): Promise<string> {
  const id = ids.create('member')
  const { organizationId, userId, role, status } = member
  await tx.run(
    'INSERT INTO memberships VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    organizationId,
    userId,
    role,
    status,
    now,
    now,
  )
  return id
}

export interface UserRow {
  id: string
  kind: 'person' | 'service'
  name: string
  email: string | null
  password_hash: string | null
}

/** The person with this e-mail address, whatever its case. */
export const findUserByEmail = (tx: ReadTransaction, email: string): Promise<UserRow | undefined> =>
  tx.get('SELECT id, kind, name, email, password_hash FROM users WHERE email_key = ?', email.toLowerCase())

export interface OrganizationRow {
  id: string
  name: string
  plan: PlanName
  created_at: number
}

export const findOrganization = (tx: ReadTransaction, id: string): Promise<OrganizationRow | undefined> =>
  tx.get('SELECT id, name, plan, created_at FROM organizations WHERE id = ?', id)

/** All organizations of the environment, the oldest first. */
export const listOrganizations = (tx: ReadTransaction): Promise<OrganizationRow[]> =>
  tx.all('SELECT id, name, plan, created_at FROM organizations ORDER BY created_at, id')

/** The user who has owned the organization longest; keys that the operator makes act as this one. */
export const findOwner = (
  tx: ReadTransaction,
  organizationId: string,
): Promise<{ user_id: string } | undefined> =>
  tx.get(
    "SELECT user_id FROM memberships WHERE organization_id = ? AND role = 'owner' AND status = 'active' ORDER BY created_at, id LIMIT 1",
    organizationId,
  )

/** Sets the hash of a user's password. */
export async function changePassword(
  tx: WriteTransaction,
  userId: string,
  passwordHash: string,
  now: number,
): Promise<void> {
  await tx.run('UPDATE users SET password_hash = ?, updated_at = ? WHERE id = ?', passwordHash, now, userId)
}
