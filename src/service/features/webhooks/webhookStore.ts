/** The SQL verbs over webhooks. Every statement names the organization. */
import { ApiError, notFound } from '../../errors.ts'
import { demandEach } from '../../http/batch.ts'
import type { Cursors } from '../../http/cursors.ts'
import { type PageRequest, pageOf } from '../../http/paging.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import type { WebhookRow } from './webhookRows.ts'

/** What a change may touch. */
const mutable = [
  'url',
  'events',
  'description',
  'status',
  'disabled_reason',
  'api_version',
  'filters',
  'failing_since',
  'updated_at',
  'updated_by',
] as const satisfies readonly (keyof WebhookRow)[]
const all = ['id', 'organization_id', 'secret', 'created_at', 'created_by', ...mutable] as const

const INSERT = `INSERT INTO webhooks (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`
const UPDATE = `UPDATE webhooks SET ${mutable.map((column) => `${column} = ?`).join(', ')}
  WHERE organization_id = ? AND id = ?`

export async function insert(tx: WriteTransaction, row: WebhookRow): Promise<void> {
  await tx.run(INSERT, ...all.map((column) => row[column]))
}

export async function count(tx: ReadTransaction, organizationId: string): Promise<number> {
  const sql = 'SELECT count(*) AS webhooks FROM webhooks WHERE organization_id = ?'
  const row = await tx.get<{ webhooks: number }>(sql, organizationId)
  return row?.webhooks ?? 0
}

/** Undefined when there is none, and when it belongs to another organization. */
export function find(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  return tx.get<WebhookRow>('SELECT * FROM webhooks WHERE organization_id = ? AND id = ?', organizationId, id)
}

/** @throws ApiError NOT_FOUND where `find` finds nothing */
export async function demand(tx: ReadTransaction, organizationId: string, id: string): Promise<WebhookRow> {
  const row = await find(tx, organizationId, id)
  if (row === undefined) throw notFound('webhook')
  return row
}

/** The webhooks of a batch, as `demandEach` has it. */
export const demandAll = (
  tx: ReadTransaction,
  organizationId: string,
  ids: readonly string[],
  at: (index: number) => string,
): Promise<WebhookRow[]> => demandEach('webhook', ids, at, (id) => find(tx, organizationId, id))

/** @throws ApiError INVALID_STATE */
export function requireActive({ status }: WebhookRow): void {
  if (status !== 'active')
    throw new ApiError('INVALID_STATE', `The webhook is ${status}; make it active first.`)
}

export async function save(tx: WriteTransaction, row: WebhookRow): Promise<void> {
  await tx.run(UPDATE, ...mutable.map((column) => row[column]), row.organization_id, row.id)
}

/** Puts a new secret in the place of the present one, which signs too until `previousUntil`. */
export async function replaceSecret(
  tx: WriteTransaction,
  { organization_id, id, secret }: WebhookRow,
  change: { sealed: Buffer; previousUntil: number | null; now: number; userId: string },
): Promise<void> {
  await tx.run(
    `UPDATE webhooks SET secret = ?, previous_secret = ?, previous_secret_until = ?, updated_at = ?, updated_by = ?
     WHERE organization_id = ? AND id = ?`,
    ...[change.sealed, change.previousUntil === null ? null : secret, change.previousUntil],
    ...[change.now, change.userId, organization_id, id],
  )
}

/** Its deliveries that are due are given up by the worker; the log of the others ends by age. */
export async function remove(tx: WriteTransaction, { organization_id, id }: WebhookRow): Promise<void> {
  await tx.run('DELETE FROM webhooks WHERE organization_id = ? AND id = ?', organization_id, id)
}

/** One page of webhooks. */
export async function list(
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest & { status?: WebhookRow['status'] | undefined },
) {
  const page = pageOf(cursors, query, {
    identity: ['listWebhooks', organizationId],
    sorts: { createdAt: 'created_at', updatedAt: 'updated_at' },
    where: { organization_id: organizationId, status: query.status },
  })
  return page.cut(await tx.all<WebhookRow>(`SELECT * FROM webhooks ${page.sql}`, ...page.values))
}
