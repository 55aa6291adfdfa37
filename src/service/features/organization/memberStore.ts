/** The SQL verbs over memberships. Every statement names the organization, but for the look-up of an invitation. */
import { notFound } from '../../errors.ts'
import type { Cursors } from '../../http/cursors.ts'
import { type PageRequest, pageOf } from '../../http/paging.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import type { MemberRow, MemberStatus } from './memberRows.ts'
import type { Role } from './roles.ts'

const mutable = [
  ...['user_id', 'role', 'status', 'invited_at', 'joined_at', 'removed_at'],
  ...['invitation_digest', 'invitation_expires_at', 'updated_at'],
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
export async function demand(tx: ReadTransaction, organizationId: string, id: string): Promise<MemberRow> {
  const sql = 'SELECT * FROM memberships WHERE organization_id = ? AND id = ?'
  const row = await tx.get<MemberRow>(sql, organizationId, id)
  if (row === undefined) throw notFound('member')
  return row
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
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest & { status?: MemberStatus | undefined; role?: Role | undefined },
) {
  const page = pageOf(cursors, query, {
    identity: ['listMembers', organizationId],
    sorts: { createdAt: 'created_at', updatedAt: 'updated_at' },
    where: { organization_id: organizationId, status: query.status, role: query.role },
  })
  return page.cut(await tx.all<MemberRow>(`SELECT * FROM memberships ${page.sql}`, ...page.values))
}

/** All members, the oldest first; for the operator. */
export const listAll = (tx: ReadTransaction, organizationId: string): Promise<MemberRow[]> =>
  tx.all('SELECT * FROM memberships WHERE organization_id = ? ORDER BY created_at, id', organizationId)
