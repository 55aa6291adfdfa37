import type { Handler } from '../../server/handler.ts'
import * as reportStore from './model/report.ts'
import * as exportStore from './model/reportExport.ts'

/** GET /reports/{reportId}/exports: lists the exports of a report. */
export const listReportExports: Handler<'listReportExports'> = async (context) => {
  const { params, query, caller, cursors, database } = context
  const { rows, hasMore, nextCursor } = await database.read(async (tx) => {
    await reportStore.getOrThrow(tx, caller.organizationId, params.reportId)
    return exportStore.list(tx, cursors, caller.organizationId, params.reportId, query)
  })
  return { status: 200, body: { exports: rows.map(exportStore.exportOf), hasMore, nextCursor } }
}
