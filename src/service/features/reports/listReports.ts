import type { Handler } from '../../server/handler.ts'
import * as reportStore from './model/report.ts'
import { summaryOf } from './model/report.ts'

/** GET /reports: lists the reports without their figures. */
export const listReports: Handler<'listReports'> = async ({ query, caller, cursors, database }) => {
  const { rows, hasMore, nextCursor } = await reportStore.list(
    database,
    cursors,
    caller.organizationId,
    query,
  )
  return { status: 200, body: { reports: rows.map(summaryOf), hasMore, nextCursor } }
}
