/** The reading SQL verbs over the audit log, which the pipeline writes. */
import type { AuditEntry } from '../../../../../generated/openapi.v1.ts'
import { createdWithin, type TimeSpan } from '../../../resources/conditions.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, readPage } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Database } from '../../../storage/database.ts'

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

interface AuditFilters extends TimeSpan {
  operation?: string | undefined
  targetId?: string | undefined
  userId?: string | undefined
  credentialId?: string | undefined
  /** The former spelling of the span. */
  since?: string | undefined
  until?: string | undefined
}

/** One page of the log; every filter runs on an index of its own, in the order of the log. */
export async function list(
  database: Pick<Database, 'all' | 'read' | 'idsNamed'>,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest & AuditFilters,
) {
  return readPage<AuditRow>(database, cursors, query, {
    identity: ['listAuditLog', organizationId],
    sorts: { createdAt: 'created_at' },
    from: 'audit_log',
    where: { organization_id: organizationId },
    filters: {
      target_id: query.targetId,
      credential_id: query.credentialId,
      user_id: query.userId,
      operation: query.operation,
    },
    and: [
      ...createdWithin(query),
      ...createdWithin({ createdAfter: query.since, createdBefore: query.until }),
    ],
  })
}

export const entryOf = (row: AuditRow): AuditEntry => ({
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
