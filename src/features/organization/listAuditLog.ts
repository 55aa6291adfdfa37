import type { AuditEntry } from '../../../generated/openapi.v1.ts'
import type { Handler } from '../../http/handler.ts'
import { pageOf } from '../../http/paging.ts'
import { timestamp } from '../../runtime/clock.ts'

interface AuditRow {
  id: string
  operation: string
  target_id: string | null
  user_id: string | null
  credential_id: string | null
  triggered_by: AuditEntry['triggeredBy']
  request_id: string | null
  created_at: number
}

/** GET /organization/audit-log: lists every change, newest first. The entries are written by the pipeline. */
export const listAuditLog: Handler<'listAuditLog'> = async ({ query, caller, cursors, database }) => {
  const page = pageOf(cursors, query, {
    identity: ['listAuditLog', caller.organizationId],
    sorts: { createdAt: 'created_at' },
    where: {
      ...{ organization_id: caller.organizationId, target_id: query.targetId, operation: query.operation },
      ...{ user_id: query.userId, credential_id: query.credentialId },
    },
    and: [
      ...(query.since === undefined ? [] : [{ sql: 'created_at >= ?', values: [Date.parse(query.since)] }]),
      ...(query.until === undefined ? [] : [{ sql: 'created_at < ?', values: [Date.parse(query.until)] }]),
    ],
  })
  const found = await database.read((tx) =>
    tx.all<AuditRow>(`SELECT * FROM audit_log ${page.sql}`, ...page.values),
  )
  const { rows, hasMore, nextCursor } = page.cut(found)
  return { status: 200, body: { entries: rows.map(entryOf), hasMore, nextCursor } }
}

const entryOf = (row: AuditRow): AuditEntry => ({
  id: row.id,
  object: 'audit_entry',
  operation: row.operation,
  targetId: row.target_id,
  userId: row.user_id,
  credentialId: row.credential_id,
  triggeredBy: row.triggered_by,
  requestId: row.request_id,
  createdAt: timestamp(row.created_at),
})
