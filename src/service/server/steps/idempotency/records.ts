/** The stored responses, and what of a response is stored. */
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'
import type { Rendered } from '../../exchange.ts'
import { open, type SealContext, seal } from './sealing.ts'

/** A key of one credential; no one else's key is ever the same one. */
type RecordKey = Pick<SealContext, 'organizationId' | 'credentialId' | 'key'>

interface StoredRecord {
  fingerprint: string
  status: number
  headers: string
  body: Buffer
  sealed: 0 | 1
}

/** Headers of the response itself; those of the moment, such as limits and request id, are made anew. */
const STORED_HEADERS = ['Location', 'ETag', 'Content-Type', 'Cache-Control']

/** @returns the record of `key` that has not expired at `now`. */
export function findRecord(
  tx: ReadTransaction,
  key: RecordKey,
  now: number,
): Promise<StoredRecord | undefined> {
  return tx.get<StoredRecord>(
    `SELECT fingerprint, status, headers, body, sealed FROM idempotency_records
      WHERE organization_id = ? AND credential_id = ? AND key = ? AND expires_at > ?`,
    key.organizationId,
    key.credentialId,
    key.key,
    now,
  )
}

/** @returns whether it was written: not when a record that has not expired has the key. */
export async function insertRecord(
  tx: WriteTransaction,
  key: RecordKey,
  record: StoredRecord,
  now: number,
  expiresAt: number,
): Promise<boolean> {
  const changed = await tx.run(
    `INSERT INTO idempotency_records
        (organization_id, credential_id, key, fingerprint, status, headers, body, sealed, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (organization_id, credential_id, key) DO UPDATE SET
        fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
        body = excluded.body, sealed = excluded.sealed, expires_at = excluded.expires_at
      WHERE idempotency_records.expires_at <= ?`,
    key.organizationId,
    key.credentialId,
    key.key,
    record.fingerprint,
    record.status,
    record.headers,
    record.body,
    record.sealed,
    expiresAt,
    now,
  )
  return changed > 0
}

/** Deletes expired records, at most `most` of them. */
export async function purgeExpired(tx: WriteTransaction, now: number, most: number): Promise<void> {
  await tx.run(
    `DELETE FROM idempotency_records WHERE (organization_id, credential_id, key) IN (
      SELECT organization_id, credential_id, key FROM idempotency_records WHERE expires_at <= ? LIMIT ?)`,
    now,
    most,
  )
}

/** @param secret given when the response contains a secret: it is then stored encrypted. */
export function toRecord(response: Rendered, context: SealContext, secret: string | undefined): StoredRecord {
  const stored = STORED_HEADERS.flatMap((name) => {
    const value = response.headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const headers = JSON.stringify(Object.fromEntries(stored))
  const body = Buffer.from(response.body ?? '')
  const { status } = response
  const { fingerprint } = context
  if (secret === undefined) return { fingerprint, status, headers, body, sealed: 0 }
  // The ETag of a body that contains a secret states something of it: the headers are sealed too.
  const plain = Buffer.concat([Buffer.from(`${headers}\n`), body])
  return { fingerprint, status, headers: '', body: seal(plain, secret, context), sealed: 1 }
}

/** @returns undefined when the response is encrypted and `secret` does not open it. */
export function fromRecord(
  record: StoredRecord,
  context: SealContext,
  secret: string | undefined,
): Rendered | undefined {
  let { headers, body } = record
  if (record.sealed === 1) {
    const plain = secret === undefined ? undefined : open(body, secret, context)
    if (plain === undefined) return undefined
    const end = plain.indexOf('\n')
    headers = plain.toString('utf8', 0, end)
    body = plain.subarray(end + 1)
  }
  return {
    status: record.status,
    headers: { ...JSON.parse(headers), 'Idempotent-Replayed': 'true' },
    body: body.length === 0 ? undefined : body,
  }
}
