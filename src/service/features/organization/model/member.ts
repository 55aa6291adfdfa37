/** A membership as the database retains it, and as the contract and its events show it. */
import type { Member } from '../../../../../generated/openapi.v1.ts'
import { requireFound } from '../../../errors.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, readPage } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Database, ReadTransaction, WriteTransaction } from '../../../storage/database.ts'

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

// The SQL verbs over memberships. Every statement names the organization, but for the look-up of an invitation.

const mutable = [
  'user_id',
  'role',
  'status',
  'invited_at',
  'joined_at',
  'removed_at',
  'invitation_digest',
  'invitation_expires_at',
  'updated_at',
] as readonly (keyof MemberRow)[]
const all = ['id', 'organization_id', 'email', 'email_key', 'created_at', ...mutable] as const

const INSERT = `INSERT INTO memberships (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`
const UPDATE = `UPDATE memberships SET ${mutable.map((column) => `${column} = ?`).join(', ')}
  WHERE organization_id = ? AND id = ?`

export async function insert(tx: WriteTransaction, row: MemberRow): Promise<void> {
  await tx.run(INSERT, ...all.map((column) => row[column]))
}

export async function save(tx: WriteTransaction, row: MemberRow): Promise<void> {
  await tx.run(UPDATE, ...mutable.map((column) => row[column]), row.organization_id, row.id)
}

/** @throws ApiError NOT_FOUND when there is none, and when it belongs to another organization */
export async function getOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<MemberRow> {
  const sql = 'SELECT * FROM memberships WHERE organization_id = ? AND id = ?'
  return requireFound('member', await tx.get<MemberRow>(sql, organizationId, id))
}

/** The membership of an address, whatever its case and its status. */
export const findByEmail = (
  tx: ReadTransaction,
  organizationId: string,
  email: string,
): Promise<MemberRow | undefined> =>
  tx.get(
    'SELECT * FROM memberships WHERE organization_id = ? AND email_key = ?',
    organizationId,
    email.toLowerCase(),
  )

export const findByUser = (
  tx: ReadTransaction,
  organizationId: string,
  userId: string,
): Promise<MemberRow | undefined> =>
  tx.get('SELECT * FROM memberships WHERE organization_id = ? AND user_id = ?', organizationId, userId)

/** The invitation that waits behind a link, by the digest of its token. */
export const findInvited = (
  tx: ReadTransaction,
  digest: string,
  now: number,
): Promise<MemberRow | undefined> =>
  tx.get(
    "SELECT * FROM memberships WHERE invitation_digest = ? AND status = 'invited' AND invitation_expires_at > ?",
    digest,
    now,
  )

/** How many active owners the organization has. */
export async function countOwners(tx: ReadTransaction, organizationId: string): Promise<number> {
  const sql = `SELECT count(*) AS owners FROM memberships
    WHERE organization_id = ? AND role = 'owner' AND status = 'active'`
  return (await tx.get<{ owners: number }>(sql, organizationId))?.owners ?? 0
}

/** One page of members. */
export async function list(
  database: Pick<Database, 'all' | 'read' | 'idsNamed'>,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest & { status?: MemberStatus | undefined; role?: Role | undefined },
) {
  return readPage<MemberRow>(database, cursors, query, {
    identity: ['listMembers', organizationId],
    sorts: { createdAt: 'created_at', updatedAt: 'updated_at' },
    from: 'memberships',
    where: { organization_id: organizationId },
    filters: { status: query.status, role: query.role },
  })
}

/** All members, the oldest first; for the administrator. */
export const listAll = (tx: ReadTransaction, organizationId: string): Promise<MemberRow[]> =>
  tx.all('SELECT * FROM memberships WHERE organization_id = ? ORDER BY created_at, id', organizationId)

// Scopes, and what each role may use of them. Source: "Scopes"; docs/internals/decisions.md, 7.

export const allScopes = [
  'prompts:read',
  'prompts:write',
  'reports:read',
  'reports:write',
  'evaluations:read',
  'evaluations:write',
  'webhooks:read',
  'webhooks:write',
  'organization:read',
  'organization:admin',
] as const

export type Scope = (typeof allScopes)[number]
export type Role = 'owner' | 'admin' | 'editor' | 'viewer'

const reads = allScopes.filter((scope) => scope.endsWith(':read'))

export const scopesOfRole: Readonly<Record<Role, ReadonlySet<string>>> = {
  owner: new Set(allScopes),
  admin: new Set(allScopes),
  editor: new Set([...reads, ...allScopes.filter((scope) => scope.endsWith(':write'))]),
  viewer: new Set(reads.filter((scope) => scope !== 'organization:read')),
}

/** The roles that may create, change or remove an owner: an admin must not be able to rise by it. */
export const mayChangeOwners = (role: Role): boolean => role === 'owner'

export const isScope = (text: string): text is Scope => (allScopes as readonly string[]).includes(text)

/**
 * The present rights of a credential: its own scopes as far as the user's present role has them.
 * `organization:admin` implies `organization:read`; a `write` implies no `read`.
 */
export function effectiveScopes(granted: Iterable<string>, role: Role): ReadonlySet<string> {
  const wanted = new Set(granted)
  if (wanted.has('organization:admin')) wanted.add('organization:read')
  return new Set([...wanted].filter((scope) => scopesOfRole[role].has(scope)))
}
