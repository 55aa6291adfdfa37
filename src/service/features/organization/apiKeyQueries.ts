/** The reading SQL verbs over API keys, and their small changes. Every statement names the organization. */
import { notFound } from '../../errors.ts'
import type { Cursors } from '../../http/cursors.ts'
import { type PageRequest, pageOf } from '../../http/paging.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import type { ApiKeyRow } from './apiKeyRows.ts'

const COLUMNS =
  'id, organization_id, user_id, name, last4, scopes, created_at, expires_at, revoked_at, last_used_at, rotated_to'

/** @throws ApiError NOT_FOUND when there is none, and when it belongs to another organization */
export async function demandKey(tx: ReadTransaction, organizationId: string, id: string): Promise<ApiKeyRow> {
  const sql = `SELECT ${COLUMNS} FROM api_keys WHERE organization_id = ? AND id = ?`
  const row = await tx.get<ApiKeyRow>(sql, organizationId, id)
  if (row === undefined) throw notFound('API key')
  return row
}

/** One page of keys. */
export async function listKeys(
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest & { userId?: string | undefined },
) {
  const page = pageOf(cursors, query, {
    identity: ['listApiKeys', organizationId],
    sorts: { createdAt: 'created_at', name: 'name' },
    where: { organization_id: organizationId, user_id: query.userId },
  })
  return page.cut(await tx.all<ApiKeyRow>(`SELECT ${COLUMNS} FROM api_keys ${page.sql}`, ...page.values))
}

/** All keys, the oldest first; for the operator. */
export const listAllKeys = (tx: ReadTransaction, organizationId: string): Promise<ApiKeyRow[]> =>
  tx.all(`SELECT ${COLUMNS} FROM api_keys WHERE organization_id = ? ORDER BY created_at, id`, organizationId)

export async function renameKey(tx: WriteTransaction, key: ApiKeyRow, name: string): Promise<void> {
  const sql = 'UPDATE api_keys SET name = ? WHERE organization_id = ? AND id = ?'
  await tx.run(sql, name, key.organization_id, key.id)
}

/**
 * Puts a successor in the place of the key, which ends at a moment; the one before the key ends at once.
 * @returns the ids of the keys that ended
 */
export async function replaceKey(
  tx: WriteTransaction,
  key: ApiKeyRow,
  successor: { id: string; now: number; expiresAt: number },
): Promise<string[]> {
  const { id, now, expiresAt } = successor
  const organization = key.organization_id
  const sql = 'UPDATE api_keys SET expires_at = ?, rotated_to = ? WHERE organization_id = ? AND id = ?'
  await tx.run(sql, expiresAt, id, organization, key.id)
  const ended = await tx.all<{ id: string }>(
    `UPDATE api_keys SET revoked_at = ?
     WHERE organization_id = ? AND rotated_to = ? AND revoked_at IS NULL AND expires_at > ? RETURNING id`,
    ...[now, organization, key.id, now],
  )
  return ended.map((row) => row.id)
}
