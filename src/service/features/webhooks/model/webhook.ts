/** A webhook as the database retains it, and as the contract shows it: the secret is not a part of it. */
import type { UpdateWebhookRequest, Webhook, WebhookFilters } from '../../../../../generated/openapi.v1.ts'
import { ApiError, requireFound, validationError } from '../../../errors.ts'
import { getEachOrThrow } from '../../../resources/batch.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, pageOf } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Caller, Services } from '../../../server/handler.ts'
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'
import { requireFolder } from '../../folders/queries.ts'
import { promptExists } from '../../prompts/queries.ts'
import { authorizeSubscription } from '../authorizeSubscription.ts'

export interface WebhookRow {
  id: string
  organization_id: string
  url: string
  /** JSON array. */
  events: string
  description: string | null
  status: Webhook['status']
  disabled_reason: Webhook['disabledReason']
  api_version: string
  /** JSON of WebhookFilters. */
  filters: string
  secret: Buffer
  failing_since: number | null
  created_at: number
  created_by: string
  updated_at: number
  updated_by: string
}

export function webhookOf(row: WebhookRow): Webhook {
  return {
    id: row.id,
    object: 'webhook',
    url: row.url,
    events: JSON.parse(row.events),
    description: row.description,
    status: row.status,
    disabledReason: row.disabled_reason,
    apiVersion: row.api_version,
    filters: JSON.parse(row.filters),
    createdAt: timestamp(row.created_at),
    createdBy: row.created_by,
    updatedAt: timestamp(row.updated_at),
  }
}

/** Filters as they are stored: a list that the body leaves out is an empty one. */
export const filtersJson = (filters: Partial<WebhookFilters> | undefined): string =>
  JSON.stringify({ promptIds: filters?.promptIds ?? [], folderIds: filters?.folderIds ?? [] })

// The SQL verbs over webhooks. Every statement names the organization.

/** The columns that a change may touch. */
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
function find(tx: ReadTransaction, organizationId: string, id: string): Promise<WebhookRow | undefined> {
  return tx.get<WebhookRow>('SELECT * FROM webhooks WHERE organization_id = ? AND id = ?', organizationId, id)
}

/** @throws ApiError NOT_FOUND where `find` finds nothing */
export async function getOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<WebhookRow> {
  return requireFound('webhook', await find(tx, organizationId, id))
}

/** The webhooks of a batch, as `getEachOrThrow` has it. */
export const getAllOrThrow = (
  tx: ReadTransaction,
  organizationId: string,
  ids: readonly string[],
  at: (index: number) => string,
): Promise<WebhookRow[]> => getEachOrThrow('webhook', ids, at, (id) => find(tx, organizationId, id))

/** @throws ApiError INVALID_STATE */
export function requireActive({ status }: WebhookRow): void {
  if (status !== 'active')
    throw new ApiError('INVALID_STATE', `The webhook is ${status}; make it active first.`)
}

async function save(tx: WriteTransaction, row: WebhookRow): Promise<void> {
  await tx.run(UPDATE, ...mutable.map((column) => row[column]), row.organization_id, row.id)
}

