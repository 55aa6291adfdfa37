/** The SQL verbs over signing keys. */
import type { PublicKey } from '../../../../generated/openapi.oauth.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'

export interface KeyRow {
  kid: string
  /** JSON of PublicKey. */
  public_jwk: string
  /** PKCS #8, sealed. */
  private_key: Buffer
  created_at: number
  signs_from: number
  retires_at: number | null
}

export const list = (tx: ReadTransaction): Promise<KeyRow[]> =>
  tx.all('SELECT * FROM signing_keys ORDER BY signs_from DESC, kid')

export async function insert(tx: WriteTransaction, row: KeyRow): Promise<void> {
  await tx.run(
    'INSERT INTO signing_keys VALUES (?, ?, ?, ?, ?, ?)',
    ...[row.kid, row.public_jwk, row.private_key, row.created_at, row.signs_from, row.retires_at],
  )
}

/** Lets the other keys end at `retiresAt`, if nothing ends them before. */
export async function retireOthers(tx: WriteTransaction, kid: string, retiresAt: number): Promise<void> {
  await tx.run(
    'UPDATE signing_keys SET retires_at = ? WHERE kid <> ? AND (retires_at IS NULL OR retires_at > ?)',
    ...[retiresAt, kid, retiresAt],
  )
}

export async function forgetRetired(tx: WriteTransaction, now: number): Promise<void> {
  await tx.run('DELETE FROM signing_keys WHERE retires_at <= ?', now)
}

export const publicKeyOf = (row: KeyRow): PublicKey => JSON.parse(row.public_jwk) as PublicKey
