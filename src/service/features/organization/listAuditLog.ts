import type { Handler } from '../../server/handler.ts'
import * as auditStore from './model/auditEntry.ts'

/** GET /organization/audit-log: lists every change, newest first. The entries are written by the pipeline. */
export const listAuditLog: Handler<'listAuditLog'> = async ({ query, caller, cursors, database }) => {
  const { rows, hasMore, nextCursor } = await auditStore.list(database, cursors, caller.organizationId, query)
  return { status: 200, body: { entries: rows.map(auditStore.entryOf), hasMore, nextCursor } }
}
