import type { Handler } from '../../http/handler.ts'
import * as exportStore from './exportStore.ts'
import * as reportStore from './reportStore.ts'

/** GET /reports/{reportId}/exports: lists the exports of a report. */
export const listReportExports: Handler<'listReportExports'> = async (context) => {
  const { params, query, caller, cursors, database } = context
  const { rows, hasMore, nextCursor } = await database.read(async (tx) => {
    await reportStore.demand(tx, caller.organizationId, params.reportId)
    return exportStore.list(tx, cursors, caller.organizationId, params.reportId, query)
  })
  return { status: 200, body: { exports: rows.map(exportStore.exportOf), hasMore, nextCursor } }
}
