/** An organization and its subscription, as the contract shows them. */
import type { Organization, Subscription } from '../../../../../generated/openapi.v1.ts'
import { notFound } from '../../../errors.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Identifiers } from '../../../runtime/identifiers.ts'
import type { Services } from '../../../server/handler.ts'
import type { PlanName } from '../../../server/steps/rateLimit/plans.ts'
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'
import type { MemberRow, Role } from './member.ts'
import * as memberStore from './member.ts'

export const organizationOf = (row: OrganizationRow, workspaceId: string): Organization => ({
  id: row.id,
  object: 'organization',
  name: row.name,
  plan: row.plan,
  workspaceId,
  createdAt: timestamp(row.created_at),
  updatedAt: timestamp(row.updated_at),
})

export function subscriptionOf(row: OrganizationRow, plans: Services['plans']): Subscription {
  const { perMinute, perDay, burst } = plans[row.plan]
  return {
    object: 'subscription',
    organizationId: row.id,
    plan: row.plan,
    requestsPerMinute: perMinute,
    requestsPerDay: perDay,
    burst,
    updatedAt: timestamp(row.plan_since),
  }
}

// SQL verbs on organizations, their workspaces, users and memberships.

export const planNames: readonly PlanName[] = ['free', 'pro', 'business', 'enterprise']

interface NewOrganization {
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
  const ownerId = known?.id ?? (await addPerson(tx, services, owner))
  await addMember(tx, services, {
    organizationId,
    userId: ownerId,
    email: known?.email ?? owner.email,
    role: 'owner',
  })
  return { organizationId, workspaceId, ownerId, ownerIsNew: !known }
}

/** Writes a person and returns its id; the address must be no one's yet. */
export async function addPerson(
  tx: WriteTransaction,
  { ids, now }: { ids: Identifiers; now: number },
  { name, email, passwordHash }: NewOrganization['owner'],
): Promise<string> {
  const id = ids.create('user')
  await tx.run(
    'INSERT INTO users (id, kind, name, email, email_key, password_hash, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    'person',
    name,
    email,
    email.toLowerCase(),
    passwordHash,
    now,
    now,
  )
  return id
}

/** Writes an active membership, without an invitation. */
async function addMember(
  tx: WriteTransaction,
  { ids, now }: { ids: Identifiers; now: number },
  member: { organizationId: string; userId: string; email: string; role: Role },
): Promise<MemberRow> {
  const row: MemberRow = {
    id: ids.create('member'),
    organization_id: member.organizationId,
    user_id: member.userId,
    email: member.email,
    email_key: member.email.toLowerCase(),
    role: member.role,
    status: 'active',
    invited_at: now,
    joined_at: now,
    removed_at: null,
    invitation_digest: null,
    invitation_expires_at: null,
    created_at: now,
    updated_at: now,
  }
  await memberStore.insert(tx, row)
  return row
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
  plan_since: number
  created_at: number
  updated_at: number
}

export const findOrganization = (tx: ReadTransaction, id: string): Promise<OrganizationRow | undefined> =>
  tx.get('SELECT * FROM organizations WHERE id = ?', id)

/** All organizations of the environment, the oldest first. */
export const listOrganizations = (tx: ReadTransaction): Promise<OrganizationRow[]> =>
  tx.all('SELECT * FROM organizations ORDER BY created_at, id')

/** The user who has owned the organization longest; keys that the administrator makes act as this one. */
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

/** Names the organization otherwise. */
export async function rename(tx: WriteTransaction, id: string, name: string, now: number): Promise<void> {
  await tx.run('UPDATE organizations SET name = ?, updated_at = ? WHERE id = ?', name, now, id)
}

/** Puts the organization on another plan, from the next request on. */
export async function changePlan(
  tx: WriteTransaction,
  id: string,
  plan: PlanName,
  now: number,
): Promise<void> {
  const sql = 'UPDATE organizations SET plan = ?, plan_since = ?, updated_at = ? WHERE id = ?'
  await tx.run(sql, plan, now, now, id)
}

/** The workspace that every organization has from its beginning. */
export async function defaultWorkspace(tx: ReadTransaction, organizationId: string): Promise<string> {
  const sql = 'SELECT id FROM workspaces WHERE organization_id = ? AND is_default = 1'
  const row = await tx.get<{ id: string }>(sql, organizationId)
  if (row === undefined) throw new Error(`The organization ${organizationId} has no default workspace.`)
  return row.id
}

/** @throws ApiError NOT_FOUND */
export async function getOrganizationOrThrow(tx: ReadTransaction, id: string): Promise<OrganizationRow> {
  const organization = await findOrganization(tx, id)
  if (organization === undefined) throw notFound('organization')
  return organization
}