/** Puts a new secret instead of the present one, which signs too until `previousUntil`. */
export async function replaceSecret(
  tx: WriteTransaction,
  { organization_id, id, secret }: WebhookRow,
  change: { sealed: Buffer; previousUntil: number | null; now: number; userId: string },
): Promise<void> {
  await tx.run(
    `UPDATE webhooks SET secret = ?, previous_secret = ?, previous_secret_until = ?, updated_at = ?, updated_by = ?
     WHERE organization_id = ? AND id = ?`,
    change.sealed,
    change.previousUntil === null ? null : secret,
    change.previousUntil,
    change.now,
    change.userId,
    organization_id,
    id,
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
  query: PageRequest & {
    status?: WebhookRow['status'] | undefined
    /** A type of event that they accept. */
    event?: string | undefined
  },
) {
  const page = pageOf(cursors, query, {
    identity: ['listWebhooks', organizationId],
    sorts: { createdAt: 'created_at', updatedAt: 'updated_at' },
    where: { organization_id: organizationId, status: query.status },
    // An organization has at most a hundred webhooks, so that no index is needed.
    ...(query.event !== undefined && { and: [{ sql: 'events LIKE ?', values: [`%"${query.event}"%`] }] }),
  })
  return page.read<WebhookRow>(tx, 'SELECT * FROM webhooks')
}

/**
 * The version of the bodies that a webhook receives; the newest when the body names none.
 * @throws ApiError VALIDATION_ERROR at `field`
 */
export function requireApiVersion(
  { outbox }: Pick<Services, 'outbox'>,
  asked: string | undefined,
  field: string,
): string {
  const version = asked ?? outbox.apiVersions.at(-1)
  if (version !== undefined && outbox.apiVersions.includes(version)) return version
  throw validationError({ field, issue: `is ${version}; expected ${outbox.apiVersions.join(' or ')}` })
}

/**
 * Lets a change continue when all that its filters name is there.
 * @param at the place of the filters in the body, such as `filters.folderIds[0]`
 * @throws ApiError VALIDATION_ERROR there
 */
export async function requireFilters(
  tx: ReadTransaction,
  organizationId: string,
  filters: Partial<WebhookFilters> | undefined,
  at: (member: string) => string,
): Promise<void> {
  for (const [i, id] of (filters?.promptIds ?? []).entries()) {
    if (await promptExists(tx, organizationId, id)) continue
    const issue = `is ${id}; expected the id of a prompt of this organization`
    throw validationError({ field: at(`promptIds[${i}]`), issue })
  }
  for (const [i, id] of (filters?.folderIds ?? []).entries())
    await requireFolder(tx, organizationId, id, at(`folderIds[${i}]`))
}

/**
 * Changes a webhook under the rules of its creation; a change that changes nothing is not one.
 *
 * @param at the place in the body: `url`, or `webhooks[2].url` in a batch
 * @returns the webhook as it is now
 * @throws ApiError VALIDATION_ERROR, INSUFFICIENT_SCOPE, INVALID_STATE
 */
export async function changeWebhook(
  tx: WriteTransaction,
  context: Pick<Services, 'clock' | 'outbox' | 'webhookTargets'> & { caller: Caller },
  current: WebhookRow,
  changes: UpdateWebhookRequest,
  at: (member: string) => string = (member) => member,
): Promise<WebhookRow> {
  const { caller, clock } = context
  if (changes.url !== undefined) context.webhookTargets.check(changes.url, at('url'))
  await requireFilters(tx, caller.organizationId, changes.filters, (member) => at(`filters.${member}`))
  const changed = applied(context, current, changes, at)
  // To send the events elsewhere, or more of them, a caller must be able to read them, even if another user chose the types.
  if (changed.url !== current.url || changed.events !== current.events || changed.filters !== current.filters)
    authorizeSubscription(caller, JSON.parse(changed.events))
  if (equal(current, changed)) return current
  changed.updated_at = clock.now()
  changed.updated_by = caller.userId
  await save(tx, changed)
  return changed
}

/** Properties that the body leaves out stay; `filters` is replaced as a whole. */
function applied(
  context: Pick<Services, 'outbox'>,
  current: WebhookRow,
  changes: UpdateWebhookRequest,
  at: (member: string) => string,
): WebhookRow {
  const changed = { ...current }
  if (changes.url !== undefined && changes.url !== current.url)
    Object.assign(changed, { url: changes.url, failing_since: null }) // the failures were another endpoint's
  if (changes.events !== undefined) changed.events = JSON.stringify(changes.events)
  if (changes.description !== undefined) changed.description = changes.description
  if (changes.apiVersion !== undefined)
    changed.api_version = requireApiVersion(context, changes.apiVersion, at('apiVersion'))
  if (changes.filters !== undefined) changed.filters = filtersJson(changes.filters)
  return changes.status === undefined ? changed : withStatus(changed, changes.status)
}

/** active ⇄ paused, and back to active from disabled (docs/internals/decisions.md, "webhooks"). */
function withStatus(webhook: WebhookRow, status: 'active' | 'paused'): WebhookRow {
  if (webhook.status === status) return webhook
  if (status === 'active') return { ...webhook, status, disabled_reason: null, failing_since: null }
  if (webhook.status === 'disabled')
    throw new ApiError('INVALID_STATE', 'The webhook is disabled; make it active first.')
  return { ...webhook, status }
}

const equal = (a: WebhookRow, b: WebhookRow): boolean =>
  (Object.keys(a) as (keyof WebhookRow)[]).every((column) => a[column] === b[column])
