/** The SQL verbs over authorization codes. */
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'

export interface CodeRow {
  digest: string
  consent_id: string
  grant_id: string
  client_id: string
  redirect_uri: string
  challenge: string | null
  expires_at: number
  used_at: number | null
}

/** Stored so long after its end, so that a late replay still revokes what the code gave. */
const REMEMBERED_MS = 86_400_000

/** @throws UniqueViolation for a repeated form of the consent page */
export async function insert(tx: WriteTransaction, row: CodeRow, now: number): Promise<void> {
  await tx.run('DELETE FROM oauth_codes WHERE expires_at < ?', now - REMEMBERED_MS)
  await tx.run(
    'INSERT INTO oauth_codes VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    row.digest,
    row.consent_id,
    row.grant_id,
    row.client_id,
    row.redirect_uri,
    row.challenge,
    row.expires_at,
    row.used_at,
  )
}

export const find = (tx: ReadTransaction, digest: string): Promise<CodeRow | undefined> =>
  tx.get('SELECT * FROM oauth_codes WHERE digest = ?', digest)

/** Uses the code up; returns whether it was still unused: of many in parallel exactly one gets true. */
export const use = async (tx: WriteTransaction, digest: string, now: number): Promise<boolean> =>
  (await tx.run('UPDATE oauth_codes SET used_at = ? WHERE digest = ? AND used_at IS NULL', now, digest)) === 1
