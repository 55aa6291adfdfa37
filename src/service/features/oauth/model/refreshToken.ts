/** The SQL verbs over refresh tokens. */
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'

export interface RefreshTokenRow {
  digest: string
  grant_id: string
  created_at: number
  expires_at: number
  used_at: number | null
}

export async function insert(tx: WriteTransaction, row: RefreshTokenRow): Promise<void> {
  await tx.run('DELETE FROM oauth_refresh_tokens WHERE expires_at < ?', row.created_at)
  await tx.run(
    'INSERT INTO oauth_refresh_tokens VALUES (?, ?, ?, ?, ?)',
    row.digest,
    row.grant_id,
    row.created_at,
    row.expires_at,
    row.used_at,
  )
}

export const find = (tx: ReadTransaction, digest: string): Promise<RefreshTokenRow | undefined> =>
  tx.get('SELECT * FROM oauth_refresh_tokens WHERE digest = ?', digest)

/** Marks the token as exchanged; returns whether it was still unused. */
export const use = async (tx: WriteTransaction, digest: string, now: number): Promise<boolean> =>
  (await tx.run(
    'UPDATE oauth_refresh_tokens SET used_at = ? WHERE digest = ? AND used_at IS NULL',
    now,
    digest,
  )) === 1

/** Retains a token that does not rotate alive. */
export async function prolong(tx: WriteTransaction, digest: string, expiresAt: number): Promise<void> {
  await tx.run('UPDATE oauth_refresh_tokens SET expires_at = ? WHERE digest = ?', expiresAt, digest)
}
